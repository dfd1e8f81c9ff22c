/// The pages of a query's results; a new query starts over.
public struct PaginatedSearch<
  Query: Hashable & Sendable, Item: Identifiable, Cursor: Hashable & Sendable
> {
  /// A page of a query's results.
  public struct Request: Hashable, Sendable {
    /// The query.
    public let query: Query

    /// The page.
    public let page: PageRequest<Cursor>
  }

  /// The current query.
  public private(set) var query: Query

  /// The results so far.
  public var list: PaginatedList<Item, Cursor>

  /// Makes a search with the given query and results.
  public init(query: Query, list: PaginatedList<Item, Cursor>) {
    self.query = query
    self.list = list
  }

  /// The page that should be loading now, or `nil` for none.
  public var request: Request? {
    list.request.map { Request(query: query, page: $0) }
  }

  /// Starts over with another query; an equal query changes nothing.
  public mutating func look(for newQuery: Query) {
    guard newQuery != query else { return }
    query = newQuery
    PaginatedList.reduce(&list, .reloaded)
  }

  /// Applies the answer to a request; ignored if the request is no longer current.
  public mutating func take(
    _ answer: Result<Page<[Item], Cursor>, PageFailure>, to answered: Request
  ) {
    guard answered == request else { return }
    switch answer {
    case .success(let page): PaginatedList.reduce(&list, .pageLoaded(page))
    case .failure(let failure): PaginatedList.reduce(&list, .pageFailed(failure))
    }
  }
}

extension PaginatedSearch: Equatable where Item: Equatable {}

extension PaginatedSearch: Sendable where Item: Sendable, Item.ID: Sendable {}
