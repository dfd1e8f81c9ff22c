import ListModel

/// The connection of a store that does not exist and that no edit creates.
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
  /// A store that stores nothing: all its lists are empty, and no file is opened.
  package static var none: TargetStore { TargetStore(path: "", connection: NoConnection()) }

  /// Whether this is ``none``, which need not be read.
  package nonisolated var keepsNothing: Bool { path.isEmpty }
}
