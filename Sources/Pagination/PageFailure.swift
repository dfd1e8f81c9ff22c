/// Why a page could not be read, in a form that can be kept in a state and compared.
public struct PageFailure: Error, Hashable {
  /// One line for the user.
  public let reason: String

  /// Whether and when the page may be retried automatically.
  public let retryAdvice: RetryAdvice

  /// Makes a failure.
  public init(reason: String, retryAdvice: RetryAdvice = .whenever) {
    self.reason = reason
    self.retryAdvice = retryAdvice
  }

  /// Makes a failure with the description of `error`, or a copy if `error` is a ``PageFailure``.
  public init(_ error: any Error) {
    self = error as? PageFailure ?? PageFailure(reason: "\(error)")
  }
}

extension PageFailure: CustomStringConvertible {
  /// The reason.
  public var description: String {
    reason
  }
}
