/// Why a page could not be read, in words, so that it can be kept in a state and compared.
public struct PageFailure: Error, Hashable {
  /// One line for the user.
  public let reason: String

  /// When the page may be tried again without the user asking for it.
  public let retryAdvice: RetryAdvice

  /// Makes a failure out of its words.
  public init(reason: String, retryAdvice: RetryAdvice = .whenever) {
    self.reason = reason
    self.retryAdvice = retryAdvice
  }

  /// Makes a failure that says what `error` says; one that is a failure already stays as it is.
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
