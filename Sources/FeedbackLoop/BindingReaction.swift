/// The reaction of a binding: shows states and reads streams of events.
@MainActor
final class BindingReaction<State: Sendable, Event: Sendable>: Reaction {
  private let isAlive: @MainActor () -> Bool
  private let show: @MainActor (State) -> Void
  private let lifetime = Lifetime()
  private var listeners: [ScopedTask] = []
  private var states: [StreamOutlet<State>] = []

  init(
    events: [any AsyncSequence<Event, Never> & Sendable],
    derived: [Feedback<State, Event>.StreamOfEvents],
    isAlive: @escaping @MainActor () -> Bool,
    show: @escaping @MainActor (State) -> Void,
    deliver: @escaping @MainActor @Sendable (Event, Lifetime) -> Void
  ) {
    self.isAlive = isAlive
    self.show = show
    if isAlive() {
      listeners = events.map { listener(to: $0, deliver) }
      for stream in derived {
        let (states, continuation) = AsyncStream.makeStream(of: State.self)
        self.states.append(StreamOutlet(continuation))
        listeners.append(listener(to: stream(states), deliver))
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

  private func listener(
    to events: some AsyncSequence<Event, Never> & Sendable,
    _ deliver: @escaping @MainActor @Sendable (Event, Lifetime) -> Void
  ) -> ScopedTask {
    let task = Task { [weak self, lifetime, isAlive] in
      for await event in events {
        guard !lifetime.isOver else { return }
        if isAlive() {
          deliver(event, lifetime)
        } else {
          // Cancels this task. The next read then tells the stream that it has no reader.
          self?.end()
        }
      }
    }
    return ScopedTask(task)
  }
}
