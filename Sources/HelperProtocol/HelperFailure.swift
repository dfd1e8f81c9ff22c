/// Why a page could not be had, and what may help.
public struct HelperFailure: Equatable, Sendable {
  /// One line for the user.
  public var reason: String

  /// Whether trying again may help without anything else having changed.
  public var mayRetry: Bool

  /// The wait in seconds that the source asks for, if it does.
  public var retryAfter: Double?

  /// Makes a failure.
  public init(reason: String, mayRetry: Bool = true, retryAfter: Double? = nil) {
    self.reason = reason
    self.mayRetry = mayRetry
    self.retryAfter = retryAfter
  }
}
