import QueueExecutor

/// A shell command whose output is shown while it runs.
///
/// It leads a session of its own, so it cannot reach the terminal, and its input is empty. Whatever
/// it does, it only holds up its own thread.
package struct PreviewProcess: Sendable {
  let command: ShellCommand
  let columns: Int
  let lines: Int
  let limits: PreviewLimits

  /// A command that is told the size of the pane in `TARGETS_PREVIEW_COLUMNS` and
  /// `TARGETS_PREVIEW_LINES`.
  package init(
    _ command: ShellCommand, columns: Int, lines: Int, limits: PreviewLimits = PreviewLimits()
  ) {
    self.command = command
    self.columns = columns
    self.lines = lines
    self.limits = limits
  }

  /// Runs the command to its end, or until the task is cancelled.
  ///
  /// When this returns, the command has been reaped, and what remains of its process group was
  /// killed. A cancelled command gets SIGTERM first.
  ///
  /// - Parameter report: Called on a thread of the preview, which waits meanwhile; not called
  ///   any more once the task is cancelled.
  package func run(report: @escaping @Sendable (PreviewReport) -> Void) async {
    let thread = PreviewThread(self, report: report)
    await withTaskCancellationHandler {
      await thread.run()
    } onCancel: {
      thread.wakeUp.signal()
    }
  }
}
