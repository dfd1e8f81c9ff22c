/// A state, the events that change it, and the effects that the state asks for.
///
/// Events are applied one at a time, in the order in which they are sent. After each event every
/// feedback reads the state, in the given order. When no event is queued any more, the observers
/// are called. Effects do not retain the loop and are cancelled when it is released.
///
/// A loop lives on the actor on which it is made, the main one or any other, and is used there only.
/// Where the compiler does not know that actor, as in the value of a stored property, name it:
/// `isolation: MainActor.shared`.
///
/// ```swift
/// let loop = Loop(0, reduce: { (count: inout Int, step: Int) in count += step })
/// loop.send(2)
/// loop.state  // 2
/// ```
public final class Loop<State: Sendable, Event: Sendable> {
  private struct Arrival {
    let event: Event

    /// The run of an effect that sent the event, or `nil` if it came from outside.
    let lifetime: Lifetime?
  }

  private struct Observer {
    weak var observation: LoopObservation<State>?
  }

  /// The state after the last applied event.
  public private(set) var state: State

  /// A synchronous function that applies an event to the state and has no side effects.
  ///
  /// It must accept every event in every state. A ``Feedback`` starts the work a new state needs.
  public typealias Reduce = (inout State, Event) -> Void

  private let reduce: Reduce
  private let log: ((Event, State) -> Void)?
  private var reactions: [any Reaction<State>] = []
  private var observers: [Observer] = []

  /// The observations of streams, which only the loop keeps alive.
  private var streaming: [LoopObservation<State>] = []
  private var arrivals: [Arrival] = []
  private var isRunning = false
  private var isStopped = false

  /// Makes a loop and starts the effects that the first state asks for.
  ///
  /// The reducer must not access the loop. `log` is called with each event that was applied and the
  /// state that it led to, before any effect starts; it must not send anything.
  public init(
    _ state: State,
    reduce: @escaping Reduce,
    feedbacks: [Feedback<State, Event>] = [],
    log: ((Event, State) -> Void)? = nil,
    isolation: isolated any Actor = #isolation
  ) {
    self.state = state
    self.reduce = reduce
    self.log = log
    let host = Host<Event>(actor: isolation) { [weak self] event, lifetime in
      self?.receive(Arrival(event: event, lifetime: lifetime))
    }
    reactions = feedbacks.map { $0.makeReaction(host) }
    run { react() }
  }

  /// Applies an event, and all events that follow from it, before it returns.
  ///
  /// If another event is being applied, this one is queued. Ignored after ``stop()``.
  public func send(_ event: Event) {
    receive(Arrival(event: event, lifetime: nil))
  }

  /// Cancels all effects, releases all observers and ignores queued and later events.
  ///
  /// Every stream of ``states`` ends.
  public func stop() {
    isStopped = true
    arrivals = []
    observers = []
    streaming = []
    for reaction in reactions { reaction.end() }
    reactions = []
  }

  /// The requests of the feedbacks in this state, for `TestLoop`.
  package var requests: [any Sendable] { reactions.flatMap { $0.askedFor } }

  private func receive(_ arrival: Arrival) {
    guard !isStopped else { return }
    arrivals.append(arrival)
    run {}
  }

  /// Does `work`; the outermost call then applies all queued events.
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
      // An earlier event of this batch may have ended the effect that sent this one.
      for arrival in batch where !isStopped && arrival.lifetime?.isOver != true {
        reduce(&state, arrival.event)
        log?(arrival.event, state)
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
    for observer in observers where !isStopped {
      observer.observation?.show(state)
    }
    streaming.removeAll { $0.isOver }
    observers.removeAll { $0.observation?.isOver ?? true }
  }
}

// MARK: Observing

extension Loop {
  /// Calls `body` with the current state before it returns, and then after every change, for as long
  /// as what it returns is kept.
  ///
  /// Events that are sent together cause one call, with the state after the last of them, even if
  /// that is equal to the previous state. Events that `body` sends are applied after all observers
  /// have been called.
  public func observe(_ body: @escaping (State) -> Void) -> LoopObservation<State> {
    begin(
      LoopObservation { state in
        body(state)
        return true
      })
  }

  /// A new stream of the current state and, from then on, of the newest state after each change.
  ///
  /// States that a slow reader has not read are replaced by the newest one. The stream ends with the
  /// loop.
  public var states: AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: State.self, bufferingPolicy: .bufferingNewest(1))
    let outlet = StreamOutlet(continuation)
    let observation = begin(LoopObservation { state in outlet.yield(state) })
    if !isStopped { streaming.append(observation) }
    return stream
  }

  private func begin(_ observation: LoopObservation<State>) -> LoopObservation<State> {
    run {
      if !isStopped { observers.append(Observer(observation: observation)) }
      observation.show(state)
    }
    return observation
  }
}
