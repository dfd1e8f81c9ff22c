import QueueExecutor

/// Asks again and again whether something has changed on a server: each second, and each half minute
/// once nothing has been seen or done for ten minutes.
///
/// The times vary, so that many sessions do not ask at once.
@MainActor
final class ServerPoll {
  private let ask: @MainActor () -> Void
  private var task: Task<Void, any Error>?
  private var lastActivity = ContinuousClock.now

  init(_ ask: @escaping @MainActor () -> Void) {
    self.ask = ask
    begin()
  }

  func stop() { task?.cancel() }

  /// Something is new on the screen.
  func noteActivity() {
    let rested = isResting
    lastActivity = .now
    if rested { begin() }
  }

  private var isResting: Bool { ContinuousClock.now - lastActivity > .seconds(600) }

  private func begin() {
    task?.cancel()
    task = Task { [weak self] in
      while let pause = self?.pause {
        try await RestingClock().sleep(for: pause)
        self?.ask()
      }
    }
  }

  private var pause: Duration {
    let usual = Duration.milliseconds(isResting ? 30_000 : 1_000)
    return usual * Double.random(in: 0.9...1.1)
  }
}
