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
    if let last { left = min(left + (now - last) / .seconds(1) * perSecond, most) }
    last = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
