import ListModel

/// Runs transactions on a store.
protocol StoreConnection {
  /// Reads in one transaction; `nil` when there is no store yet.
  func read<Value>(_ body: (any Database) throws -> Value) throws(StoreError) -> Value?

  /// Runs `body` in one transaction, which is rolled back if `body` returns no step.
  ///
  /// `body` may be run several times, and only the last run counts.
  ///
  /// - Parameters:
  ///   - creates: Whether a store is made if there is none.
  ///   - commitsWithoutStep: Commit although `body` returns no step.
  ///   - body: What is done.
  /// - Returns: What `body` has returned; `nil` when there is no store and none is made.
  /// - Throws: ``StoreError``, and then nothing was changed unless it says so.
  func write<Value>(
    creates: Bool, commitsWithoutStep: Bool, _ body: (any Database) throws -> Written<Value>
  ) throws(StoreError) -> Written<Value>?

  func isReadOnly() throws(StoreError) -> Bool

  /// Where the tables are on a server; `nil` for a file.
  var schema: ServerSchema? { get }
}

extension StoreConnection {
  var schema: ServerSchema? { nil }

  func write<Value>(
    creates: Bool, _ body: (any Database) throws -> Written<Value>
  ) throws(StoreError) -> Written<Value>? {
    try write(creates: creates, commitsWithoutStep: false, body)
  }
}

/// The result of a transaction; without a step it has changed nothing.
struct Written<Value> {
  var value: Value
  var step: StoredEvent?

  init(_ value: Value, _ step: StoredEvent?) {
    self.value = value
    self.step = step
  }
}
