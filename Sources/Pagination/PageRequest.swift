/// The page that should be loading now; a retry or restart makes a request that is not equal.
public struct PageRequest<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// Where the page begins.
  public let cursor: Cursor

  /// How many pages were loaded before this one.
  public let pageNumber: Int

  /// How often this page has failed.
  public let attempt: Int

  /// How often the list has been started over.
  public let generation: Int
}
