/// A started effect: its lifetime and its task.
@MainActor
struct EffectRun {
  private let lifetime: Lifetime
  private let task: ScopedTask

  /// Starts the effect, unless ``end()`` is called in the same turn of the main actor.
  init<Event: Sendable>(
    deliver: @escaping @MainActor @Sendable (Event, Lifetime) -> Void,
    effects: @escaping @Sendable @concurrent (Send<Event>) async -> Void
  ) {
    let lifetime = Lifetime()
    let send = Send<Event> { event in
      if !lifetime.isOver { deliver(event, lifetime) }
    }
    let task = Task {
      if !Task.isCancelled { await effects(send) }
    }
    self.lifetime = lifetime
    self.task = ScopedTask(task)
  }

  /// Cancels the effect; nothing that it sends from now on is delivered.
  func end() {
    lifetime.end()
    task.cancel()
  }
}
