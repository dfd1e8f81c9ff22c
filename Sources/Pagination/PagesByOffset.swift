/// A list that is read by the offset of an item and the number of items wanted.
public struct PagesByOffset<Item: Sendable>: PageSource {
  /// The offset of the first item.
  public let firstCursor: Int

  private let limit: Int
  private let read: @Sendable (_ offset: Int, _ limit: Int) async throws -> [Item]

  /// Makes a source; a page of fewer than `limit` items is the last one.
  ///
  /// - Precondition: `limit` is positive.
  public init(
    from firstOffset: Int = 0, limit: Int,
    read: @escaping @Sendable (_ offset: Int, _ limit: Int) async throws -> [Item]
  ) {
    precondition(limit > 0, "a page has room for an item")
    firstCursor = firstOffset
    self.limit = limit
    self.read = read
  }

  /// Reads the items at `cursor` and after it.
  public func page(at cursor: Int) async throws -> Page<[Item], Int> {
    let items = try await read(cursor, limit)
    return Page(contents: items, next: items.count < limit ? nil : cursor + items.count)
  }
}
