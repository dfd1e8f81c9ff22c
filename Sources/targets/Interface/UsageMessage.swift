import CommandSyntax
import Glibc
import PageSources

/// The message about wrong arguments: one line, which names the command.
struct UsageMessage {
  private let command: String?

  /// The arguments of the program.
  private let arguments: [String]

  init(_ invocation: Invocation, _ arguments: [String]) {
    (command, self.arguments) = (invocation.name, arguments)
  }

  /// The complaint in one line, with a suggestion and where to read more.
  func text(complaint: String) -> String {
    // A complaint may begin with the command.
    var text = command.map { complaint.hasPrefix("\($0) ") ? "" : "\($0): " } ?? ""
    text += complaint.split(separator: "\n").joined(separator: " ")
    if command == nil, let option = unknownOption(in: complaint) {
      text = optionOfPicker(option) ?? text
    }
    if let hint = unknownCommand { text += "; \(hint)" }
    return text + "; see targets \(command.map { "\($0) " } ?? "")--help"
  }

  private func unknownOption(in complaint: String) -> String? {
    let words = complaint.split { $0 == " " || $0 == ";" }
    return words.starts(with: ["unknown", "option"]) && words.count > 2 ? String(words[2]) : nil
  }

  /// The message about an option of `pick` that was given without `pick`.
  private func optionOfPicker(_ option: String) -> String? {
    if let refusal = LooksOfFzf.refusal(of: option) { return refusal }
    guard PickCommand.facts.contains(where: { $0.names.contains(option) }) else { return nil }
    return "unknown option \(option); did you mean targets pick \(option)?"
  }

  /// The message if the first argument looks like a command, but is neither a command nor a file.
  private var unknownCommand: String? {
    guard command == nil, let word = arguments.first, !word.hasPrefix("-"), access(word, F_OK) != 0
    else { return nil }
    return Self.unknown(word)
  }

  /// The message of an error; a word that was taken for a file may have been meant as a command.
  func text(_ error: any Error) -> String {
    if let command {
      let text = "\(error)"
      return text.hasPrefix("\(command) ") || text.hasPrefix("\(command): ")
        ? text : "\(command): \(text)"
    }
    guard case PageSourceError.missing(let path) = error, !path.contains("/")
    else { return "\(error)" }
    if CommandList.command(named: path) != nil {
      return "\(error); to run the command \(path), put it first"
    }
    return path == arguments.first ? Self.unknown(path) : "\(error)"
  }

  private static func unknown(_ word: String) -> String {
    "no command or file “\(word)”" + nearest(to: word)
  }

  /// The message about a word that is not a command.
  static func unknownCommand(_ word: String) -> String {
    "no command “\(word)”" + nearest(to: word)
  }

  /// Names of commands that people may know from other programs, or from earlier versions.
  private static let earlier = [
    "list": "show", "print": "show", "export": "show", "index": "sections", "choose": "pick",
  ]

  private static func nearest(to word: String) -> String {
    let names = CommandList.shown.map { $0.about.name }
    if let now = earlier[word] { return "; did you mean “\(now)”?" }
    return Spelling.nearest(to: word, among: names).map { "; did you mean “\($0)”?" } ?? ""
  }
}
