/// What a failure says about automatic retries.
///
/// ```swift
/// let hopeless = PageFailure(Status.notFound, retryAdvice: RetryAdvice.never)
/// ```
public enum RetryAdvice: Hashable, Sendable {
  /// A retry may help at any time.
  case whenever

  /// A retry may help after this time, and not before.
  case after(Duration)

  /// No retry helps until something else has changed.
  case never
}
