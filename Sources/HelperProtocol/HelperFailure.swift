/// Why a page is not available.
package struct HelperFailure: Error, Equatable {
  /// One line for the user.
  package var reason: String

  /// Whether the same request may succeed later.
  package var mayRetry: Bool

  /// The wait in seconds that the source demands.
  package var retryAfter: Double?

  package init(reason: String, mayRetry: Bool = true, retryAfter: Double? = nil) {
    self.reason = reason
    self.mayRetry = mayRetry
    self.retryAfter = retryAfter
  }
}
