/// Limits how often something is done, but allows short bursts: a token bucket.
package struct TokenBucket: Sendable {
  private let most: Double
  private let perSecond: Double
  private var left: Double
  private var last: ContinuousClock.Instant?

  /// - Parameters:
  ///   - most: The maximum number of tokens for a burst, after a pause.
  ///   - perSecond: The tokens per second in the long run.
  package init(most: Int, perSecond: Double) {
    self.most = Double(most)
    self.perSecond = perSecond
    left = self.most
  }

  /// Takes a token, if there is one; O(1).
  package mutating func take(at now: ContinuousClock.Instant = .now) -> Bool {
    refill(at: now)
    guard left >= 1 else { return false }
    left -= 1
    return true
  }

  /// Takes tokens for what has been done already, even if there are fewer: the missing ones are refilled first; O(1).
  ///
  /// - Parameters:
  ///   - count: The number of tokens.
  ///   - mostOwed: The maximum number of tokens that can be missing afterwards.
  ///   - now: The time.
  package mutating func takeInAnyCase(
    _ count: Int, mostOwed: Int, at now: ContinuousClock.Instant = .now
  ) {
    refill(at: now)
    left = max(left - Double(count), min(left, -Double(mostOwed)))
  }

  private mutating func refill(at now: ContinuousClock.Instant) {
    if let last { left = min(left + (now - last) / .seconds(1) * perSecond, most) }
    last = now
  }
}
