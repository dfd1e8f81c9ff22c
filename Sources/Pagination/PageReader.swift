import FeedbackLoop

/// Reads a source page by page, and hands its pages over in order.
///
/// A page is read when it is wanted (``loadNextPage()``), or by itself after the one before if the
/// reader reads ahead. At most one page is under way: the next is read only when the one before has
/// been taken. A failed page is read again by ``retry()``, and by itself if there is a policy for that.
///
/// Reading ends when the reader is stopped or released.
@MainActor
public final class PageReader<Source: PageSource> {
  private typealias State = Pages.State<Source.Cursor>
  private typealias Event = Pages.Event<Source.Cursor>

  private let loop: Loop<State, Event>

  /// Makes a reader; nothing is read until ``loadNextPage()`` is called.
  ///
  /// - Parameters:
  ///   - source: The list to read.
  ///   - readsAhead: Whether a page that was taken makes the next one wanted, until the list ends
  ///     or a page fails. Right for a source that is local and costs nothing to read.
  ///   - policy: When to read a failed page again without being asked; `nil` for never.
  ///   - clock: Measures the waits of the policy.
  ///   - onPage: Takes the contents of a page. Called for one page at a time; the page counts as
  ///     loading until it returns. If the reader is reset or stopped meanwhile, its task is
  ///     cancelled: after an `await`, look at `Task.isCancelled` before storing anything.
  ///   - onChange: Called with each new state, after `onPage` for the page that brought it about.
  public init(
    source: Source,
    readsAhead: Bool,
    retrying policy: RetryPolicy? = nil,
    clock: some Clock<Duration> = ContinuousClock(),
    onPage: @escaping @MainActor (Source.Contents) async -> Void,
    onChange: @escaping @MainActor (Pages.State<Source.Cursor>) -> Void
  ) {
    let desk = PageDesk(onPage: onPage)
    let reading = Feedback<State, Event>(request: \.request) { request in
      await desk.untilFree()
      guard !Task.isCancelled else { return nil }
      do {
        let page = try await source.page(at: request.cursor)
        await desk.handOver(page.contents)
        return .pageLoaded(next: page.next)
      } catch {
        return .pageFailed(PageFailure(error))
      }
    }
    let retrying = policy.map { policy in
      Feedback<State, Event>.retries(
        by: policy, clock: clock, retry: { $0.retry(by: policy) }, event: .backOffElapsed)
    }
    loop = Loop(
      State(firstCursor: source.firstCursor),
      reduce: { state, event in
        Pages.reduce(&state, event)
        if readsAhead, case .pageLoaded = event { Pages.reduce(&state, .nextPageWanted) }
      },
      feedbacks: [reading] + (retrying.map { [$0] } ?? []))
    var last = loop.state
    loop.observe { state in
      guard state != last else { return }
      last = state
      onChange(state)
    }
  }

  /// How far the source has been read.
  public var state: Pages.State<Source.Cursor> {
    loop.state
  }

  /// Reads the next page, unless one is being read, the last one failed, or there is none.
  public func loadNextPage() {
    loop.send(.nextPageWanted)
  }

  /// Reads the page that failed once more; does nothing if none did.
  public func retry() {
    loop.send(.retried)
  }

  /// Gives up what has been read and what is being read; the next page is the first.
  ///
  /// A page under way is not handed over any more.
  public func reset() {
    loop.send(.reset)
  }

  /// Resets, and reads the first page.
  public func reload() {
    loop.send(.reloaded)
  }

  /// Ends reading for good; nothing is handed over afterwards.
  public func stop() {
    loop.stop()
  }
}
