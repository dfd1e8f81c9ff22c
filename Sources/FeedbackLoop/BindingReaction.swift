/// The running part of a binding: shows states, and listens to streams of events.
@MainActor
final class BindingReaction<State, Event: Sendable>: Reaction {
  private let isAlive: @MainActor () -> Bool
  private let show: @MainActor (State) -> Void
  private let lifetime = Lifetime()
  private var listeners: [ScopedTask] = []

  /// - Parameters:
  ///   - events: The streams to listen to, each from its beginning.
  ///   - isAlive: Whether the owner is still there. Once it is not, the binding is over.
  ///   - show: Shows a state.
  ///   - deliver: Hands an event to the loop.
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
          // This cancels the task: asked once more, a stream learns that nobody reads it any more.
          self?.end()
        }
      }
    }
    return ScopedTask(task)
  }
}
