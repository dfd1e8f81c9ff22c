import Glibc
package import Processes

/// A shell command that is given the terminal.
///
/// It stays in this process's group, so that the terminal's signals reach both, as when a shell
/// runs a script.
package struct TerminalCommand: Sendable {
  let command: ShellCommand
  let terminal: String

  /// The folder to start it in; `nil` for the current one.
  let folder: String?

  /// A command with all three streams connected to the terminal at a path.
  package init(_ command: ShellCommand, terminal: String, in folder: String? = nil) {
    self.command = command
    self.folder = folder
    self.terminal = terminal
  }

  /// Waits for the end of the command; if the task is cancelled, the command gets SIGHUP.
  @concurrent
  package func run() async -> ChildProcess.Ending {
    let terminal = open(terminal, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return ChildProcess.Ending(.init(code: errno)) }
    defer { close(terminal) }
    let child: ChildProcess
    do {
      child = try ChildProcess(
        "/bin/sh", command.arguments, input: .descriptor(terminal), output: .descriptor(terminal),
        errors: .descriptor(terminal), in: folder)
    } catch {
      return ChildProcess.Ending(error)
    }
    return await withTaskCancellationHandler {
      await child.end()
    } onCancel: {
      // Send the signal at once, because the caller may be about to end this process.
      child.signal(SIGHUP)
    }
  }
}
