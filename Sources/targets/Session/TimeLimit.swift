/// How long something may take in all, however often it is gone on with.
struct TimeLimit {
  /// `nil` for as long as it likes.
  let limit: Duration?

  private var spent = Duration.zero

  init(_ limit: Duration?) {
    self.limit = limit
  }

  /// Does a part of it, which is cancelled when the time is up.
  ///
  /// - Throws: ``TimeIsUp``, and what `body` throws.
  mutating func spend<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let limit else { return try await body() }
    let start = ContinuousClock.now
    let left = limit - spent
    defer { spent += .now - start }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask {
        try await RestingClock().sleep(for: left)
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
