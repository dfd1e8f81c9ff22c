import ListModel

/// The connection of a store that is not there and that no edit makes.
struct NoConnection: StoreConnection {
  func read<Value>(_ body: (any Database) throws -> Value) throws(StoreError) -> Value? { nil }

  func write<Value>(
    creates: Bool, commitsWithoutStep: Bool, _ body: (any Database) throws -> Written<Value>
  ) throws(StoreError) -> Written<Value>? {
    throw .readOnly(path: "no store")
  }

  func isReadOnly() throws(StoreError) -> Bool { true }
}

extension TargetStore {
  /// The store of what keeps nothing: all its lists are empty, nothing is opened and nothing stored.
  package static var none: TargetStore { TargetStore(path: "", connection: NoConnection()) }

  /// Whether it is ``none``, of which nothing needs to be read.
  package var keepsNothing: Bool { path.isEmpty }
}
