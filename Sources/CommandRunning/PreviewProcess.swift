import Glibc
package import Processes
import Threads

package struct PreviewLimits: Sendable {
  /// The maximum size of the output in bytes.
  package var bytes = 1 << 20

  /// The time without output after which silence is reported.
  package var silence = Duration.seconds(5)

  /// The shortest time between two reports of output.
  package var pace = Duration.milliseconds(30)

  /// The time from SIGTERM to SIGKILL.
  package var grace = Duration.milliseconds(500)

  package init() {}
}

/// An event of a preview's command, reported as it happens.
package enum PreviewReport: Hashable, Sendable {
  case output([UInt8])

  /// It has not written anything for a while, and is still running.
  case silent

  /// Its output exceeded the limit, and it was ended; no further report follows.
  case cut

  /// It has ended; no further report follows.
  case ended(ChildProcess.Ending)
}

/// A shell command whose output is shown while it runs.
///
/// It leads its own session, so it cannot access the terminal, and its input is empty. It can only
/// block its own thread.
package struct PreviewProcess: Sendable {
  let command: ShellCommand
  let columns: Int
  let lines: Int
  let limits: PreviewLimits

  /// The folder to start it in; `nil` for the current one.
  let folder: String?

  /// Makes a command that gets the size of the pane in `TARGETS_PREVIEW_COLUMNS` and
  /// `TARGETS_PREVIEW_LINES`.
  package init(
    _ command: ShellCommand, columns: Int, lines: Int, limits: PreviewLimits = PreviewLimits(),
    in folder: String? = nil
  ) {
    self.command = command
    self.folder = folder
    self.columns = columns
    self.lines = lines
    self.limits = limits
  }

  /// Runs the command until it ends or the task is cancelled.
  ///
  /// When this returns, the command has been reaped, and the rest of its process group was killed.
  /// A cancelled command gets SIGTERM first.
  ///
  /// - Parameter report: Called on a thread of the preview, which waits meanwhile; not called after
  ///   the task was cancelled.
  package func run(report: @escaping @Sendable (PreviewReport) -> Void) async {
    let wakeUp = WakeUp()
    await withTaskCancellationHandler {
      await onThread("targets.preview") {
        guard !Task.isCancelled else { return }
        do throws(ChildProcess.Failure) {
          let child = try start()
          PreviewRun(of: child, limits, wakeUp, report).run()
        } catch {
          report(.ended(ChildProcess.Ending(error)))
        }
      }
    } onCancel: {
      wakeUp.signal()
    }
  }

  private func start() throws(ChildProcess.Failure) -> ChildProcess {
    let variables = [
      "TARGETS_PREVIEW_COLUMNS": "\(columns)", "TARGETS_PREVIEW_LINES": "\(lines)",
    ]
    return try ChildProcess(
      "/bin/sh", command.arguments, variables: variables, input: .null, output: .pipe,
      errors: .output, session: .guarded(grace: .zero), in: folder)
  }
}

/// One preview, on a thread that may block.
private final class PreviewRun {
  private let child: ChildProcess
  private let limits: PreviewLimits

  /// Signalled when the task may have been cancelled.
  private let wakeUp: WakeUp
  private let report: (PreviewReport) -> Void

  private var unreported: [UInt8] = []
  private var byteCount = 0
  private var isTooMuch = false
  private var isSilent = false
  private var lastReport = ContinuousClock.now

  init(
    of child: ChildProcess, _ limits: PreviewLimits, _ wakeUp: WakeUp,
    _ report: @escaping (PreviewReport) -> Void
  ) {
    self.child = child
    self.limits = limits
    self.wakeUp = wakeUp
    self.report = report
  }

  func run() {
    follow()
    if isTooMuch {
      reportOutput()
      report(.cut)
      return _ = end(gently: true)
    }
    let ending = end(gently: Task.isCancelled)
    if Task.isCancelled { return }
    reportOutput()
    report(.ended(ending))
  }

  /// Reports output until the command has ended or written too much, or the task is cancelled.
  private func follow() {
    while !Task.isCancelled {
      let ready = Descriptors.wait(
        reading: [wakeUp.descriptor, child.ending, child.output.descriptor], until: nextReport)
      if let ready {
        if ready[0] { wakeUp.acknowledge() }
        if ready[2] { child.output.read(take) }
        if ready[1], !isTooMuch { readRest() }
        if ready[1] || isTooMuch { return }
      }
      reportIfDue()
    }
  }

  // MARK: Output

  private func take(_ bytes: UnsafeRawBufferPointer) {
    let room = limits.bytes - byteCount
    unreported += bytes.prefix(room)
    byteCount += min(bytes.count, room)
    isTooMuch = bytes.count > room
  }

  /// Reads the output that is left in the pipe, to which other programs may still write.
  private func readRest() {
    for _ in 0..<32 where !child.output.read(take) || isTooMuch { return }
  }

  /// The time of the next report without output; `nil` if only the command can cause one.
  private var nextReport: ContinuousClock.Instant? {
    if !unreported.isEmpty { return lastReport + limits.pace }
    return byteCount == 0 && !isSilent ? lastReport + limits.silence : nil
  }

  private func reportIfDue() {
    guard let nextReport, nextReport <= .now, !Task.isCancelled else { return }
    if unreported.isEmpty {
      isSilent = true
      report(.silent)
    } else {
      reportOutput()
    }
  }

  private func reportOutput() {
    guard !unreported.isEmpty else { return }
    report(.output(unreported))
    unreported = []
    lastReport = .now
  }

  // MARK: Ending

  /// Ends the rest of the process group, and reaps the command.
  private func end(gently: Bool) -> ChildProcess.Ending {
    if gently {
      child.signal(SIGTERM)
      waitForEnd(until: .now + limits.grace)
    }
    return child.reap()
  }

  /// Reads and drops further output: without a reader, a shell would die of writing its message
  /// “Terminated” before its trap has cleaned up.
  private func waitForEnd(until deadline: ContinuousClock.Instant) {
    while let ready = Descriptors.wait(
      reading: [child.ending, child.output.descriptor], until: deadline), !ready[0]
    {
      child.output.read { _ in }
    }
  }
}
