package import ListModel
import Threads

/// The stored lists: names and their flags, in one file or on a server.
///
/// Several programs can use a store at once. An edit that has returned is on disk and survives a
/// power cut. The first edit creates the file; a damaged or foreign file is rejected and left
/// unchanged. All work runs on one thread.
package actor TargetStore {
  let connection: any StoreConnection

  let run: Run

  /// Whether this run has made, undone or redone a step.
  var hasMadeSteps = false

  /// Shows others that this run is alive, once it has claimed rows in a file.
  var runLock: RunLock?

  /// The identity that a list must have to be edited, so that no other list of its name is; empty for any.
  package var expectedIdentity = ""

  /// The list whose rows this run has claimed, and its identity.
  var claimed: (list: ListName, identity: String)?

  /// The list whose changes were last read.
  var followed: FollowedList?

  /// The version of the list after the last edit, undo or redo of this run.
  package internal(set) var newestMark: ListVersion?

  /// The path as it was given.
  package nonisolated let path: String

  /// The schema of the tables in the database of a server; `nil` for the usual schema, and for a
  /// file.
  package nonisolated let schemaName: String?

  /// True for a server, which is polled; a file is watched with inotify.
  package nonisolated let isOnServer: Bool

  private let executor = ThreadExecutor(label: "targets.store")

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Takes the path of a store that need not exist yet, and opens nothing.
  ///
  /// - Parameters:
  ///   - path: The path of the file, or an address: `postgres://…` or `service:NAME`.
  ///   - schema: The schema of the tables in the database, if it is not the usual one.
  ///   - author: Returns the author of edits; called for each step.
  ///   - patience: How long to wait for other writers.
  /// - Throws: ``StoreError/unusable(path:reason:)`` if `path` is empty or contains NUL, or is an
  ///   address with a password; ``StoreError/inapplicable(path:reason:)`` if the name of `schema`
  ///   is invalid, or if it is given for a file.
  package init(
    path: String, schema: String? = nil, author: @escaping @Sendable () -> String = { "" },
    patience: Duration = .seconds(10)
  ) throws(StoreError) {
    self.path = path
    connection = try Self.connection(to: path, schema: schema, patience: patience)
    isOnServer = connection is ServerConnection
    schemaName = (connection as? ServerConnection)?.address.schema.nameIfUnusual
    run = Run(author: author)
  }

  static func connection(
    to path: String, schema: String?, patience: Duration
  ) throws(StoreError) -> any StoreConnection {
    let named = try schema.map { name throws(StoreError) in
      guard let schema = ServerSchema(named: name) else {
        throw .inapplicable(
          path: path,
          reason: "--schema takes lower-case letters, digits and _, not “\(name)”")
      }
      return schema
    }
    let address = try ServerAddress(path, schema: named ?? .standard)
    if address == nil, schema != nil {
      throw .inapplicable(path: path, reason: "--schema requires a store on a server")
    }
    if let address { return ServerConnection(address, patience: patience) }
    return FileConnection(try StoreFile(path: path), patience: patience)
  }

  /// The schema of the tables on a server; `nil` for a file.
  var schema: ServerSchema? { connection.schema }

  /// Whether `--schema` takes a name.
  package static func isSchemaName(_ name: String) -> Bool { ServerSchema(named: name) != nil }

  /// Whether a path is an address of a store on a server.
  package static func isOnServer(path: String) throws(StoreError) -> Bool {
    try ServerAddress(path) != nil
  }

  /// Makes a store with its own connection.
  init(
    path: String, connection: sending any StoreConnection,
    author: @escaping @Sendable () -> String = { "" }
  ) {
    self.path = path
    schemaName = connection.schema?.nameIfUnusual
    self.connection = connection
    isOnServer = connection.schema != nil
    run = Run(author: author)
  }
}

extension TargetStore {
  /// Sets how many of the last steps of each list can be undone, for all users of the store.
  ///
  /// The log is unaffected.
  package func setUndoSteps(_ count: Int) throws(StoreError) {
    _ = try connection.write(creates: true, commitsWithoutStep: true) { db in
      try db.statement("UPDATE store SET undo_steps = ?").bind(Int64(max(count, 1)), at: 1).run()
      return Written((), nil)
    }
  }

  package func isReadOnly() throws(StoreError) -> Bool {
    try connection.isReadOnly()
  }

  /// False for a file that the first edit will create.
  package func isThere() throws(StoreError) -> Bool {
    try connection.read { _ in true } ?? false
  }
}
