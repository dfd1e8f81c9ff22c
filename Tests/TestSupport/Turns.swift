import Foundation
public import Testing

/// Limits how many tests that start processes, terminals or servers run at once.
///
/// Hundreds at once would wait for the machine, and not for what they test. A test waits for its
/// turn before its time limit begins.
public struct TurnsTrait: SuiteTrait, TestTrait, TestScoping {
  /// How many tests, and how many cases of tests, run at once: enough to keep two cores busy while
  /// some wait.
  private static let tests = Turns(width: 6)
  private static let cases = Turns(width: 6)

  fileprivate let usesOwnThreads: Bool

  /// Each test of a suite takes its own turn.
  public var isRecursive: Bool { true }

  /// Provides a scope for a whole test, which is outside its time limit, and for each of its cases.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    test.isSuite ? nil : self
  }

  /// Runs a test, and each of its cases, when it is their turn.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await Self.tests.take(function) }
    try await Self.cases.take {
      guard usesOwnThreads else { return try await function() }
      try await withTaskExecutorPreference(ThreadPerJob.shared) { try await function() }
    }
  }
}

extension Trait where Self == TurnsTrait {
  /// Limits how many tests run at once that start processes or servers and suspend while they wait.
  public static var inTurn: Self { TurnsTrait(usesOwnThreads: false) }

  /// Limits how many tests run at once that block a thread while they wait.
  ///
  /// They run on separate threads instead of those that Swift's tasks share, one per core. Such tests
  /// block in calls that return when a program has ended or its screen shows something. A few of them
  /// would leave no thread to the tests that suspend, whose clocks would stop. Tests on the main actor
  /// stay there.
  public static var ownThreads: Self { TurnsTrait(usesOwnThreads: true) }
}

/// Lets a few pieces of work run at once; the others wait in the order of their arrival.
actor Turns {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(width: Int) {
    free = width
  }

  /// Runs the work when it is its turn.
  func take<Failure: Error>(
    _ work: @concurrent @Sendable () async throws(Failure) -> Void
  ) async throws(Failure) {
    await begin()
    defer { end() }
    try await work()
  }

  private func begin() async {
    if free > 0 {
      free -= 1
    } else {
      // Work that ends passes its turn on, so that later work cannot overtake waiting work.
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func end() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// Runs each piece of work on an idle thread, or on a new one if there is none.
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
