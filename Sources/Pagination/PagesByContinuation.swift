/// A list in which each page contains a token or link for the next.
///
/// ```swift
/// let source = PagesByContinuation { (token: String?) in
///   Page(contents: [token ?? "first"], next: token == nil ? "second" : nil)
/// }
/// ```
public struct PagesByContinuation<Contents: Sendable, Token: Hashable & Sendable>: PageSource {
  /// Where a page begins.
  public enum Cursor: Hashable, Sendable {
    /// The first page.
    case start

    /// The page for this token, which came with the previous page.
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
  /// - Throws: The error of `read`, or a ``PageFailure`` if the next page has the same token.
  public func page(at cursor: Cursor) async throws -> Page<Contents, Cursor> {
    var token: Token?
    if case .at(let given) = cursor { token = given }
    let page = try await read(token)
    if let token, page.next == token {
      throw PageFailure(reason: "the next page has the same token as this one", retryAdvice: .never)
    }
    return page.mapCursor(Cursor.at)
  }
}
