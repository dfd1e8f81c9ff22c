import CommandSyntax
import Printing

extension ExitStatus {
  /// Prints the message of an error, and returns the exit status.
  static func reporting(_ error: any Error, of invocation: Invocation) -> Int32 {
    let usage = UsageMessage(invocation, ProgramWords.words)
    switch error {
    case let status as ExitStatus: return status.rawValue
    case let request as HelpRequest:
      // The help of the program would look like the help of a command that does not exist.
      if let unknown = usage.unknownCommand {
        complain(unknown)
        return ExitStatus.failed.rawValue
      }
      do {
        try Output.say(lines: invocation.answer(to: request))
        return ExitStatus.done.rawValue
      } catch {
        complain("\(error)")
      }
    case let error as UsageError: complain(usage.text(complaint: error.description))
    default: complain(usage.text(error))
    }
    return ExitStatus.failed.rawValue
  }
}
