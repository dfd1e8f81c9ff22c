/// A paginated list of search results.
///
/// Setting a new query discards the results and loads the first page; setting `nil` clears them.
///
/// ```swift
/// var search = PaginatedSearch<String, Person, Int>(list: PaginatedList(firstCursor: 0))
/// search.look(for: "ar")
/// search.request?.query == "ar"
/// ```
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

  /// Something that happened to the search.
  public enum Event {
    /// A page was read, or could not be.
    case answered(Result<Page<[Item], Cursor>, PageFailure>, to: Request)

    /// The wait before an automatic retry is over.
    case backOffElapsed
  }

  /// The current query, or `nil` for none.
  public private(set) var query: Query?

  /// The results so far.
  public var list: PaginatedList<Item, Cursor>

  /// Makes a search with the given query and results.
  public init(query: Query? = nil, list: PaginatedList<Item, Cursor>) {
    self.query = query
    self.list = list
  }

  /// The page that should be loading now, or `nil` for none.
  public var request: Request? {
    guard let query else { return nil }
    return list.request.map { Request(query: query, page: $0) }
  }

  /// Starts over with another query, or ends with none; an equal query changes nothing.
  public mutating func look(for newQuery: Query?) {
    guard newQuery != query else { return }
    query = newQuery
    PaginatedList.reduce(&list, newQuery == nil ? .reset : .reloaded)
  }

  /// Applies an event to the search.
  public static func reduce(_ search: inout Self, _ event: Event) {
    switch event {
    case .answered(let answer, let request): search.take(answer, to: request)
    case .backOffElapsed: PaginatedList.reduce(&search.list, .backOffElapsed)
    }
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

extension PaginatedSearch.Event: Sendable where Item: Sendable {}

extension PaginatedSearch: Equatable where Item: Equatable {}

extension PaginatedSearch: Sendable where Item: Sendable, Item.ID: Sendable {}
