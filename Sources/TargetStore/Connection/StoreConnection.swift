import GRDB
import Glibc

/// The connection to the store's file, opened on first use and reopened if the file is replaced.
///
/// Reading opens it read-only, so that nothing writes to a damaged, foreign or newer file.
final class StoreConnection {
  let file: StoreFile
  private let patience: Duration
  private var opened: Opened?
  private var openings = 0
  private var seen: Sight?

  /// A state of the store, used to detect commits by others.
  private struct Sight: Equatable {
    /// The number of the connection that read it; 0 if there was no store.
    var opening = 0

    /// `PRAGMA data_version`: counts the commits of other connections.
    var version = 0
  }

  private struct Opened {
    let queue: DatabaseQueue
    let identity: StoreFile.Identity
    let isWritable: Bool
    var checkedVersion: Int?
  }

  init(_ file: StoreFile, patience: Duration) {
    self.file = file
    self.patience = patience
  }

  /// Reads in one transaction; `nil` when there is no store yet.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value? {
    guard let status = try file.status(), !status.isEmpty else {
      opened = nil
      seen = seen ?? Sight()
      return nil
    }
    do {
      return try readOpened(status, body)
    } catch DatabaseError.SQLITE_READONLY_ROLLBACK {
      return try recover(status, body)
    } catch {
      throw failure(error)
    }
  }

  /// Runs `body` in one transaction, which is rolled back if `body` returns `isChanged` as false.
  ///
  /// - Returns: `nil` when there is no store and `creates` is false.
  func write<Value>(
    creates: Bool, _ body: (Database) throws -> (Value, isChanged: Bool)
  ) throws(StoreError) -> Value? {
    if Task.isCancelled { throw .cancelled }
    let before = try file.status()
    if let known = opened?.identity, known != before?.identity {
      opened = nil
      throw .replaced(path: file.path)
    }
    if before?.isEmpty ?? true, !creates {
      opened = nil
      return nil
    }
    if before == nil {
      try file.makeFolder()
    } else if !file.isWritable {
      throw .readOnly(path: file.path)
    } else if opened == nil {
      // A rejected file must not get a lock file beside it.
      _ = try read { _ in }
    }
    return try WriteLock.hold(beside: file, patience: patience) { () throws(StoreError) in
      do {
        return try writeLocked(body)
      } catch let commit as FailedCommit {
        throw outcome(of: commit)
      } catch {
        throw failure(error)
      }
    }
  }
}

// MARK: Others

extension StoreConnection {
  /// Whether others may have changed the store since the last call, or since the first read.
  func hasChangedElsewhere() throws(StoreError) -> Bool {
    let before = seen
    let now = try read { db in try sight(db) } ?? Sight()
    seen = now
    return before != nil && before != now
  }

  /// Keeps a change of connection from looking like a change by others, unless there was one.
  private func carrySight(from reader: Opened?) throws {
    guard let reader, let seen, seen.opening == openings - 1 else { return }
    try queue.read { db in
      // Nobody commits while this transaction reads, so both numbers are of the same content.
      let now = try sight(db)
      let version = try reader.queue.read { try Int.fetchOne($0, sql: "PRAGMA data_version") }
      if version == seen.version { self.seen = now }
    }
  }

  private func sight(_ db: Database) throws -> Sight {
    let version = try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
    return Sight(opening: openings, version: version)
  }
}

// MARK: Transactions

extension StoreConnection {
  private func readOpened<Value>(
    _ status: StoreFile.Status, _ body: (Database) throws -> Value
  ) throws -> Value {
    if opened?.identity != status.identity { try open(status, writable: false) }
    return try queue.read { db in
      try check(db)
      if seen == nil { seen = try sight(db) }
      return try body(db)
    }
  }

  /// Reads a store with a hot journal, which SQLite rolls back once the file is opened for writing.
  private func recover<Value>(
    _ status: StoreFile.Status, _ body: (Database) throws -> Value
  ) throws(StoreError) -> Value? {
    do {
      opened = nil
      guard file.isWritable else { throw DatabaseError(resultCode: .SQLITE_READONLY_ROLLBACK) }
      try open(status, writable: true)
      if try queue.read(Schema.isMissing) { return nil }
      return try readOpened(status, body)
    } catch DatabaseError.SQLITE_READONLY_ROLLBACK, DatabaseError.SQLITE_CANTOPEN {
      let reason = "an edit was cut off and must be rolled back, which needs leave to write"
      throw .unusable(path: file.path, reason: reason)
    } catch {
      throw failure(error)
    }
  }

