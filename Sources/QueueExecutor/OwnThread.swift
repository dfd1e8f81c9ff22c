/// A thread for work that may block.
package actor OwnThread {
  private let executor: QueueExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// - Parameter label: What the system calls the thread; it keeps 15 bytes.
  package init(_ label: String) { executor = QueueExecutor(label: label) }

  /// Runs work as a part of the calling task, behind what waits already.
  package func run<Result: Sendable>(_ work: @Sendable () throws -> Result) rethrows -> Result {
    try work()
  }
}

/// Runs work that may block on a thread of its own, as a part of the calling task.
package func onThread<Result: Sendable>(
  _ label: String, _ work: @Sendable () throws -> Result
) async rethrows -> Result {
  try await OwnThread(label).run(work)
}
