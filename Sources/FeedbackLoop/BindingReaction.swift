/// The reaction of a binding: shows states and reads streams of events.
@MainActor
final class BindingReaction<State, Event: Sendable>: Reaction {
  private let isAlive: @MainActor () -> Bool
  private let show: @MainActor (State) -> Void
  private let lifetime = Lifetime()
  private var listeners: [ScopedTask] = []

  init(
    events: [any AsyncSequence<Event, Never> & Sendable],
    isAlive: @escaping @MainActor () -> Bool,
    show: @escaping @MainActor (State) -> Void,
    deliver: @escaping @MainActor @Sendable (Event, Lifetime) -> Void
  ) {
    self.isAlive = isAlive
    self.show = show
    if isAlive() {
      listeners = events.map { listener(to: $0, deliver) }
    }
  }

  func react(to state: State) {
    guard !lifetime.isOver else { return }
    if isAlive() { show(state) } else { end() }
  }

  func end() {
    lifetime.end()
    listeners = []
  }

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
