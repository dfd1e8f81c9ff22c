import Threads
package import TargetStore

/// Polls a server for changes: each second, and a little more often while something happens; after
/// ten minutes without a change or activity, every half minute; at once after a notification.
///
/// The times vary, so that many sessions do not poll at the same time. Where many people edit, few
/// edits are announced; then others see an edit after half a pause on average.
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
        // Without a connection, there are no notifications until the next poll has made one.
        if hint == .offline { try await RestingClock().sleep(for: Self.usualPause) }
      }
    }
  }

  package func stop() {
    polling?.cancel()
    listening?.cancel()
  }

  /// Records that the user or the store did something, so that polling is fast again.
  package func noteActivity() {
    let rested = isResting
    lastActivity = .now
    if rested { begin() }
  }

  /// Polls at once; with many editors, waits for the next poll, because there would be too many
  /// notifications.
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

  private var idleTime: Duration { ContinuousClock.now - lastActivity }
  private var isResting: Bool { idleTime > .seconds(600) }

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
    let usual: Duration =
      isResting ? .seconds(30) : idleTime < .seconds(10) ? .milliseconds(800) : Self.usualPause
    return usual * Double.random(in: 0.9...1.1)
  }
}
