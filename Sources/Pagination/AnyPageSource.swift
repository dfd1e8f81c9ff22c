/// A source of pages whatever kind of source it is.
///
/// For code that is to hold one of several sources, and their cursors in one state.
public struct AnyPageSource<Contents: Sendable>: PageSource {
  private let read: @Sendable (AnyPageCursor) async throws -> Page<Contents, AnyPageCursor>

  /// Where the list begins.
  public let firstCursor: AnyPageCursor

  /// Hides what kind of source `source` is.
  public init<Source: PageSource>(_ source: Source) where Source.Contents == Contents {
    firstCursor = AnyPageCursor(source.firstCursor)
    read = { cursor in
      guard let here = cursor.base as? Source.Cursor else {
        preconditionFailure("a cursor of another source")
      }
      let page = try await source.page(at: here)
      return Page(contents: page.contents, next: page.next.map(AnyPageCursor.init))
    }
  }

  /// Reads the page at `cursor`.
  ///
  /// - Throws: What the source throws.
  /// - Precondition: The cursor is of the same source.
  public func page(at cursor: AnyPageCursor) async throws -> Page<Contents, AnyPageCursor> {
    try await read(cursor)
  }
}

/// A place in a list, whatever kind of source the list comes from.
public struct AnyPageCursor: Hashable, Sendable {
  let base: any Hashable & Sendable

  /// Hides what kind of cursor `cursor` is.
  public init(_ cursor: some Hashable & Sendable) {
    base = cursor
  }

  /// Equal when both are of one kind and equal in it.
  public static func == (left: AnyPageCursor, right: AnyPageCursor) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  /// Hashes the cursor.
  public func hash(into hasher: inout Hasher) {
    base.hash(into: &hasher)
  }
}
