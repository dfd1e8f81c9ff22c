extension Feedback {
  /// Makes a feedback whose effect starts at most once per interval, for the newest request.
  ///
  /// The first request starts its effect at once, and an interval begins. A request that comes
  /// within the interval waits, and a newer one replaces it; the previous effect continues meanwhile.
  /// When the interval ends, the waiting request starts its effect, and the next interval begins. The
  /// effect starts sooner, without a new interval, if `isUrgent` returns true for a state: for example
  /// because the user has pressed a key that works on the result. `nil` cancels the effect and what
  /// waits, at once. If the clock cannot sleep, a request starts without delay.
  ///
  /// Both functions run after every event. The effect sends nothing if its result is `nil`.
  public static func throttled<Request: Equatable & Sendable, C: Clock>(
    for interval: C.Duration, clock: C = ContinuousClock(), request: @escaping (State) -> Request?,
    isUrgent: @escaping (State) -> Bool = { _ in false },
    effect: @escaping @Sendable @concurrent (Request) async -> Event?
  ) -> Feedback {
    Feedback { host in
      ThrottledReaction(
        interval: interval, clock: clock, request: request, isUrgent: isUrgent, actor: host.actor,
        inner: RequestReaction(
          request: { $0 }, areSame: ==,
          effects: { request, send in
            if let event = await effect(request) { await send(event) }
          },
          host: host))
    }
  }
}

/// Passes requests on to another reaction, at most one per interval.
private final class ThrottledReaction<
  State, Request: Equatable & Sendable, Event: Sendable, C: Clock
>: Reaction {
  private let interval: C.Duration
  private let clock: C
  private let request: (State) -> Request?
  private let isUrgent: (State) -> Bool
  private let actor: any Actor
  private let inner: RequestReaction<Request?, Request, Event>

  private var newest: Request?
  private var isWaiting = false
  private var intervalEnd: C.Instant?
  private var timer: ScopedTask?

  init(
    interval: C.Duration, clock: C, request: @escaping (State) -> Request?,
    isUrgent: @escaping (State) -> Bool, actor: any Actor,
    inner: RequestReaction<Request?, Request, Event>
  ) {
    self.interval = interval
    self.clock = clock
    self.request = request
    self.isUrgent = isUrgent
    self.actor = actor
    self.inner = inner
  }

  func react(to state: State) {
    let next = request(state)
    if next != newest {
      newest = next
      isWaiting = true
    }
    guard isWaiting else { return }
    if newest == nil || isUrgent(state) {
      pass(beginsInterval: false)
    } else if let intervalEnd, clock.now < intervalEnd {
      startTimer(until: intervalEnd)
    } else {
      pass(beginsInterval: true)
    }
  }

  func end() {
    newest = nil
    isWaiting = false
    timer = nil
    inner.end()
  }

  var askedFor: [any Sendable] { newest.map { [$0] } ?? [] }

  private func pass(beginsInterval: Bool) {
    // The timer is cancelled last, because this may run in its task.
    let spentTimer = timer
    defer { spentTimer?.cancel() }
    timer = nil
    isWaiting = false
    if beginsInterval { intervalEnd = clock.now.advanced(by: interval) }
    inner.react(to: newest)
  }

  private func startTimer(until end: C.Instant) {
    guard timer == nil else { return }
    let over = Inlet<Void, Void>(actor) { [weak self] in
      if !Task.isCancelled, self?.isWaiting == true {
        self?.pass(beginsInterval: true)
      }
    }
    timer = ScopedTask(
      Task { [clock] in
        try? await clock.sleep(until: end, tolerance: .zero)
        await over.send(())
      })
  }
}
