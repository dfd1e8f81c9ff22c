/// How often, and how long after its failure, a page is tried again without being asked to.
public struct RetryPolicy: Hashable, Sendable {
  /// How many attempts may follow a failure by themselves; asking for a retry allows as many again.
  public let limit: Int

  /// The wait before the first of them.
  public let firstDelay: Duration

  /// The longest wait; a failure that says when to retry may ask for a longer one.
  public let longestDelay: Duration

  /// How many times as long as the wait before it each wait is.
  public let factor: Int

  /// The share of a wait that chance may take off, from 0 for none to 1 for all of it.
  public let spread: Double

  /// Makes a policy.
  ///
  /// - Precondition: Nothing is negative, `factor` is at least 1, and `spread` at most 1.
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

  /// The wait before a retry.
  ///
  /// - Parameters:
  ///   - retry: The retry that is to come.
  ///   - chance: A number from 0 up to 1; 0 leaves the wait as long as it is.
  /// - Returns: What the failure asks for, if it says so; otherwise the wait of the policy.
  public func delay(before retry: PageRetry, chance: Double) -> Duration {
    if let wait = retry.earliest { return max(wait, .zero) }
    var delay = min(firstDelay, longestDelay)
    for _ in 0..<retry.number where factor > 1 && delay < longestDelay {
      delay = delay > longestDelay / factor ? longestDelay : delay * factor
    }
    return delay - delay * (spread * chance)
  }
}
