/// A list with numbered pages, each of which names the next.
///
/// ```swift
/// let source = PagesByIndex { page in await server.people("", page) }
/// ```
public struct PagesByIndex<Contents: Sendable>: PageSource {
  /// The number of the first page.
  public let firstCursor: Int

  private let read: @Sendable (Int) async throws -> Page<Contents, Int>

  /// Makes a source.
  public init(
    from firstIndex: Int = 1, read: @escaping @Sendable (Int) async throws -> Page<Contents, Int>
  ) {
    firstCursor = firstIndex
    self.read = read
  }

  /// Reads the page with the number `cursor`.
  public func page(at cursor: Int) async throws -> Page<Contents, Int> {
    try await read(cursor)
  }
}
