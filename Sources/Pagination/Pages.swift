/// The state machine of loading a list page by page, without source, clock or contents.
///
/// One page is loaded at a time, when it is wanted. A failure stays in the state until a retry.
///
/// ```swift
/// var state = Pages.State(firstCursor: 0)
/// Pages.reduce(&state, .nextPageWanted)
/// let request: PageRequest<Int>? = state.request
/// Pages.reduce(&state, .pageFailed(failure))
/// let retry: PageRetry? = state.retry(by: RetryPolicy(limit: 3))
/// ```
public enum Pages {
  /// How far the list has been loaded.
  public struct State<Cursor: Hashable & Sendable>: Equatable, Sendable {
    /// Where the list begins.
    public fileprivate(set) var firstCursor: Cursor

    /// Where the next page begins, or `nil` at the end of the list.
    public fileprivate(set) var nextCursor: Cursor?

    /// How many pages have been loaded.
    public fileprivate(set) var pageCount = 0

    /// Why the next page could not be loaded, until it is retried.
    public fileprivate(set) var lastError: PageFailure?

    /// How often the list has been started over.
    public fileprivate(set) var generation = 0

    fileprivate var isWanted = false
    fileprivate var automaticRetryCount = 0
    fileprivate var failureCount = 0

    /// Makes the state of a list of which nothing is loaded or wanted yet.
    public init(firstCursor: Cursor) {
      self.firstCursor = firstCursor
      nextCursor = firstCursor
    }
  }

  /// Something that happened to the list.
  public enum Event<Cursor: Hashable & Sendable>: Equatable, Sendable {
    /// The next page is wanted. Ignored while a page is loading, at the end, and after a failure.
    case nextPageWanted

    /// The requested page has been read; the page after it begins at `next`.
    case pageLoaded(next: Cursor?)

    /// The requested page could not be read.
    case pageFailed(PageFailure)

    /// The user retries the failed page. Ignored if none failed.
    case retried

    /// The wait before an automatic retry is over, see ``State/retry(by:)``.
    case backOffElapsed

    /// Starts over: nothing is loaded and nothing is wanted.
    case reset

    /// Starts over and requests the first page.
    case reloaded

    /// Starts over with another list and requests its first page.
    case redirected(to: Cursor)
  }

  /// Applies an event to the state; an answer is ignored unless a page is requested.
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

  /// The automatic retry to wait for, or `nil` for none.
  ///
  /// There is none after `policy.limit` retries, or for a failure with ``RetryAdvice/never``.
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
