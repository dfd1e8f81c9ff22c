import Dispatch

/// The continuous clock for sleeps that leave Swift's pool of threads alone: see ``MainTimer``.
///
/// A sleep that is cancelled ends at its time all the same, so it is meant for short ones.
struct RestingClock: Clock {
  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { ContinuousClock().minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let wait = max((deadline - .now) / .seconds(1), 0)
    await withCheckedContinuation { continuation in
      DispatchQueue.main.asyncAfter(deadline: .now() + wait) { continuation.resume() }
    }
    try Task.checkCancellation()
  }
}
