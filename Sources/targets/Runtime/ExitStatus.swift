import ArgumentParser
import Glibc

/// How the program ends: the one place that decides exit codes.
enum ExitStatus: Int32, Error {
  /// Rows were printed, picked or changed; or the browser was left in the ordinary way.
  case done = 0
  /// Nothing matched, nothing was picked, nothing was there to change.
  case nothing = 1
  /// Wrong usage, unreadable input, or the store failed.
  case failed = 2
  /// The browser was broken off, or a picker left without a choice.
  case abandoned = 130
}

/// A failure with a sentence for the user: what failed, on what, why.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension ExitStatus {
  /// The help of the bare command has the options of browsing, too: that is what it does.
  private static func helpWithBrowsing(_ text: String) -> String {
    guard text == TargetsCommand.helpMessage() else { return text }
    let browsing = TargetsCommand.helpMessage(for: BrowseCommand.self)
    guard let start = browsing.firstRange(of: "ARGUMENTS:") else { return text }
    return text + "\nBROWSING " + browsing[start.lowerBound...]
  }

  /// The status after a text of several lines was printed.
  private static func printing(_ text: String) -> Int32 {
    do {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        try Output.say(String(line))
      }
      return ExitStatus.done.rawValue
    } catch {
      complain("\(error)")
      return ExitStatus.failed.rawValue
    }
  }

  /// The status for whatever ended a command, after it has been said on standard error.
  static func reporting(_ error: any Error) -> Int32 {
    if let status = error as? ExitStatus { return status.rawValue }
    let parserCode = TargetsCommand.exitCode(for: error)
    if parserCode == .success {
      return printing(helpWithBrowsing(TargetsCommand.fullMessage(for: error)))
    }
    if parserCode == .validationFailure {
      let message = TargetsCommand.message(for: error)
      complain(
        (message.hasSuffix(".") ? String(message.dropLast()) : message) + "; see targets --help")
    } else {
      complain("\(error)")
    }
    return ExitStatus.failed.rawValue
  }
}
