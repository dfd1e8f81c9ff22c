/// The pages of what a query finds: another query starts them over.
public struct PaginatedSearch<
  Query: Hashable & Sendable, Item: Identifiable, Cursor: Hashable & Sendable
> {
  /// A page of what a query finds.
  public struct Request: Hashable, Sendable {
    /// What is looked for.
    public let query: Query

    /// The page that is wanted.
    public let page: PageRequest<Cursor>
  }

  /// What is looked for.
  public private(set) var query: Query

  /// What has been found so far.
  public var list: PaginatedList<Item, Cursor>

  /// A search of which nothing is loaded, and nothing is wanted yet.
  public init(query: Query, list: PaginatedList<Item, Cursor>) {
    self.query = query
    self.list = list
  }

  /// The page that should be loading now, or `nil` for none.
  public var request: Request? {
    list.request.map { Request(query: query, page: $0) }
  }

  /// Looks for something else, from the first page; an equal query changes nothing.
  public mutating func look(for newQuery: Query) {
    guard newQuery != query else { return }
    query = newQuery
    PaginatedList.reduce(&list, .reloaded)
  }

  /// Takes the answer to a request; does nothing if another has taken its place.
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
