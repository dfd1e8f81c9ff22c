import Glibc
import QueueExecutor

/// Runs one preview on a thread that may block.
actor PreviewThread {
  private let executor = QueueExecutor(label: "targets.preview")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Signalled when the task may have been cancelled.
  nonisolated let wakeUp = WakeUp()

  private let preview: PreviewProcess
  private let report: @Sendable (PreviewReport) -> Void

  private var process: pid_t = 0
  private var ending: Int32 = -1
  private var output: Int32 = -1
  private var groupGuard: GroupGuard?
  private var unreported: [UInt8] = []
  private var byteCount = 0
  private var isSilent = false
  private var lastReport = ContinuousClock.now

  init(_ preview: PreviewProcess, report: @escaping @Sendable (PreviewReport) -> Void) {
    self.preview = preview
    self.report = report
  }

  func run() {
    guard !Task.isCancelled else { return }
    do {
      try start()
    } catch {
      return report(.ended(CommandEnding(error: error.code)))
    }
    guard follow() else {
      reportOutput()
      report(.cut)
      return _ = end(gently: true)
    }
    let ending = end(gently: Task.isCancelled)
    if Task.isCancelled { return }
    reportOutput()
    report(.ended(ending))
  }

  private func start() throws(ProgramPath.Failure) {
    let noInput = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard noInput >= 0 else { throw ProgramPath.Failure(code: errno) }
    defer { close(noInput) }
    let pipe = try ChildPipe()
    var command = ChildCommand(
      path: "/bin/sh", arguments: preview.command.arguments, input: noInput, output: pipe.writing,
      errors: pipe.writing)
    command.hasOwnSession = true
    command.variables = [
      "TARGETS_PREVIEW_COLUMNS": "\(preview.columns)", "TARGETS_PREVIEW_LINES": "\(preview.lines)",
    ]
    do {
      (process, ending) = try command.start()
    } catch {
      pipe.closeBoth()
      throw error
    }
    pipe.closeWriting()
    groupGuard = GroupGuard(group: process, output: noInput)
    output = pipe.reading
    lastReport = .now
  }

  /// Reports what is written until the command has ended or the task is cancelled; false if it was
  /// too much.
  private func follow() -> Bool {
    while !Task.isCancelled {
      var set = [wakeUp.descriptor, ending, output].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let ready = poll(&set, nfds_t(set.count), timeToWait)
      if set[0].revents != 0 { wakeUp.acknowledge() }
      if set[2].revents != 0, ready > 0, !read() { return false }
      if set[1].revents != 0, ready > 0 { return readRest() }
      reportIfDue()
    }
    return true
  }

  // MARK: Output

  /// Reads once; false if it was too much.
  private func read() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(output, &chunk, chunk.count)
    if count <= 0 {
      if count == 0 || (errno != EAGAIN && errno != EINTR) { closeOutput() }
      return true
    }
    let room = preview.limits.bytes - byteCount
    unreported += chunk[..<min(count, room)]
    byteCount += min(count, room)
    return count <= room
  }

  /// Reads what the command has left in the pipe; others may go on writing to it.
  private func readRest() -> Bool {
    for _ in 0..<32 where output >= 0 {
      let before = byteCount
      if !read() { return false }
      if byteCount == before { break }
    }
    return true
  }

  private func closeOutput() {
    close(output)
    output = -1
  }

  /// For `poll`: until something is to be reported, or -1.
  private var timeToWait: Int32 {
    let due: ContinuousClock.Instant
    if !unreported.isEmpty {
      due = lastReport + preview.limits.pace
    } else if byteCount == 0, !isSilent {
      due = lastReport + preview.limits.silence
    } else {
      return -1
    }
    return Self.timeToWait(until: due)
  }

  /// In milliseconds, rounded up; 0 if the time has come.
  private static func timeToWait(until due: ContinuousClock.Instant) -> Int32 {
    let left = ContinuousClock.now.duration(to: due)
    return left <= .zero ? 0 : Int32(clamping: Int64(left / .milliseconds(1)) + 1)
  }

  private func reportIfDue() {
    guard timeToWait == 0, !Task.isCancelled else { return }
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

  /// Ends what still runs of the process group, and reaps the command.
  private func end(gently: Bool) -> CommandEnding {
    if gently {
      kill(-process, SIGTERM)
      waitForEnd(until: .now + preview.limits.grace)
    }
    // The process and group IDs cannot be reused before `waitpid`.
    kill(-process, SIGKILL)
    groupGuard?.end()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    close(ending)
    if output >= 0 { closeOutput() }
    return CommandEnding(waitStatus: status)
  }

  /// Drops what is still written: a shell whose output is closed dies of its own message that a
  /// command was terminated, before its trap has cleaned up.
  private func waitForEnd(until deadline: ContinuousClock.Instant) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var set = [ending, output].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let time = Self.timeToWait(until: deadline)
      let ready = poll(&set, nfds_t(set.count), time)
      if time == 0 || (ready > 0 && set[0].revents != 0) { return }
      if ready > 0, Glibc.read(output, &chunk, chunk.count) == 0 { closeOutput() }
    }
  }
}
