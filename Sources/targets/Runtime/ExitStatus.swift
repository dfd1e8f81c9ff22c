import ArgumentParser
import Glibc

/// All exit codes of the program.
enum ExitStatus: Int32, Error {
  /// Rows were printed, picked or changed, or the user left the browser.
  case done = 0
  /// Nothing was matched, picked or changed.
  case nothing = 1
  /// Wrong usage, unreadable input, or an error of the store.
  case failed = 2
  /// The browser was interrupted, or a picker was left without a choice.
  case abandoned = 130
}

/// An error with a message for the user: what failed, on what, and why.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension ExitStatus {
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

  /// Prints the error's message and returns the exit code.
  static func reporting(_ error: any Error) -> Int32 {
    if let status = error as? ExitStatus { return status.rawValue }
    let parserCode = TargetsCommand.exitCode(for: error)
    if parserCode == .success {
      return printing(HelpPage.arranged(TargetsCommand.fullMessage(for: error)))
    }
    let usage = UsageMessage(arguments: Arguments.words)
    if parserCode == .validationFailure {
      complain(usage.text(TargetsCommand.message(for: error)))
    } else {
      complain("\(error)" + (usage.hint(on: error).map { "; \($0)" } ?? ""))
    }
    return ExitStatus.failed.rawValue
  }
}
