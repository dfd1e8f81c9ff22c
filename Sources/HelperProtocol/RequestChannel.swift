import FoundationEssentials
import Glibc

/// A helper's two ends of the conversation: requests come in, answers go out.
///
/// The helper works on one page at a time; what arrives meanwhile waits here.
package struct RequestChannel {
  private let input: Int32
  private let output: Int32
  private var bytes: [UInt8] = []
  private var waiting: [HelperRequest] = []
  private var hasEnded = false

  /// Takes over standard input and output, unless others are named.
  package init(input: Int32 = 0, output: Int32 = 1) {
    self.input = input
    self.output = output
  }

  /// What to poll for reading while a page is worked on.
  package var descriptor: Int32 { input }

  /// Waits for the next request; `nil` when the program has gone.
  ///
  /// - Throws: `DecodingError` for a line that is no request.
  package mutating func next() throws -> HelperRequest? {
    while waiting.isEmpty, !hasEnded { try read() }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// Whether the program does not want the page with this number any more, or has gone.
  ///
  /// Does not wait: it takes in what has arrived.
  ///
  /// - Throws: `DecodingError` for a line that is no request.
  package mutating func isUnwanted(_ id: Int) throws -> Bool {
    try isUnwanted(id, within: .zero)
  }

  /// Waits until the page with this number is not wanted any more or the time has passed.
  ///
  /// - Returns: Whether it is not wanted any more.
  /// - Throws: `DecodingError` for a line that is no request.
  package mutating func isUnwanted(_ id: Int, within time: Duration) throws -> Bool {
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

  /// Sends an answer.
  ///
  /// - Throws: What encoding throws. A program that has gone is met by the next read.
  package func answer(_ answer: HelperAnswer) throws {
    send(try answer.jsonLine())
  }

  /// Sends a line that is an answer.
  package func send(_ line: [UInt8]) {
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
      waiting.append(try JSONDecoder().decode(HelperRequest.self, from: Data(bytes[..<end])))
    }
  }
}
