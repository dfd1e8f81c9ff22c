import ListModel

/// Runs transactions on a store.
protocol StoreConnection {
  /// Reads in one transaction, whose statements all see the store of one moment; `nil` when there is no store
  /// yet.
  func read<Value>(_ body: (any Database) throws -> Value) throws(StoreError) -> Value?

  /// Reads with a single statement, which is less work for a server than a transaction.
  func ask<Value>(_ body: (any Database) throws -> Value) throws(StoreError) -> Value?

  /// Runs `body` in one transaction, which is rolled back if `body` returns no step.
  ///
  /// `body` may be run several times, and only the last run counts.
  ///
  /// - Parameters:
  ///   - creates: Whether to create a store that does not exist.
  ///   - commitsWithoutStep: Whether to commit even if `body` returns no step.
  ///   - body: The work of the transaction.
  /// - Returns: The result of `body`; `nil` if there is no store and none was created.
  /// - Throws: ``StoreError``; nothing was changed, unless the error says so.
  func write<Value>(
    creates: Bool, commitsWithoutStep: Bool, _ body: (any Database) throws -> Written<Value>
  ) throws(StoreError) -> Written<Value>?

  func isReadOnly() throws(StoreError) -> Bool

  /// Makes all readings until ``endReading()`` one transaction, if the store can do that.
  func holdReading() throws(StoreError)

  func endReading()

  /// The schema of the tables on a server; `nil` for a file.
  var schema: ServerSchema? { get }
}

extension StoreConnection {
  var schema: ServerSchema? { nil }

  func ask<Value>(_ body: (any Database) throws -> Value) throws(StoreError) -> Value? {
    try read(body)
  }

  func holdReading() throws(StoreError) {}

  func endReading() {}

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
