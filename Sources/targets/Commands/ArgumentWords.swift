public import ArgumentParser
public import NameSearch

// The choices of other modules as words on the command line.

extension NameOrder.SectionRule: ExpressibleByArgument {}
extension NameQuery.MatchRule: ExpressibleByArgument {}
extension NameQuery.Sensitivity: ExpressibleByArgument {}
