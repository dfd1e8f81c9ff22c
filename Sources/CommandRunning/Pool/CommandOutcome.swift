package import Processes

/// What has become of a row's command.
package struct CommandOutcome: Hashable, Sendable {
  /// The row's number, as given to ``CommandPool``.
  package let row: Int

  /// `nil` if the command was announced but not started, since the pool was stopped, or since it
  /// cannot be started.
  package let ending: ChildProcess.Ending?

  /// The last line that the command wrote to standard error, at most 4 KiB, without control
  /// characters.
  package let lastErrorLine: String?

  package init(row: Int, ending: ChildProcess.Ending?, lastErrorLine: String? = nil) {
    self.row = row
    self.ending = ending
    self.lastErrorLine = lastErrorLine
  }

  package var isDone: Bool { ending == .exited(0) }
}
