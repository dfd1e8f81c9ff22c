/// A continuous clock whose sleeps do not use Swift's thread pool; see ``RestingExecutor``.
struct RestingClock: Clock {
  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { ContinuousClock().minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let pause = Pause(for: max(deadline - .now, .zero))
    await withTaskCancellationHandler {
      await pause.end()
    } onCancel: {
      pause.cancel()
    }
    try Task.checkCancellation()
  }
}
