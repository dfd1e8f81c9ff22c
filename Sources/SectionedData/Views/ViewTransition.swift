/// How a view went, or is to go, from one list to the next.
public enum ViewTransition: Hashable, Sendable {
  /// By its differences, step after step.
  case animated

  /// By showing everything anew.
  case reload
}
