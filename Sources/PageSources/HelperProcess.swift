import Glibc
import Processes
import Threads

/// A running helper program; `deinit` kills and reaps it, and kills all processes that it started.
final class HelperProcess {
  enum Outcome {
    case line([UInt8])
    case tooLong
    case ended
    case cancelled
    case timedOut
  }

  private static let complaintSize = 300

  private let child: ChildProcess
  private var output: [UInt8] = []
  private var searched = 0
  private var unsent: [UInt8] = []
  private var complaint: [UInt8] = []
  private var isComplaintWhole = false

  /// Starts a helper; if this process is killed, the helper has the time `leaving` to exit.
  init(_ program: HelperProgram, leaving: Duration) throws(HelperError) {
    do {
      child = try ChildProcess(
        program.path, [program.name], input: .pipe, output: .pipe, errors: .pipe,
        session: .guarded(grace: leaving))
    } catch {
      throw .cannotStart(program.name, reason: "\(error)")
    }
  }

  deinit { _ = child.reap() }

  // MARK: Talking

  /// Queues bytes; bytes that do not fit into the pipe are sent while `line` waits.
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
      guard child.output.isOpen else { return .ended }
      let reading = [wakeUp.descriptor, child.output.descriptor, child.errors.descriptor]
      let writing = unsent.isEmpty ? -1 : child.input.descriptor
      guard
        let ready = Descriptors.wait(reading: reading, writing: writing, until: deadline)
      else { return .timedOut }
      if ready[0] { wakeUp.acknowledge() }
      push()
      drainErrors()
      child.output.read { output += $0 }
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

  private func drainErrors() {
    // Limited, so that a helper that keeps writing errors cannot delay its own answer.
    for _ in 0..<16 where !child.errors.read(note) { return }
  }

  private func note(_ bytes: UnsafeRawBufferPointer) {
    guard !isComplaintWhole else { return }
    complaint += bytes.prefix(Self.complaintSize)
    isComplaintWhole = complaint.contains(0x0a) || complaint.count >= Self.complaintSize
  }

  private func push() {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { Descriptors.write(child.input.descriptor, $0) }
      if count >= 0 {
        unsent.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        unsent = []  // its input is closed; its output shows why
      }
    }
  }

  // MARK: Ending

  /// Waits at most `time` for the end, then kills it; returns the exit status and first line of errors.
  func finish(within time: Duration) -> String {
    waitForEnd(within: time)
    drainErrors()
    let ending = Self.description(of: child.reap())
    let words = String(decoding: complaint.prefix { $0 != 0x0a }, as: UTF8.self).asReason
    return words.isEmpty ? ending : "\(ending): \(words)"
  }

  /// Closes the program's input, waits at most `time` for its end, and kills it.
  func dismiss(within time: Duration) {
    child.input.close()
    waitForEnd(within: time)
    _ = child.reap()
  }

  private func waitForEnd(within time: Duration) {
    let deadline = ContinuousClock.now.advanced(by: time)
    while let ready = Descriptors.wait(
      reading: [child.ending, child.errors.descriptor], until: deadline), !ready[0]
    {
      drainErrors()
    }
  }

  private static func description(of ending: ChildProcess.Ending) -> String {
    switch ending {
    case .signalled(SIGKILL): "stopped answering"
    case .signalled(let signal): "crashed (\(String(cString: strsignal(signal))))"
    case .exited(let status): "ended without an answer (exit status \(status))"
    case .notStarted(let reason): reason
    case .unknown: "\(ending)"
    }
  }
}

extension String {
  /// The first 300 characters, as one line without control characters.
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
