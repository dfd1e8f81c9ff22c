/// A list that is handed out a page at a time.
///
/// A cursor says where a page begins: an offset, the number of a page, or whatever continuation
/// the list's owner has given out with the page before.
public protocol PageSource<Contents, Cursor>: Sendable {
  /// What a page holds.
  associatedtype Contents: Sendable

  /// Where a page begins.
  associatedtype Cursor: Hashable & Sendable

  /// Where the list begins; the same whenever it is asked for.
  var firstCursor: Cursor { get }

  /// Reads the page that begins at `cursor`.
  ///
  /// May be called again with the same cursor, after a failure or to start over, and even before
  /// a call that was cancelled has returned.
  ///
  /// - Throws: Any error; its description is what the user is told. The list can still be read:
  ///   the same page may be asked for again.
  func page(at cursor: Cursor) async throws -> Page<Contents, Cursor>
}
