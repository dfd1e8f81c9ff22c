import Printing
public import ArgumentParser
public import NameSearch

// The choices of other modules as words on the command line.

extension NameOrder.SectionRule: ExpressibleByArgument {}
extension NameQuery.MatchRule: ExpressibleByArgument {}
extension NameQuery.Sensitivity: ExpressibleByArgument {}

extension Name {
  /// A name that was given as an argument.
  init(argument text: String) throws(Failure) {
    do {
      try self.init(text)
    } catch {
      throw Failure("“\(text.prefix(40))”: \(error)")
    }
  }
}
