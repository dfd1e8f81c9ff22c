/// A type-erased source, for code that holds one of several sources and their cursors in one state.
///
/// ```swift
/// let any = isLocal ? AnyPageSource(local) : AnyPageSource(remote)
/// var list = PaginatedList<Person, AnyPageCursor>(of: any)
/// ```
public struct AnyPageSource<Contents: Sendable>: PageSource {
  private let read: @Sendable (AnyPageCursor) async throws -> Page<Contents, AnyPageCursor>

  /// Where the list begins.
  public let firstCursor: AnyPageCursor

  /// Erases the type of `source`.
  public init<Source: PageSource>(_ source: Source) where Source.Contents == Contents {
    firstCursor = AnyPageCursor(source.firstCursor)
    read = { cursor in
      guard let here = cursor.base as? Source.Cursor else {
        preconditionFailure("a cursor of another source")
      }
      return try await source.page(at: here).mapCursor(AnyPageCursor.init)
    }
  }

  /// Reads the page at `cursor`, which must be a cursor of the same source.
  public func page(at cursor: AnyPageCursor) async throws -> Page<Contents, AnyPageCursor> {
    try await read(cursor)
  }
}

/// A type-erased cursor.
public struct AnyPageCursor: Hashable, Sendable {
  let base: any Hashable & Sendable

  /// Erases the type of `cursor`.
  public init(_ cursor: some Hashable & Sendable) {
    base = cursor
  }

  /// Whether both have the same type and are equal.
  public static func == (left: AnyPageCursor, right: AnyPageCursor) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  /// Hashes the cursor.
  public func hash(into hasher: inout Hasher) {
    base.hash(into: &hasher)
  }
}
