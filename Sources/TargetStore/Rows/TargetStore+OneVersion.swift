package import ListModel

extension TargetStore {
  /// Reads several things of a list as they were at one moment.
  ///
  /// `read` is called again if others have edited the list meanwhile. Writers are kept out only if they do not
  /// pause for it, and not for long: where that would not do, on a server say, the last reading counts. If
  /// a reading takes longer than `longestHold`, it is repeated only once.
  package nonisolated func atOneVersion<Value>(
    of list: ListName, longestHold: Duration = .seconds(2), _ read: () async throws -> Value
  ) async throws -> Value {
    for number in 1..<Self.mostReadings {
      let (start, mark) = (ContinuousClock.now, try await mark(of: list))
      let value = try await read()
      if try await self.mark(of: list) == mark { return value }
      // Writers do not wait that long.
      if number > 1, ContinuousClock.now - start > longestHold { return value }
    }
    try await holdReading()
    do {
      let value = try await read()
      await endReading()
      return value
    } catch {
      await endReading()
      throw error
    }
  }

  private static let mostReadings = 4

  private func holdReading() throws(StoreError) { try connection.holdReading() }

  private func endReading() { connection.endReading() }
}
