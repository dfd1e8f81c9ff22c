/// A command of the program: what it is called, what it takes, and what it does.
///
/// Its options are plain properties, with what they are if they are not given. ``arguments`` says which
/// word sets which; the parser, help, the manual and completion all read it.
package protocol ProgramCommand: ArgumentGroup {
  static var about: CommandText { get }

  /// The command as words after its name say.
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

/// What help says of a command.
package struct CommandText: Sendable {
  package let name: String

  /// What else it may be called by.
  package let aliases: [String]

  /// What it does, in a line.
  package let abstract: String

  /// The ways to write it, a line each.
  package let usage: String

  /// What else there is to say, and examples.
  package let discussion: String

  /// Whether help and completion know it.
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

  /// With nothing given.
  init()

  /// Checks what was given against each other; the parser calls it last.
  ///
  /// - Throws: ``UsageError``.
  func check() throws

  /// Checks whether all options that were given are of use; called before ``check()``, of a command only.
  ///
  /// - Throws: ``UsageError``.
  func check(given: [ArgumentFacts]) throws
}

extension ArgumentGroup {
  package func check() throws {}
  package func check(given: [ArgumentFacts]) throws {}
}

/// What is wrong with the words of a command line.
package struct UsageError: Error, CustomStringConvertible, Equatable {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
