/// Why a page could not be had, and what may help.
package struct HelperFailure: Equatable, Sendable {
  /// One line for the user.
  package var reason: String

  /// Whether trying again may help without anything else having changed.
  package var mayRetry: Bool

  /// The wait in seconds that the source asks for, if it does.
  package var retryAfter: Double?

  /// Makes a failure.
  package init(reason: String, mayRetry: Bool = true, retryAfter: Double? = nil) {
    self.reason = reason
    self.mayRetry = mayRetry
    self.retryAfter = retryAfter
  }
}
