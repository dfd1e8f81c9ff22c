/// The course of loading a list page by page, as a value: no source, no clock, no contents.
///
/// One page is loaded at a time, and only when it is wanted. A failure is kept in the state until
/// somebody asks for another attempt: it neither repeats by itself nor loses its place.
public enum Pages {
  /// How far the list has been loaded.
  public struct State<Cursor: Hashable & Sendable>: Equatable, Sendable {
    /// Where the list begins.
    public fileprivate(set) var firstCursor: Cursor

    /// Where the next page begins, or `nil` when there is none.
    public fileprivate(set) var nextCursor: Cursor?

    /// How many pages have been loaded.
    public fileprivate(set) var pageCount = 0

    /// Why the next page could not be loaded, until it is tried again.
    public fileprivate(set) var lastError: PageFailure?

    /// How often the list has been started over.
    public fileprivate(set) var generation = 0

    fileprivate var isWanted = false
    fileprivate var automaticRetryCount = 0
    fileprivate var failureCount = 0

    /// A list of which nothing is loaded, and nothing is wanted yet.
    public init(firstCursor: Cursor) {
      self.firstCursor = firstCursor
      nextCursor = firstCursor
    }
  }

  /// Something that happened to the list.
  public enum Event<Cursor: Hashable & Sendable>: Equatable, Sendable {
    /// More of the list is wanted. Ignored while a page is loading, after a failure (see
    /// ``retried``), and at the end of the list.
    case nextPageWanted

    /// The requested page is there; `next` is where the one after it begins.
    case pageLoaded(next: Cursor?)

    /// The requested page could not be read.
    case pageFailed(PageFailure)

    /// Another attempt is wanted at the page that failed. Ignored unless one did.
    case retried

    /// The wait after a failure is over, see ``State/retry(by:)``. As ``retried``, but it counts.
    case backOffElapsed

    /// The list was given up: nothing is loaded, and nothing is wanted.
    case reset

    /// The list is wanted anew, from its first page.
    case reloaded

    /// Another list is wanted in place of this one, from the first page of that.
    case redirected(to: Cursor)
  }

  /// Applies one event to the state.
  ///
  /// The answer to a request counts only while something is requested.
  public static func reduce<Cursor>(_ state: inout State<Cursor>, _ event: Event<Cursor>) {
    switch event {
    case .nextPageWanted:
      guard state.lastError == nil, !state.isExhausted else { return }
      state.isWanted = true

    case .pageLoaded(let next):
      guard state.isLoading else { return }
      state.isWanted = false
      state.nextCursor = next
      state.pageCount += 1
      state.failureCount = 0
      state.automaticRetryCount = 0

    case .pageFailed(let failure):
      guard state.isLoading else { return }
      state.isWanted = false
      state.lastError = failure
      state.failureCount += 1

    case .retried:
      guard state.lastError != nil else { return }
      state.lastError = nil
      state.isWanted = true
      state.automaticRetryCount = 0

    case .backOffElapsed:
      guard state.lastError != nil else { return }
      state.lastError = nil
      state.isWanted = true
      state.automaticRetryCount += 1

    case .reset:
      let generation = state.generation + 1
      state = State(firstCursor: state.firstCursor)
      state.generation = generation

    case .reloaded:
      reduce(&state, .reset)
      reduce(&state, .nextPageWanted)

    case .redirected(let cursor):
      state.firstCursor = cursor
      reduce(&state, .reloaded)
    }
  }
}

// MARK: Queries

extension Pages.State {
  /// The page that should be loading now, or `nil` for none.
  public var request: PageRequest<Cursor>? {
    guard isWanted, let nextCursor else { return nil }
    return PageRequest(
      cursor: nextCursor, pageNumber: pageCount, attempt: failureCount, generation: generation)
  }

  /// Whether a page is being loaded.
  public var isLoading: Bool {
    request != nil
  }

  /// Whether the last page has been loaded.
  public var isExhausted: Bool {
    nextCursor == nil
  }

  /// The retry that should come by itself, or `nil` when none should.
  ///
  /// None does once the policy's limit is reached, or if the failure says that it is of no use.
  public func retry(by policy: RetryPolicy) -> PageRetry? {
    guard let lastError, automaticRetryCount < policy.limit else { return nil }
    let earliest: Duration?
    switch lastError.retryAdvice {
    case .whenever: earliest = nil
    case .after(let wait): earliest = wait
    case .never: return nil
    }
    return PageRetry(
      number: automaticRetryCount, earliest: earliest, attempt: failureCount,
      pageNumber: pageCount, generation: generation)
  }
}