  private func writeLocked<Value>(
    _ body: (Database) throws -> (Value, isChanged: Bool)
  ) throws -> Value {
    var status = try file.status()
    if status == nil {
      try file.create()
      status = try file.status()
    }
    guard let status else {
      throw StoreError.unusable(path: file.path, reason: "deleted as soon as it was made")
    }
    if opened?.identity != status.identity || opened?.isWritable != true {
      let reader = opened
      try open(status, writable: true)
      try carrySight(from: reader)
    }
    // Done in a separate transaction, so that it stays if the edit is rolled back.
    switch try queue.read({ db in try Schema.isMissing(in: db) ? 0 : check(db) }) {
    case 0: try transaction { db in (try Schema.create(in: db), isChanged: true) }
    case 1:
      try transaction { db in
        let isOld = try check(db) == 1
        if isOld { try Schema.Version1.migrate(db) }
        return ((), isChanged: isOld)
      }
    default: break
    }
    return try transaction(isEdit: true) { db in
      try check(db)
      return try body(db)
    }
  }

  private func transaction<Value>(
    isEdit: Bool = false, _ body: (Database) throws -> (Value, isChanged: Bool)
  ) throws -> Value {
    try queue.writeWithoutTransaction { db in
      // A dirty page evicted from the cache would be written twice, with a sync in between.
      try db.execute(sql: "PRAGMA cache_size = -131072")
      defer { try? db.execute(sql: "PRAGMA cache_size = -2000; PRAGMA shrink_memory") }
      errno = 0
      var step: Journal.Step?
      do {
        var value: Value?
        try db.inTransaction(.immediate) {
          let outcome = try body(db)
          value = outcome.0
          if isEdit, outcome.isChanged { step = try Journal.newestStep(in: db) }
          return outcome.isChanged ? .commit : .rollback
        }
        guard let value else { throw StoreError.cancelled }
        return value
      } catch {
        // SQLite does not record this `errno`, so read it before any other call.
        let systemError = errno
        let failure = StoreError(error, path: file.path, systemError: systemError)
        throw step.map { FailedCommit(step: $0, failure: failure) } ?? failure
      }
    }
  }
}

// MARK: Opening

extension StoreConnection {
  private var queue: DatabaseQueue {
    get throws {
      guard let opened else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
      return opened.queue
    }
  }

  private func open(_ status: StoreFile.Status, writable: Bool) throws {
    opened = nil
    if writable { try file.checkJournal(of: status) }
    let seconds = Double(patience.components.seconds)
    var configuration = Configuration()
    configuration.readonly = !writable
    configuration.busyMode = .timeout(seconds)
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { [path = file.path] db in
      if let header = StoreHeader(db), header.isWAL {
        try Schema.check(
          application: header.applicationID, version: header.version, path: path)
      }
      try Self.prepare(db, writable: writable)
    }
    let queue = try DatabaseQueue(path: file.location, configuration: configuration)
    // The file may have been replaced between `status()` and opening it.
    guard try file.status()?.identity == status.identity else {
      throw StoreError.unusable(path: file.path, reason: "replaced while it was opened")
    }
    opened = Opened(queue: queue, identity: status.identity, isWritable: writable)
    openings += 1
  }

  /// Makes commits survive a power cut, and a malicious file harmless.
  ///
  /// Without WAL: current distributions have SQLite versions in which it can corrupt the file.
  private static func prepare(_ db: Database, writable: Bool) throws {
    try db.execute(sql: "PRAGMA trusted_schema = OFF")
    try db.execute(sql: "PRAGMA cell_size_check = ON")
    try db.execute(sql: "PRAGMA mmap_size = 0")
    guard writable else { return }
    let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = PERSIST")
    guard mode == "persist" else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
    try db.execute(sql: "PRAGMA journal_size_limit = 1048576")
    try db.execute(sql: "PRAGMA synchronous = EXTRA")
  }

  /// Checks the version in every transaction, and the tables whenever the version has changed.
  @discardableResult
  private func check(_ db: Database) throws -> Int {
    let version = try Schema.checkVersion(of: db, path: file.path)
    if opened?.checkedVersion != version {
      try Schema.checkTables(of: db, version: version, path: file.path)
      opened?.checkedVersion = version
    }
    return version
  }

  func close() { opened = nil }

  /// Converts an error, and closes a damaged file so that a copy restored in its place is read.
  private func failure(_ error: any Error) -> StoreError {
    let failure = StoreError(error, path: file.path)
    if case .damaged = failure { opened = nil }
    return failure
  }
}
