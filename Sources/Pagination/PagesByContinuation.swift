/// A list whose pages each give out what the next is asked for with: a token, a link.
public struct PagesByContinuation<Contents: Sendable, Token: Hashable & Sendable>: PageSource {
  /// Where a page begins.
  public enum Cursor: Hashable, Sendable {
    /// The first page, which nothing is known about.
    case start

    /// The page that the one before has given this out for.
    case at(Token)
  }

  private let read: @Sendable (Token?) async throws -> Page<Contents, Token>

  /// Makes a source; `read` gets `nil` for the first page.
  public init(read: @escaping @Sendable (Token?) async throws -> Page<Contents, Token>) {
    self.read = read
  }

  /// The first page.
  public var firstCursor: Cursor {
    .start
  }

  /// Reads the page at `cursor`.
  ///
  /// - Throws: What reading throws, and a ``PageFailure`` that no retry helps against if the page
  ///   names itself as its successor: the list would have no end.
  public func page(at cursor: Cursor) async throws -> Page<Contents, Cursor> {
    var token: Token?
    if case .at(let given) = cursor { token = given }
    let page = try await read(token)
    if let token, page.next == token {
      throw PageFailure(reason: "the page is its own successor", retryAdvice: .never)
    }
    return Page(contents: page.contents, next: page.next.map(Cursor.at))
  }
}
