import CSpawn
import Glibc
import QueueExecutor

/// A running helper program; `deinit` kills and reaps it and all processes it has started.
final class HelperProcess {
  enum Outcome {
    case line([UInt8])
    case tooLong
    case ended
    case cancelled
    case timedOut
  }

  private static let complaintSize = 300

  private var child: cspawn_child
  private var output: [UInt8] = []
  private var searched = 0
  private var unsent: [UInt8] = []
  private var complaint: [UInt8] = []
  private var isComplaintWhole = false
  private var isListening = true
  private var isErrorsClosed = false
  private var isReaped = false

  init(_ program: HelperProgram) throws(HelperError) {
    var child = cspawn_child()
    let words = [strdup(program.path), nil]
    defer { words.forEach { free($0) } }
    let failure = cspawn_start(program.path, words, &child)
    guard failure == 0 else {
      throw .cannotStart(program.name, reason: String(cString: strerror(failure)))
    }
    self.child = child
  }

  deinit {
    if !isReaped { _ = reap() }
    for descriptor in [child.input, child.output, child.errors, child.ending] where descriptor >= 0
    {
      close(descriptor)
    }
  }

  // MARK: Talking

  /// Queues bytes; what does not fit into the pipe is sent while `line` waits.
  func send(_ bytes: [UInt8]) {
    unsent += bytes
    push()
  }

  /// Waits for a line of standard output of at most `limit` bytes.
  ///
  /// `isCancelled` is called first, and again whenever `wakeUp` was signalled.
  func line(
    limit: Int, until deadline: ContinuousClock.Instant, wakeUp: WakeUp, isCancelled: () -> Bool
  ) -> Outcome {
    while !isCancelled() {
      if let line = popLine() { return line.count > limit ? .tooLong : .line(line) }
      if output.count > limit { return .tooLong }
      guard isListening else { return .ended }
      var set = [
        pollfd(fd: child.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0),
        pollfd(fd: unsent.isEmpty ? -1 : child.input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      if isErrorsClosed { set[1].fd = -1 }
      // Recomputed, so that a helper that keeps writing errors cannot postpone the timeout.
      let time = ContinuousClock.now.duration(to: deadline).pollTime
      let ready = poll(&set, nfds_t(set.count), time)
      if ready == 0 || time == 0 { return .timedOut }
      guard ready > 0 else { continue }
      if set[3].revents != 0 { wakeUp.acknowledge() }
      if set[2].revents != 0 { push() }
      if set[1].revents != 0 { drainErrors() }
      if set[0].revents != 0 { readOutput() }
    }
    return .cancelled
  }

  private func popLine() -> [UInt8]? {
    guard let end = output[searched...].firstIndex(of: 0x0a) else {
      searched = output.count
      return nil
    }
    let line = Array(output[..<end])
    output.removeSubrange(...end)
    searched = 0
    return line
  }

  private func readOutput() {
    let count = read(child.output)
    if count == 0 { isListening = false }
  }

  /// Reads once; returns 0 at the end and -1 if nothing is available.
  private func read(_ descriptor: Int32) -> Int {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? -1 : 0 }
    if descriptor == child.output {
      output += chunk[..<count]
    } else if !isComplaintWhole {
      complaint += chunk[..<count].prefix(Self.complaintSize)
      isComplaintWhole = complaint.contains(0x0a) || complaint.count >= Self.complaintSize
    }
    return count
  }

  private func drainErrors() {
    var count = 1
    // Limited, so that a helper that keeps writing errors cannot block its own answer.
    for _ in 0..<16 where count > 0 { count = read(child.errors) }
    if count == 0 { isErrorsClosed = true }
  }

  private func push() {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { cspawn_write(child.input, $0.baseAddress, $0.count) }
      if count >= 0 {
        unsent.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        unsent = []  // its input is closed; its output will show why
      }
    }
  }

  // MARK: Ending

  /// Waits at most `time` for the end, then kills; returns the exit status and first error line.
  func finish(within time: Duration) -> String {
    waitForEnd(within: time)
    drainErrors()
    let ending = Self.description(of: reap())
    let words = String(decoding: complaint.prefix { $0 != 0x0a }, as: UTF8.self).asReason
    return words.isEmpty ? ending : "\(ending): \(words)"
  }

  /// Closes the program's input, waits at most `time` for it to end, and kills it.
  func dismiss(within time: Duration) {
    guard !isReaped else { return }
    close(child.input)
    child.input = -1
    waitForEnd(within: time)
    _ = reap()
  }

  private func waitForEnd(within time: Duration) {
    let deadline = ContinuousClock.now.advanced(by: time)
    while true {
      var set = [
        pollfd(fd: child.ending, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isErrorsClosed ? -1 : child.errors, events: Int16(POLLIN), revents: 0),
      ]
      let time = ContinuousClock.now.duration(to: deadline).pollTime
      if poll(&set, 2, time) == 0 || time == 0 || set[0].revents != 0 { return }
      if set[1].revents != 0 { drainErrors() }
    }
  }

  private func reap() -> Int32 {
    // The process and group IDs cannot be reused before `waitpid`.
    kill(-child.process, SIGKILL)
    var status: Int32 = 0
    while waitpid(child.process, &status, 0) < 0, errno == EINTR {}
    isReaped = true
    return status
  }

  private static func description(of status: Int32) -> String {
    let signal = status & 0x7f
    if signal == 0 { return "ended without an answer (exit code \((status >> 8) & 0xff))" }
    if signal == SIGKILL { return "stopped answering" }
    return "crashed (\(String(cString: strsignal(signal))))"
  }
}

extension Duration {
  /// For `poll`: whole milliseconds, rounded up; 0 if no time is left.
  fileprivate var pollTime: Int32 {
    self <= .zero ? 0 : Int32(clamping: Int64(self / .milliseconds(1)) + 1)
  }
}

extension String {
  /// The first 300 characters as one line without control characters.
  var asReason: String {
    let shown = unicodeScalars.prefix(300).map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(shown)).split(separator: " ").joined(separator: " ")
  }
}
