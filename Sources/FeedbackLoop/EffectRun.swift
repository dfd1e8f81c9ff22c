/// A started effect: its lifetime and its task.
struct EffectRun {
  private let lifetime: Lifetime
  private let task: ScopedTask

  /// Starts the effect, unless ``end()`` is called in the same turn of the actor.
  init<Event: Sendable>(
    host: Host<Event>,
    effects: @escaping @Sendable @concurrent (Send<Event>) async -> Void
  ) {
    let lifetime = Lifetime()
    let inlet = host.inlet(for: lifetime)
    let task = Task {
      await inlet.wait()
      if !Task.isCancelled { await effects(Send(inlet)) }
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
