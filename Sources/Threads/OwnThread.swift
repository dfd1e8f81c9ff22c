import Synchronization

/// A thread for work that may block.
package actor OwnThread {
  private let executor: ThreadExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// - Parameter label: The name of the thread in the system, which keeps 15 bytes.
  package init(_ label: String) { executor = ThreadExecutor(label: label) }

  /// Runs work as a part of the calling task, after work that is already waiting.
  package func run<Result: Sendable>(_ work: @Sendable () throws -> Result) rethrows -> Result {
    try work()
  }
}

extension OwnThread {
  /// Does the same for work that uses further threads: `isCancelled` returns whether the calling
  /// task was cancelled.
  package func run<Result: Sendable>(
    cancellable work: @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Result
  ) async -> Result {
    let cancellation = Cancellation()
    return await withTaskCancellationHandler {
      work { cancellation.hasCome.load(ordering: .relaxed) }
    } onCancel: {
      cancellation.hasCome.store(true, ordering: .relaxed)
    }
  }

  private final class Cancellation: Sendable {
    let hasCome = Atomic(false)
  }
}

/// Runs work that may block on a new thread, as a part of the calling task.
package func onThread<Result: Sendable>(
  _ label: String, _ work: @Sendable () throws -> Result
) async rethrows -> Result {
  try await OwnThread(label).run(work)
}
