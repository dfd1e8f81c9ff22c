/// How often, and how long after a failure, a page is retried automatically.
///
/// ```swift
/// let policy = RetryPolicy(limit: 3, firstDelay: .seconds(2), spread: 0)
/// retry.map { policy.delay(before: $0, chance: 0) } == .seconds(2)
/// ```
public struct RetryPolicy: Hashable, Sendable {
  /// The maximum number of automatic retries of a page; a manual retry starts the count again.
  public let limit: Int

  /// The wait before the first retry.
  public let firstDelay: Duration

  /// The longest wait of this policy; a failure may ask for a longer one.
  public let longestDelay: Duration

  /// How many times longer each wait is than the previous one.
  public let factor: Int

  /// The share of a wait that `chance` may take off, from 0 to 1.
  public let spread: Double

  /// Makes a policy; nothing is negative, `factor` is at least 1, and `spread` at most 1.
  public init(
    limit: Int = 5, firstDelay: Duration = .seconds(1), longestDelay: Duration = .seconds(60),
    factor: Int = 2, spread: Double = 0.5
  ) {
    precondition(limit >= 0 && firstDelay >= .zero && longestDelay >= .zero, "a negative wait")
    precondition(factor >= 1 && (0...1).contains(spread), "waits grow, and shrink by a share")
    self.limit = limit
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.factor = factor
    self.spread = spread
  }

  /// The wait before a retry: the one that its failure demands, or else that of the policy.
  ///
  /// `chance`, from 0 up to 1, shortens the policy's wait; 0 leaves it as it is.
  public func delay(before retry: PageRetry, chance: Double) -> Duration {
    if let wait = retry.earliest { return max(wait, .zero) }
    var delay = min(firstDelay, longestDelay)
    for _ in 0..<retry.number where factor > 1 && delay < longestDelay {
      delay = delay > longestDelay / factor ? longestDelay : delay * factor
    }
    return delay - delay * (spread * chance)
  }
}
