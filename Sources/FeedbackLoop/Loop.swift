/// A state, the events that change it, and the effects the state calls for.
///
/// Events are applied one at a time, in the order in which they are sent, and none is lost: one
/// that is sent while another is being applied waits for its turn. After each event every feedback
/// looks at the state, in the order in which they were given; when no event is left, the observers
/// do. The loop keeps no event and knows no clock.
///
/// Effects do not keep the loop alive: they are cancelled when it is released.
@MainActor
public final class Loop<State: Sendable, Event: Sendable> {
  private struct Arrival {
    let event: Event

    /// The run of an effect that the event answers; `nil` for one sent from outside.
    let lifetime: Lifetime?
  }

  private struct Observer {
    let observation: LoopObservation
    let body: @MainActor (State) -> Void
  }

  /// The state as it is after the last event that was applied.
  public private(set) var state: State

  private let reduce: Reducer<State, Event>
  private var reactions: [any Reaction<State>] = []
  private var observers: [Observer] = []
  private var arrivals: [Arrival] = []
  private var isRunning = false
  private var isStopped = false

  /// Starts a loop: the effects that the first state calls for are started at once.
  ///
  /// - Parameters:
  ///   - state: The state to begin with.
  ///   - reduce: Applies an event to the state. Must not touch the loop.
  ///   - feedbacks: The effects, in the order in which they look at a new state.
  public init(
    _ state: State,
    reduce: @escaping Reducer<State, Event>,
    feedbacks: [Feedback<State, Event>] = []
  ) {
    self.state = state
    self.reduce = reduce
    reactions = feedbacks.map { feedback in
      feedback.makeReaction { [weak self] event, lifetime in
        self?.receive(Arrival(event: event, lifetime: lifetime))
      }
    }
    run { react() }
  }

  /// Applies an event, and what it brings about, before it returns.
  ///
  /// Called while another event is being applied (by an observer, say), it returns at once and the
  /// event is applied after those that already wait. Ignored after ``stop()``.
  public func send(_ event: Event) {
    receive(Arrival(event: event, lifetime: nil))
  }

  /// Cancels all effects and lets go of all observers; later events are ignored.
  ///
  /// Events that still wait are dropped, and every stream of ``states`` ends.
  public func stop() {
    isStopped = true
    arrivals = []
    observers = []
    for reaction in reactions { reaction.end() }
    reactions = []
  }

  private func receive(_ arrival: Arrival) {
    guard !isStopped else { return }
    arrivals.append(arrival)
    run {}
  }

  /// Does `work`, and then, unless a call further up the stack will, all that has come of it.
  private func run(_ work: () -> Void) {
    let isOutermost = !isRunning
    isRunning = true
    work()
    guard isOutermost else { return }
    while !arrivals.isEmpty {
      applyArrivals()
      notify()
    }
    isRunning = false
  }

  private func applyArrivals() {
    while !arrivals.isEmpty {
      let batch = arrivals
      arrivals = []
      // An event of this batch may have ended the effect that a later one comes from.
      for arrival in batch where !isStopped && arrival.lifetime?.isOver != true {
        reduce(&state, arrival.event)
        react()
      }
    }
  }

  private func react() {
    for reaction in reactions where !isStopped {
      reaction.react(to: state)
    }
  }

  private func notify() {
    for observer in observers where !isStopped && !observer.observation.isCancelled {
      observer.body(state)
    }
  }
}

// MARK: Observing

extension Loop {
  /// Calls `body` with the state as it is, before this returns, and then after every change.
  ///
  /// Events that are sent together are applied together: `body` sees the state after the last of
  /// them. It is called even if the state is equal to the one before. It may send events; those
  /// are applied once all observers have seen the state.
  ///
  /// - Returns: A way to end the observation, which otherwise lasts as long as the loop.
  @discardableResult
  public func observe(_ body: @escaping @MainActor (State) -> Void) -> LoopObservation {
    let observation = LoopObservation { [weak self] observation in
      self?.observers.removeAll { $0.observation === observation }
    }
    run {
      if !isStopped { observers.append(Observer(observation: observation, body: body)) }
      body(state)
    }
    return observation
  }

  /// The state as it is, and then as it becomes; a new stream for each call.
  ///
  /// A reader that is slower than the events gets the newest state and misses those before. The
  /// stream ends with the loop.
  public var states: AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: State.self, bufferingPolicy: .bufferingNewest(1))
    let outlet = StreamOutlet(continuation)
    var observation: LoopObservation?
    observation = observe { state in
      if !outlet.yield(state) { observation?.cancel() }
    }
    return stream
  }
}
