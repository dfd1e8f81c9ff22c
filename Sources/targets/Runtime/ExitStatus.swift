import Printing
import ArgumentParser
import Glibc

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
