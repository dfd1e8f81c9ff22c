extension Feedback {
  /// Answers a request once it has been the same for an interval.
  ///
  /// A request that changes meanwhile starts the interval over, one that is gone ends it: so what is
  /// typed can be looked for when nothing has been typed for a while.
  ///
  /// - Parameters:
  ///   - interval: How long a request is to be the same.
  ///   - clock: Measures the interval. If it cannot sleep, there is no answer.
  ///   - request: Reads the state.
  ///   - event: Makes an event out of the request.
  /// - Returns: A feedback that sends one event for each request that stays.
  public static func debounced<Request: Equatable & Sendable, C: Clock>(
    for interval: C.Duration, clock: C, request: @escaping (State) -> Request?,
    event: @escaping @Sendable (Request) -> Event
  ) -> Feedback {
    delayed(by: { _ in interval }, clock: clock, request: request, event: event)
  }

  /// Answers a request after a while, unless another has taken its place or it is gone by then.
  ///
  /// - Parameters:
  ///   - delay: How long the answer to a request takes; asked once for each.
  ///   - clock: Measures the delay. If it cannot sleep, there is no answer.
  ///   - request: Reads the state.
  ///   - event: Makes an event out of the request.
  /// - Returns: A feedback that sends one event for each request that stays.
  public static func delayed<Request: Equatable & Sendable, C: Clock>(
    by delay: @escaping @Sendable (Request) -> C.Duration, clock: C,
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
