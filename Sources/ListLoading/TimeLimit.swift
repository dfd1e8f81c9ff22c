import Threads

/// A deadline for an operation of several steps.
struct TimeLimit: Sendable {
  private let deadline: ContinuousClock.Instant?

  /// Starts now; `nil` means no limit.
  init(_ limit: Duration?) {
    deadline = limit.map { .now + $0 }
  }

  /// Throws ``TimeIsUp`` after the deadline.
  func check() throws {
    if let deadline, .now >= deadline { throw TimeIsUp() }
  }

  /// Runs `body`, and cancels it and throws ``TimeIsUp`` at the deadline.
  func spend<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let deadline else { return try await body() }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask {
        try await RestingClock().sleep(until: deadline, tolerance: nil)
        return nil
      }
      group.addTask { try await body() }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let value = first else { throw TimeIsUp() }
      return value
    }
  }
}

struct TimeIsUp: Error {}
