/// How a view changes from one list to the next.
public enum ViewTransition: Hashable, Sendable {
  /// By its differences, stage after stage.
  case animated

  /// By reloading everything.
  case reload
}
