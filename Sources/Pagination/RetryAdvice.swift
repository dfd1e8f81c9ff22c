/// What a failure says about trying again without being asked to.
public enum RetryAdvice: Hashable, Sendable {
  /// Another attempt may help, whenever it comes.
  case whenever

  /// Another attempt is of use when so much time has gone by, and not before.
  case after(Duration)

  /// No attempt helps until something else has changed.
  case never
}
