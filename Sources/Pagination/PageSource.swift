/// A list that is read a page at a time.
///
/// A cursor says where a page begins: an offset, a page number, or a token from the previous page.
///
/// ```swift
/// struct Houses: PageSource {
///   let firstCursor = 1
///
///   func page(at cursor: Int) async throws -> Page<[String], Int> {
///     Page(contents: ["House \(cursor)"], next: cursor < 3 ? cursor + 1 : nil)
///   }
/// }
/// ```
public protocol PageSource<Contents, Cursor>: Sendable {
  /// What a page contains.
  associatedtype Contents: Sendable

  /// Where a page begins.
  associatedtype Cursor: Hashable & Sendable

  /// Where the list begins; always the same value.
  var firstCursor: Cursor { get }

  /// Reads the page that begins at `cursor`.
  ///
  /// May be called again with the same cursor, even before a cancelled call has returned.
  ///
  /// - Throws: Any error; its description is shown to the user. The page may be requested again.
  func page(at cursor: Cursor) async throws -> Page<Contents, Cursor>
}
