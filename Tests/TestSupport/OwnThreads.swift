import Foundation
public import Testing

/// Runs tests on threads of their own instead of those that Swift's tasks share, one a core.
///
/// For tests that wait as a person does, in calls that come back when a program has ended or its
/// screen shows something: a few of them at once would leave no thread to the tests that suspend,
/// whose clocks would stand still. Tests on the main actor stay there.
public struct OwnThreadsTrait: SuiteTrait, TestTrait, TestScoping {
  /// The tests of a suite have it each.
  public var isRecursive: Bool { true }

  /// Runs a test where it may wait.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadPerJob.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreadsTrait {
  /// Tests that wait without suspending run on threads of their own.
  public static var ownThreads: Self { OwnThreadsTrait() }
}

/// Runs each piece of work on an idle thread, or on a new one when there is none.
private final class ThreadPerJob: TaskExecutor {
  static let shared = ThreadPerJob()

  // Guarded by the condition.
  private let condition = NSCondition()
  nonisolated(unsafe) private var jobs: [UnownedJob] = []
  nonisolated(unsafe) private var idleThreads = 0

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      if jobs.count <= idleThreads { return condition.signal() }
      Thread.detachNewThread { [self] in
        while true { next().runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
  }

  private func next() -> UnownedJob {
    condition.withLock {
      idleThreads += 1
      while jobs.isEmpty { condition.wait() }
      idleThreads -= 1
      return jobs.removeFirst()
    }
  }
}
