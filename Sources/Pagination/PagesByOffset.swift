/// A list that is read by offset and number of items.
///
/// ```swift
/// let source = PagesByOffset(limit: 2) { offset, limit in
///   Array(people.dropFirst(offset).prefix(limit))
/// }
/// ```
public struct PagesByOffset<Item: Sendable>: PageSource {
  /// The offset of the first item.
  public let firstCursor: Int

  private let limit: Int
  private let read: @Sendable (_ offset: Int, _ limit: Int) async throws -> [Item]

  /// Makes a source; `limit` must be positive, and a page of fewer items is the last one.
  public init(
    from firstOffset: Int = 0, limit: Int,
    read: @escaping @Sendable (_ offset: Int, _ limit: Int) async throws -> [Item]
  ) {
    precondition(limit > 0, "a page has room for an item")
    firstCursor = firstOffset
    self.limit = limit
    self.read = read
  }

  /// Reads up to `limit` items from the offset `cursor`.
  public func page(at cursor: Int) async throws -> Page<[Item], Int> {
    let items = try await read(cursor, limit)
    return Page(contents: items, next: items.count < limit ? nil : cursor + items.count)
  }
}
