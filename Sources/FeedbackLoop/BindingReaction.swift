/// The reaction of a binding: it shows states and reads streams of events.
final class BindingReaction<State: Sendable, Event: Sendable>: Reaction {
  private let isAlive: () -> Bool
  private let show: (State) -> Void
  private let lifetime = Lifetime()
  private var listeners: [ScopedTask] = []
  private var states: [StreamOutlet<State>] = []

  init(
    events: [any AsyncSequence<Event, Never> & Sendable],
    derived: [Feedback<State, Event>.StreamOfEvents],
    isAlive: @escaping () -> Bool,
    show: @escaping (State) -> Void,
    host: Host<Event>
  ) {
    self.isAlive = isAlive
    self.show = show
    if isAlive() {
      let inlet = host.inlet(for: lifetime) { [weak self] in
        if !isAlive() { self?.end() }
        return isAlive()
      }
      listeners = events.map { Self.listener(to: $0, inlet) }
      for stream in derived {
        let (states, continuation) = AsyncStream.makeStream(of: State.self)
        self.states.append(StreamOutlet(continuation))
        listeners.append(Self.listener(to: stream(states), inlet))
      }
    }
  }

  func react(to state: State) {
    guard !lifetime.isOver else { return }
    guard isAlive() else { return end() }
    for outlet in states { _ = outlet.yield(state) }
    show(state)
  }

  func end() {
    lifetime.end()
    listeners = []
    states = []
  }

  var askedFor: [any Sendable] { [] }

  private static func listener(
    to events: some AsyncSequence<Event, Never> & Sendable, _ inlet: Inlet<Event, Bool>
  ) -> ScopedTask {
    ScopedTask(
      Task {
        await inlet.wait()
        for await event in events {
          if await inlet.send(event) { continue }
          // The next read then reports to the stream that it has no reader.
          withUnsafeCurrentTask { $0?.cancel() }
        }
      })
  }
}
