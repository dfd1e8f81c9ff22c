/// The page that is wanted now.
///
/// Two requests are equal only if they stand for one and the same wish: a retry differs from the
/// attempt before it, and so does the first page after a reset from the one before.
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
