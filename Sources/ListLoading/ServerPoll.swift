import Threads
package import TargetStore

/// Asks again and again whether something has changed on a server: each second, and each half minute
/// once nothing has been seen or done for ten minutes; and at once where the server tells of it.
///
/// The times vary, so that many sessions do not ask at once.
@MainActor
package final class ServerPoll {
  private let ask: @MainActor () -> Void
  private let nextHint: @MainActor () async -> StoreHint
  private var polling: Task<Void, any Error>?
  private var listening: Task<Void, any Error>?
  private var lastActivity = ContinuousClock.now
  private var hints = TokenBucket(most: 5, perSecond: 1)
  private var isHintPassedOver = false

  package init(
    _ ask: @escaping @MainActor () -> Void,
    nextHint: @escaping @MainActor () async -> StoreHint
  ) {
    self.ask = ask
    self.nextHint = nextHint
    begin()
    listening = Task { [weak self] in
      while let hint = await self?.nextHint(), hint != .never {
        if hint == .changed { self?.takeHint() }
        // Without a connection there is nothing to hear until the next look has made one.
        if hint == .offline { try await RestingClock().sleep(for: Self.usualPause) }
      }
    }
  }

  package func stop() {
    polling?.cancel()
    listening?.cancel()
  }

  /// Something is new on the screen.
  package func noteActivity() {
    let rested = isResting
    lastActivity = .now
    if rested { begin() }
  }

  /// Asks at once; where many people edit, with the next poll, because there would be too many
  /// hints.
  private func takeHint() {
    if hints.take() {
      ask()
      begin()
    } else {
      isHintPassedOver = true
    }
  }

  private func poll() {
    if isHintPassedOver { _ = hints.take() }
    isHintPassedOver = false
    ask()
  }

  private static let usualPause = Duration.seconds(1)

  private var isResting: Bool { ContinuousClock.now - lastActivity > .seconds(600) }

  private func begin() {
    polling?.cancel()
    polling = Task { [weak self] in
      while let pause = self?.pause {
        try await RestingClock().sleep(for: pause)
        self?.poll()
      }
    }
  }

  private var pause: Duration {
    let usual = isResting ? .seconds(30) : Self.usualPause
    return usual * Double.random(in: 0.9...1.1)
  }
}
