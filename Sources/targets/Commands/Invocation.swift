import CommandSyntax
import Printing

/// The command that a command line calls.
struct Invocation {
  /// The name of the command; `nil` without a command: then the program browses.
  let name: String?
  private let type: any ProgramCommand.Type

  /// The words after the name.
  private let words: [String]

  init(_ words: [String]) {
    var named = CommandList.command(named: words.first)
    self.words = named == nil ? words : Array(words.dropFirst())
    if named == nil, words.contains("--pick"), Self.isSpeltAsOption(words) {
      named = PickCommand.self
    }
    name = named?.about.name
    type = named ?? BrowseCommand.self
  }

  /// Whether `--pick` is used as a command, and not as the value of an option.
  private static func isSpeltAsOption(_ words: [String]) -> Bool {
    do {
      return try CommandParser.parse(words, into: PickCommand()).isSpeltAsOption
    } catch {
      return (try? CommandParser.parse(words, into: BrowseCommand())) == nil
    }
  }

  /// - Throws: ``UsageError``, ``HelpRequest``, and ``Failure`` for invalid default options.
  func command() throws -> any ProgramCommand {
    try type.parsed(from: words)
  }

  /// The text to print instead of running the command.
  func answer(to request: HelpRequest) -> String {
    switch request {
    case .version: Version.line
    case .brief: name == nil ? RootHelp.brief : HelpPage.brief(type.about, type.facts)
    case .whole: name == nil ? RootHelp.whole : HelpPage.whole(type.about, type.facts)
    }
  }
}

/// Prints the help of one command, or of the program.
struct HelpCommand: ProgramCommand {
  static let about = CommandText(
    "help", "Print help on a command.", usage: "targets help [COMMAND]\ntargets help formats")

  private var name = ""

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operand(
        "COMMAND",
        help:
          "A command, or formats: the fields of printed rows. Without it, print help on targets."
      ) {
        $0.name = $1
      }
    }
  }

  /// A topic of the help that is not a command.
  static let formats = "formats"

  func run() throws {
    if name == Self.formats { return try Output.say(lines: FormatsPage.text) }
    guard name.isEmpty || CommandList.command(named: name) != nil else {
      throw Failure("help: \(UsageMessage.unknownCommand(name, orOneOf: [Self.formats]))")
    }
    try Output.say(lines: Invocation(name.isEmpty ? [] : [name]).answer(to: .whole))
  }
}

extension Output {
  /// Prints a text of several lines.
  static func say(lines text: String) throws {
    let text = text.hasSuffix("\n") ? text.dropLast() : text[...]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      try say(String(line))
    }
  }
}
