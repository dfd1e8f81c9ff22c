import FeedbackLoop

/// Reads a source page by page, and passes the pages on in order.
///
/// One page is read at a time, and only after the previous one has been processed. Reading ends
/// when the reader is stopped or released.
@MainActor
public final class PageReader<Source: PageSource> {
  private typealias State = Pages.State<Source.Cursor>
  private typealias Event = Pages.Event<Source.Cursor>

  private let loop: Loop<State, Event>

  /// Makes a reader; nothing is read until ``loadNextPage()`` is called.
  ///
  /// - Parameters:
  ///   - source: The list to read.
  ///   - readsAhead: Whether each loaded page makes the next one wanted; for cheap local sources.
  ///   - policy: When to retry a failed page automatically; `nil` for never.
  ///   - clock: Measures the waits of the policy.
  ///   - onPage: Processes one page, which counts as loading until this returns. A reset or stop
  ///     cancels its task: after an `await`, check `Task.isCancelled` before storing anything.
  ///   - onChange: Called with each new state, after `onPage` for the page that caused it.
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

  /// Reads the failed page again; does nothing if none failed.
  public func retry() {
    loop.send(.retried)
  }

  /// Drops the page that is being read and starts over; the next page is the first.
  public func reset() {
    loop.send(.reset)
  }

  /// Resets, and reads the first page.
  public func reload() {
    loop.send(.reloaded)
  }

  /// Stops reading permanently; no page is passed on afterwards.
  public func stop() {
    loop.stop()
  }
}
