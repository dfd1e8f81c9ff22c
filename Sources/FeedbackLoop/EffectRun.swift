/// An effect that has been started: its lifetime and its task, which end together.
@MainActor
struct EffectRun {
  private let lifetime: Lifetime
  private let task: ScopedTask

  /// Starts an effect, unless it is ended in the same turn of the main actor.
  init<Event: Sendable>(
    deliver: @escaping @MainActor @Sendable (Event, Lifetime) -> Void,
    effects: @escaping @Sendable @concurrent (Send<Event>) async -> Void
  ) {
    let lifetime = Lifetime()
    let send = Send<Event> { event in
      if !lifetime.isOver { deliver(event, lifetime) }
    }
    let task = Task {
      // A request that was gone before the main actor came to this costs no work.
      if !Task.isCancelled { await effects(send) }
    }
    self.lifetime = lifetime
    self.task = ScopedTask(task)
  }

  /// Cancels the effect; from now on nothing that it sends is let through.
  func end() {
    lifetime.end()
    task.cancel()
  }
}
