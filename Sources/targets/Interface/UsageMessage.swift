import CommandSyntax
import Glibc
import PageSources
import Substrings

/// The message about invalid arguments: one line, which names the command.
struct UsageMessage {
  private let command: String?

  /// The arguments of the program.
  private let arguments: [String]

  init(_ invocation: Invocation, _ arguments: [String]) {
    (command, self.arguments) = (invocation.name, arguments)
  }

  /// The complaint in one line, with a suggestion and a reference to the help.
  func text(complaint: String) -> String {
    var text = command.map { "\($0): " } ?? ""
    text += complaint.split(separator: "\n").joined(separator: " ")
    if let hint = unknownCommand { text += "; \(hint)" }
    return text + "; see targets \(command.map { "\($0) " } ?? "")--help"
  }

  /// The first word after leading options, where a command can stand.
  private var firstWord: String? { arguments.dropFirst(LeadingOptions.count(in: arguments)).first }

  /// The message if that word is neither a command nor a file.
  var unknownCommand: String? {
    guard command == nil, let word = firstWord, !word.hasPrefix("-"), !word.hasPrefix("+"),
      access(word, F_OK) != 0
    else { return nil }
    return Self.unknown(word)
  }

  /// The message for an error; a word that was read as a file may have been meant as a command.
  func text(_ error: any Error) -> String {
    if let command {
      let text = "\(error)"
      return text.hasPrefix("\(command): ")
        ? text : "\(command): \(text)"
    }
    guard case PageSourceError.missing(let path) = error, !path.contains("/")
    else { return "\(error)" }
    if CommandList.command(named: path) != nil {
      return "\(error); to run the command \(path), put it first"
    }
    return path == firstWord ? Self.unknown(path) : "\(error)"
  }

  private static func unknown(_ word: String) -> String {
    "no command or file “\(word)”" + nearest(to: word)
  }

  /// The message about a word that is not a command.
  static func unknownCommand(_ word: String, orOneOf others: [String] = []) -> String {
    "no command “\(word)”" + nearest(to: word, orOneOf: others)
  }

  /// Command names that people may know from other programs, or from earlier versions.
  private static let earlier = [
    "list": "lists", "print": "show", "export": "show", "index": "sections", "choose": "pick",
  ]

  private static func nearest(to word: String, orOneOf others: [String] = []) -> String {
    let names = CommandList.shown.map { $0.about.name } + earlier.keys.sorted() + others
    guard let near = Spelling.nearest(to: word, among: names) else { return "" }
    return "; " + Spelling.suggestion(of: earlier[near] ?? near)
  }
}
