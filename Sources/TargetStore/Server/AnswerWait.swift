/// The wait for an answer, which ends however often the server sends a little.
///
/// Only the time that was spent waiting counts, not that between two looks.
struct AnswerWait {
  private let patience: Duration

  /// Whether each kibibyte that is received postpones the deadline.
  private let isForMuch: Bool

  private var spent = Duration.zero
  private var received = 0

  private static let leastBytes = 1_024

  init(patience: Duration, isForMuch: Bool) {
    (self.patience, self.isForMuch) = (patience, isForMuch)
  }

  /// Counts the bytes that were received since.
  mutating func note(received count: Int) {
    guard isForMuch else { return }
    received += count
    if received >= Self.leastBytes { (received, spent) = (0, .zero) }
  }

  /// Starts the wait again, because the server still accepts data.
  mutating func renew() { spent = .zero }

  /// - Throws: ``ServerError/lost(reason:)`` at the deadline, or ``StoreError/cancelled``.
  mutating func note(spent time: Duration) throws {
    spent += time
    if Task.isCancelled { throw StoreError.cancelled }
    if spent >= patience { throw ServerError.lost(reason: "the server does not answer") }
  }
}

/// The bytes of rows that have been received and not read yet, of all answers on a connection.
final class BufferedBytes {
  private(set) var count = 0
  let limits: ServerLimits

  init(_ limits: ServerLimits) { self.limits = limits }

  /// - Throws: ``ServerError/broken(reason:)`` when they are too many.
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
  /// How many bytes are kept that were received and not read yet.
  var mostBuffered = 64 << 20

  /// How many bytes the rows of a long reading may have together; those of other answers may have
  /// `mostBuffered`.
  var longestAnswer = 1 << 36
}
