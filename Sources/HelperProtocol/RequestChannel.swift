import Glibc

/// A helper's side of the protocol: it reads requests, queues them, and writes answers.
package struct RequestChannel {
  private let input: Int32
  private let output: Int32
  private var bytes: [UInt8] = []
  private var waiting: [HelperRequest] = []
  private var hasEnded = false

  package init(input: Int32 = 0, output: Int32 = 1) {
    self.input = input
    self.output = output
  }

  /// The descriptor to poll for requests while working on a page.
  package var descriptor: Int32 { input }

  /// A line that is not a request.
  package struct NotARequest: Error, CustomStringConvertible {
    package var description: String { "a line of the input is not a request" }
  }

  /// Waits for the next request; `nil` at the end of input.
  ///
  /// - Throws: ``NotARequest`` for a line that is not a request.
  package mutating func next() throws -> HelperRequest? {
    while waiting.isEmpty, !hasEnded { try read() }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// Waits at most `time` for a cancellation or the end of input, and returns whether either arrived.
  ///
  /// - Throws: ``NotARequest`` for a line that is not a request.
  package mutating func isUnwanted(_ id: Int, within time: Duration = .zero) throws -> Bool {
    let deadline = ContinuousClock.now.advanced(by: time)
    while true {
      if hasEnded || waiting.contains(.cancel(id)) { return true }
      let left = max(ContinuousClock.now.duration(to: deadline), .zero)
      let milliseconds = Int32(clamping: Int64(left / .milliseconds(1)) + (left > .zero ? 1 : 0))
      var set = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      let ready = poll(&set, 1, milliseconds)
      if ready == 0 { return false }
      if ready > 0 { try read() }
    }
  }

  /// The maximum number of bytes that the program accepts as an answer.
  private static let largestAnswer = 8 << 20

  /// Sends an answer, or a failure if it is too large; a closed output is not an error.
  package func answer(_ answer: HelperAnswer) {
    var line = answer.line
    if line.count > Self.largestAnswer {
      let failure = HelperFailure(reason: "a page of names is too large", mayRetry: false)
      line = HelperAnswer(id: answer.id, .failure(failure)).line
    }
    var written = 0
    while written < line.count {
      let count = line.withUnsafeBytes {
        write(output, $0.baseAddress?.advanced(by: written), line.count - written)
      }
      if count >= 0 { written += count } else if errno != EINTR { return }
    }
  }

  private mutating func read() throws {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(input, &chunk, chunk.count)
    if count < 0, errno == EINTR { return }
    guard count > 0 else {
      hasEnded = true
      return
    }
    bytes += chunk[..<count]
    while let end = bytes.firstIndex(of: 0x0a) {
      defer { bytes.removeSubrange(...end) }
      guard let request = HelperRequest(line: Array(bytes[..<end])) else { throw NotARequest() }
      waiting.append(request)
    }
  }
}
