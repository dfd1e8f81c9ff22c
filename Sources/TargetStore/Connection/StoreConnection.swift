import ListModel

/// The way to the truth of a store: transactions, whatever it takes to make them.
protocol StoreConnection {
  /// Reads in one transaction; `nil` when there is no store yet.
  func read<Value>(_ body: (any Database) throws -> Value) throws(StoreError) -> Value?

  /// Runs `body` in one transaction, which is rolled back if `body` returns no step.
  ///
  /// `body` may be run several times, and only the last run counts.
  ///
  /// - Parameters:
  ///   - creates: Whether a store is made if there is none.
  ///   - isUnnumbered: Whether what is done is no step, and is committed without one.
  ///   - body: What is done.
  /// - Returns: What `body` has returned; `nil` when there is no store and none is made.
  /// - Throws: ``StoreError``, and then nothing was changed unless it says so.
  func write<Value>(
    creates: Bool, isUnnumbered: Bool, _ body: (any Database) throws -> Written<Value>
  ) throws(StoreError) -> Written<Value>?

  func isReadOnly() throws(StoreError) -> Bool
}

extension StoreConnection {
  func write<Value>(
    creates: Bool, _ body: (any Database) throws -> Written<Value>
  ) throws(StoreError) -> Written<Value>? {
    try write(creates: creates, isUnnumbered: false, body)
  }
}

/// What a transaction has come to; without a step it has changed nothing.
struct Written<Value> {
  var value: Value
  var step: Journal.Step?

  init(_ value: Value, _ step: Journal.Step?) {
    self.value = value
    self.step = step
  }
}
