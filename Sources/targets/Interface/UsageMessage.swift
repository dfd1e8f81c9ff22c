import ArgumentParser
import Glibc
import PageSources

/// What is said of arguments that are wrong: one line, which names the command they were given to.
struct UsageMessage {
  /// The arguments of the program.
  var arguments: [String]

  /// The command they begin with, or `nil`.
  private var command: (any ParsableCommand.Type)? {
    TargetsCommand.command(named: arguments.first)
  }

  /// What the parser says, in one line, with the nearest option of the command and where to read on.
  func text(_ complaint: String) -> String {
    let name = command?.configuration.commandName
    // Our own messages may begin with the command.
    var text = name.map { complaint.hasPrefix("\($0) ") ? "" : "\($0): " } ?? ""
    if let option = Self.unknownOption(in: complaint) {
      text +=
        "unknown option \(option)" + (nearest(to: option).map { "; did you mean \($0)?" } ?? "")
    } else {
      text += Self.oneLine(complaint)
    }
    if let hint = unknownCommand { text += "; \(hint)" }
    return text + "; see targets \(name.map { "\($0) " } ?? "")--help"
  }

  /// What is said if the first argument looks like a command, but is none, and no file either.
  private var unknownCommand: String? { wrongWord.map { Self.unknownCommand($0) } }

  /// What may have been meant by words that were taken for files.
  func hint(on error: any Error) -> String? {
    if case PageSourceError.missing(let path) = error,
      TargetsCommand.command(named: path) != nil
    {
      return "to run the command \(path), put it first"
    }
    return misspeltCommand
  }

  /// The same if it is the only argument, and much like a command.
  private var misspeltCommand: String? {
    guard arguments.count == 1, let wrongWord, Self.nearestCommand(to: wrongWord) != nil
    else { return nil }
    return unknownCommand
  }

  private var wrongWord: String? {
    guard command == nil, let word = arguments.first, !word.hasPrefix("-"), word != "help",
      access(word, F_OK) != 0
    else { return nil }
    return word
  }

  /// What is said of a word that is no command.
  static func unknownCommand(_ word: String) -> String {
    "\(word) is no command" + (nearestCommand(to: word).map { ", did you mean \($0)?" } ?? "")
  }

  private static func nearestCommand(to word: String) -> String? {
    Spelling.nearest(to: word, among: TargetsCommand.commandNames)
  }

  private func nearest(to option: String) -> String? {
    let command = command ?? BrowseCommand.self
    guard let description = try? CommandDescription(of: command) else { return nil }
    let spellings = description.options.flatMap(\.spellings).filter { $0.hasPrefix("--") }
    return Spelling.nearest(to: option, among: spellings + ["--version"])
  }

  private static func unknownOption(in complaint: String) -> String? {
    let parts = complaint.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "Unknown option " else { return nil }
    return String(parts[1])
  }

  /// The parser lists many values a line each.
  private static func oneLine(_ complaint: String) -> String {
    let lines = complaint.split(separator: "\n").map { $0.drop { $0 == " " } }
    let values = lines.dropFirst().filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }
    var text = String(lines.first ?? "")
    if !values.isEmpty {
      text = text.replacing(" the following:", with: " ") + values.joined(separator: ", ")
    } else if lines.count > 1 {
      text = lines.joined(separator: " ")
    }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
