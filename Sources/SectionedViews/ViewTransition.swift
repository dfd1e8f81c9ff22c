/// How a view changes from one list to the next.
public enum ViewTransition: Hashable, Sendable {
  /// By its differences, one stage after another.
  case animated

  /// By reloading everything.
  case reload
}
