extension Feedback {
  /// Sends an event once a request has been unchanged for an interval.
  ///
  /// A changed request restarts the interval and `nil` stops it. If the clock cannot sleep, no
  /// event is sent. Use it, for example, to search once the user has stopped typing.
  public static func debounced<Request: Equatable & Sendable, C: Clock>(
    for interval: C.Duration, clock: C = ContinuousClock(), request: @escaping (State) -> Request?,
    event: @escaping @Sendable (Request) -> Event
  ) -> Feedback {
    delayed(by: { _ in interval }, clock: clock, request: request, event: event)
  }

  /// Sends an event some time after a request, unless the request has changed or is `nil` by then.
  ///
  /// `delay` is called once for each request. If the clock cannot sleep, no event is sent.
  public static func delayed<Request: Equatable & Sendable, C: Clock>(
    by delay: @escaping @Sendable (Request) -> C.Duration, clock: C = ContinuousClock(),
    request: @escaping (State) -> Request?, event: @escaping @Sendable (Request) -> Event
  ) -> Feedback {
    Feedback(request: request) { request in
      do {
        try await clock.sleep(
          until: clock.now.advanced(by: delay(request)), tolerance: .zero)
        return event(request)
      } catch {
        return nil
      }
    }
  }
}
