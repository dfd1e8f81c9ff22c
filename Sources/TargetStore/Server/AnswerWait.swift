/// The wait for an answer, with a deadline that small pieces of data do not extend.
///
/// Only the time spent waiting counts, not the time between two waits.
struct AnswerWait {
  private let patience: Duration

  /// Whether each received kibibyte extends the deadline.
  private let isForMuch: Bool

  private var spent = Duration.zero
  private var received = 0

  private static let leastBytes = 1_024

  init(patience: Duration, isForMuch: Bool) {
    (self.patience, self.isForMuch) = (patience, isForMuch)
  }

  /// Counts newly received bytes.
  mutating func note(received count: Int) {
    guard isForMuch else { return }
    received += count
    if received >= Self.leastBytes { (received, spent) = (0, .zero) }
  }

  /// Restarts the wait, because the server still accepts data.
  mutating func renew() { spent = .zero }

  /// - Throws: ``ServerError/lost(reason:)`` at the deadline, or ``StoreError/cancelled``.
  mutating func note(spent time: Duration) throws {
    spent += time
    if Task.isCancelled { throw StoreError.cancelled }
    if spent >= patience { throw ServerError.lost(reason: "the server does not answer") }
  }
}

/// The number of received bytes, of all answers on a connection, that have not been read.
final class BufferedBytes {
  private(set) var count = 0
  let limits: ServerLimits

  init(_ limits: ServerLimits) { self.limits = limits }

  /// - Throws: ``ServerError/broken(reason:)`` if there are too many.
  func add(_ more: Int) throws {
    guard count + more <= limits.mostBuffered else {
      throw ServerError.broken(reason: "it is longer than \(limits.mostBuffered >> 20) MiB")
    }
    count += more
  }

  func remove(_ fewer: Int) { count -= fewer }
}

/// The limits of what a server may send.
struct ServerLimits {
  /// The maximum number of bytes that are kept before they are read.
  var mostBuffered = 64 << 20

  /// The maximum number of bytes of the rows of a long reading; other answers may have `mostBuffered`.
  var longestAnswer = 1 << 36
}
