import QueueExecutor

/// A shell command that is given the terminal.
///
/// It stays in this process's group, so that the terminal's signals reach both, as it is when a
/// shell runs a script.
package struct TerminalCommand: Sendable {
  let command: ShellCommand
  let terminal: String

  /// A command with all three streams at the terminal of a path.
  package init(_ command: ShellCommand, terminal: String) {
    self.command = command
    self.terminal = terminal
  }

  /// Waits for the end of the command; if the task is cancelled, the command gets SIGHUP.
  package func run() async -> CommandEnding {
    let thread = TerminalCommandThread(self)
    return await withTaskCancellationHandler {
      await thread.run()
    } onCancel: {
      // At once: who cancels may be about to end this process.
      thread.hangUp()
    }
  }
}
