import Synchronization

extension QueueExecutor {
  /// Runs `work` on the thread, behind what waits already, and returns its result.
  ///
  /// `work` is no part of the calling task: `isCancelled` says whether that was cancelled.
  package func result<Value: Sendable>(
    of work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Value
  ) async -> Value {
    let cancellation = Cancellation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        run {
          continuation.resume(returning: work { cancellation.hasCome.load(ordering: .relaxed) })
        }
      }
    } onCancel: {
      cancellation.hasCome.store(true, ordering: .relaxed)
    }
  }
}

private final class Cancellation: Sendable {
  let hasCome = Atomic(false)
}
