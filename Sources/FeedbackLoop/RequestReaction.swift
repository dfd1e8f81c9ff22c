/// The running part of a feedback that has one request at a time.
@MainActor
final class RequestReaction<State, Request: Equatable & Sendable, Event: Sendable>: Reaction {
  @MainActor
  private struct Run {
    let lifetime: Lifetime
    let task: ScopedTask

    func end() {
      lifetime.end()
      task.cancel()
    }
  }

  private let request: (State) -> Request?
  private let effects: @Sendable @concurrent (Request, Send<Event>) async -> Void
  private let deliver: @MainActor @Sendable (Event, Lifetime) -> Void

  private var current: Request?
  private var run: Run?

  init(
    request: @escaping (State) -> Request?,
    effects: @escaping @Sendable @concurrent (Request, Send<Event>) async -> Void,
    deliver: @escaping @MainActor @Sendable (Event, Lifetime) -> Void
  ) {
    self.request = request
    self.effects = effects
    self.deliver = deliver
  }

  func react(to state: State) {
    let next = request(state)
    guard next != current else { return }
    let previous = run
    current = next
    run = next.map(start)
    // Last, so that what both effects share is not let go of in between.
    previous?.end()
  }

  private func start(_ request: Request) -> Run {
    let lifetime = Lifetime()
    let send = Send<Event> { [deliver] event in
      if !lifetime.isOver { deliver(event, lifetime) }
    }
    let task = Task { [effects] in
      // A request that was gone before the main actor came to this costs no work.
      if !Task.isCancelled { await effects(request, send) }
    }
    return Run(lifetime: lifetime, task: ScopedTask(task))
  }
}
