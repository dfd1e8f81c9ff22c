/// A command of the program: its name, its arguments, and its work.
///
/// Its options are plain properties with default values. ``arguments`` declares which word sets
/// which property, for the parser, help, the manual and completion.
package protocol ProgramCommand: ArgumentGroup {
  static var about: CommandText { get }

  /// Reads a command from the words after its name.
  ///
  /// - Throws: ``UsageError``, ``HelpRequest``.
  static func parsed(from words: [String]) throws -> Self

  mutating func run() async throws
}

extension ProgramCommand {
  package static func parsed(from words: [String]) throws -> Self {
    try CommandParser.parse(words)
  }
}

/// The texts about a command in help.
package struct CommandText: Sendable {
  package let name: String

  /// Its other names.
  package let aliases: [String]

  /// Its purpose, in one line.
  package let abstract: String

  /// The ways to write it, one per line.
  package let usage: String

  /// Further explanation, and examples.
  package let discussion: String

  /// Whether help and completion show it.
  package let isShown: Bool

  package init(
    _ name: String, aliases: [String] = [], _ abstract: String, usage: String = "",
    discussion: String = "", isShown: Bool = true
  ) {
    (self.name, self.aliases) = (name, aliases)
    (self.abstract, self.isShown) = (abstract, isShown)
    (self.usage, self.discussion) = (usage, discussion)
  }
}

/// Options that are declared together, by a command or for several commands.
package protocol ArgumentGroup: Sendable {
  static var arguments: Arguments<Self> { get }

  /// Makes the command with default values.
  init()

  /// Checks the values together; the parser calls it last.
  ///
  /// - Throws: ``UsageError``.
  func check() throws

  /// Checks whether the command can use all given options; called before ``check()``, only for the
  /// command itself.
  ///
  /// - Throws: ``UsageError``.
  func check(given: [GivenArgument]) throws
}

extension ArgumentGroup {
  package func check() throws {}
  package func check(given: [GivenArgument]) throws {}
}

/// Why a command line is invalid.
package struct UsageError: Error, CustomStringConvertible, Equatable {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }

  /// Reports options that require another option or argument.
  package init(_ options: [String], require what: String) {
    self.init("\(options.enumeration) \(options.count == 1 ? "requires" : "require") \(what)")
  }
}

/// A given argument, by the name that was typed; an operand by its placeholder.
package struct GivenArgument: Sendable {
  package let facts: ArgumentFacts
  package let name: String
}

extension [GivenArgument] {
  /// Refuses arguments that cannot be used with an option.
  ///
  /// - Throws: ``UsageError`` that names the first one.
  package func refuse(beside option: String, unless isOfUse: (ArgumentFacts) -> Bool) throws {
    guard let other = first(where: { !$0.facts.names.contains(option) && !isOfUse($0.facts) })
    else { return }
    throw UsageError("\(other.name) cannot be combined with \(option)")
  }
}
