/// Why a page could not be read, in a form that can be kept in a state and compared.
///
/// ```swift
/// let failure = PageFailure(Status.notFound)
/// failure.error(as: Status.self) == .notFound
/// ```
public struct PageFailure: Error, Hashable {
  /// One line for the user.
  public let reason: String

  /// Whether and when the page may be retried automatically.
  public let retryAdvice: RetryAdvice

  private let underlying: ComparableError?

  /// Makes a failure.
  public init(reason: String, retryAdvice: RetryAdvice = .whenever) {
    self.reason = reason
    self.retryAdvice = retryAdvice
    underlying = nil
  }

  /// Makes a failure with the description of `error`, or a copy if `error` is a ``PageFailure``.
  ///
  /// An error that is `Hashable` is kept, see ``error(as:)``.
  public init(_ error: any Error, retryAdvice: RetryAdvice = .whenever) {
    if let failure = error as? PageFailure {
      self = failure
    } else {
      reason = "\(error)"
      self.retryAdvice = retryAdvice
      underlying = (error as? any Error & Hashable).map(ComparableError.init)
    }
  }

  /// The error that the failure was made of, if it is of that type.
  public func error<Failure: Error & Hashable>(as type: Failure.Type) -> Failure? {
    underlying?.base as? Failure
  }
}

/// An error of any type that can be compared.
private struct ComparableError: Hashable {
  let base: any Error & Hashable

  static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  func hash(into hasher: inout Hasher) {
    base.hash(into: &hasher)
  }
}

extension PageFailure: CustomStringConvertible {
  /// The reason.
  public var description: String {
    reason
  }
}
