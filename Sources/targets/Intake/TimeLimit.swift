/// Until when something may go on, whoever it is that takes the time.
struct TimeLimit: Sendable {
  private let deadline: ContinuousClock.Instant?

  /// Begins now; `nil` is for as long as it likes.
  init(_ limit: Duration?) {
    deadline = limit.map { .now + $0 }
  }

  /// Throws ``TimeIsUp`` when it is over.
  func check() throws {
    if let deadline, .now >= deadline { throw TimeIsUp() }
  }

  /// Does something, which is cancelled when the time is up.
  ///
  /// - Throws: ``TimeIsUp``, and what `body` throws.
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

/// Something has taken as long as it may.
struct TimeIsUp: Error {}
