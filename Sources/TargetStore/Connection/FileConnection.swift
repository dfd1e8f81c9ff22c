import CSQLite
import Glibc

/// The connection to the store's file, opened on first use and reopened if the file is replaced.
///
/// Reading opens it read-only, so that nothing writes to a damaged, foreign or newer file.
final class FileConnection: StoreConnection {
  let file: StoreFile
  let patience: Duration

  /// The tables that this program knows.
  let schema: Schema
  private var opened: Opened?

  /// The file that was last read or written, even if it is missing now.
  private var known: StoreFile.Identity?

  private struct Opened {
    let database: SQLiteDatabase
    let identity: StoreFile.Identity
    let access: SQLiteDatabase.Access
    var hasCheckedTables = false

    /// Whether a transaction stays open for several readings.
    var isHeld = false
  }

  init(_ file: StoreFile, patience: Duration, schema: Schema = .current) {
    self.file = file
    self.patience = patience
    self.schema = schema
  }

  func isReadOnly() throws(StoreError) -> Bool {
    try file.status() != nil && !file.isWritable
  }

  func read<Value>(_ body: (any Database) throws -> Value) throws(StoreError) -> Value? {
    guard let status = try file.status(), !status.isEmpty else {
      opened = nil
      return nil
    }
    do {
      return try readOpened(status, body)
    } catch let error as SQLiteError where error.isOfCutOffWriter {
      return try recover(status, body)
    } catch {
      throw failure(error)
    }
  }

  func write<Value>(
    creates: Bool, commitsWithoutStep: Bool, _ body: (any Database) throws -> Written<Value>
  ) throws(StoreError) -> Written<Value>? {
    if Task.isCancelled { throw .cancelled }
    endReading()
    let before = try file.status()
    if let known, known != before?.identity {
      opened = nil
      self.known = nil
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
      // A rejected file must not get a lock file next to it.
      _ = try read { _ in }
    }
    return try WriteLock.hold(
      beside: file, mode: before?.mode ?? 0o600, patience: patience
    ) { () throws(StoreError) in
      do {
        return try writeLocked(commitsWithoutStep: commitsWithoutStep, body)
      } catch let commit as FailedCommit {
        throw outcome(of: commit)
      } catch {
        throw failure(error)
      }
    }
  }
}

// MARK: Transactions

extension FileConnection {
  private func readOpened<Value>(
    _ status: StoreFile.Status, _ body: (any Database) throws -> Value
  ) throws -> Value {
    if opened?.identity != status.identity { try open(status, .reading) }
    let database = try database
    if opened?.isHeld == true { return try body(database) }
    try file.checkJournal(of: status, database)
    return try database.transaction(.reading) {
      try check(database)
      return (try body(database), commits: false)
    }
  }

  func holdReading() throws(StoreError) {
    // The file is opened and checked before.
    guard try read({ _ in true }) == true, let database = opened?.database else { return }
    do {
      try database.execute("BEGIN")
      opened?.isHeld = true
    } catch {
      throw failure(error)
    }
  }

  func endReading() {
    guard let opened, opened.isHeld else { return }
    self.opened?.isHeld = false
    do { try opened.database.execute("ROLLBACK") } catch { self.opened = nil }
  }

  /// Reads a store with a hot journal, which SQLite rolls back once the file is opened for writing.
  private func recover<Value>(
    _ status: StoreFile.Status, _ body: (any Database) throws -> Value
  ) throws(StoreError) -> Value? {
    do {
      opened = nil
      guard file.isWritable else { throw InterruptedEdit(reason: "no write access") }
      try open(status, .writing)
      let database = try database
      let isMissing = try database.transaction(.reading) {
        (try Schema.isMissing(in: database), commits: false)
      }
      return isMissing ? nil : try readOpened(status, body)
    } catch let error as SQLiteError
      where [SQLITE_READONLY, SQLITE_CANTOPEN].contains(error.primaryCode)
    {
      throw failure(InterruptedEdit(reason: StoreError(error, path: file.path).reason))
    } catch {
      throw failure(error)
    }
  }

  private struct InterruptedEdit: Error, CustomStringConvertible {
    let reason: String
    var description: String { "an interrupted edit cannot be rolled back: \(reason)" }
  }

  private func writeLocked<Value>(
    commitsWithoutStep: Bool, _ body: (any Database) throws -> Written<Value>
  ) throws -> Written<Value> {
    var status = try file.status()
    if status?.isEmpty ?? true {
      try file.create(schema)
      status = try file.status()
    }
    guard let status else {
      throw StoreError.unusable(path: file.path, reason: "deleted right after it was created")
    }
    if opened?.identity != status.identity || opened?.access != .writing {
      try open(status, .writing)
    }
    let database = try database
    try file.checkJournal(of: status, database)
    // Before any write.
    try database.transaction(.reading) { (try check(database), commits: false) }
    var step: StoredEvent?
    do {
      return try change(database) {
        try check(database)
        let written = try body(database)
        step = written.step
        return (written, commits: commitsWithoutStep || step != nil)
      }
    } catch {
      let failure = StoreError(error, path: file.path)
      throw step.map { FailedCommit(step: $0, failure: failure) } ?? failure
    }
  }

  private func change<Value>(
    _ database: SQLiteDatabase, _ body: () throws -> (Value, commits: Bool)
  ) throws -> Value {
    // A dirty page evicted from the cache would be written twice, with a sync between the two
    // writes. This is enough for a decision on a million rows.
    try database.execute("PRAGMA cache_size = -98304")
    defer { try? database.execute("PRAGMA cache_size = -2000; PRAGMA shrink_memory") }
    return try database.transaction(.writing) {
      // Writes the first page to the journal before any other page, to show which file the journal
      // belongs to.
      let version = try Schema.version(of: database)
      try database.execute("PRAGMA user_version = \(version)")
      return try body()
    }
  }
}

// MARK: Upgrading

extension FileConnection {
  /// Upgrades the tables of an older version to those of this program, in one transaction.
  ///
  /// - Returns: The version that they had; `nil` when there is no store.
  func upgrade() throws(StoreError) -> Int? {
    do throws(StoreError) {
      return try read { _ in schema.tables.version }
    } catch .needsUpgrade {
      guard let status = try file.status() else { return nil }
      guard file.isWritable else { throw .readOnly(path: file.path) }
      return try WriteLock.hold(
        beside: file, mode: status.mode, patience: patience
      ) { () throws(StoreError) in
        do { return try upgradeLocked(status) } catch { throw failure(error) }
      }
    }
  }

  private func upgradeLocked(_ status: StoreFile.Status) throws -> Int {
    try open(status, .writing)
    let database = try database
    return try change(database) {
      let found = try Schema.version(of: database)
      // Another program may have upgraded them first.
      let upgrades = schema.tables.upgrades(from: found) ?? []
      for statement in upgrades.flatMap(\.inFile) { try database.execute(statement) }
      if !upgrades.isEmpty {
        try database.execute(
          """
          UPDATE store SET version = \(schema.tables.version);
          PRAGMA user_version = \(schema.tables.version)
          """)
      }
      try check(database)
      return (found, commits: true)
    }
  }
}

// MARK: Opening

extension FileConnection {
  private var database: SQLiteDatabase {
    get throws {
      guard let opened else { throw SQLiteError(code: SQLITE_CANTOPEN, message: "not open") }
      return opened.database
    }
  }

  /// Opens the file, rolls back an interrupted edit, and checks that it is a store.
  func openForWriting(_ status: StoreFile.Status) throws(StoreError) {
    do {
      try open(status, .writing)
      let database = try database
      try database.transaction(.reading) { (try check(database), commits: false) }
    } catch {
      throw failure(error)
    }
  }

  private func open(_ status: StoreFile.Status, _ access: SQLiteDatabase.Access) throws {
    opened = nil
    let database = try SQLiteDatabase(path: file.location, access, patience: patience)
    try file.checkJournal(of: status, database)
    if let header = StoreHeader(database), header.isWAL {
      try schema.check(
        application: header.applicationID, version: header.version, path: file.path)
    }
    try Self.prepare(database, access)
    // The file may have been replaced between `status()` and opening it.
    guard try file.status()?.identity == status.identity else {
      throw StoreError.unusable(path: file.path, reason: "replaced while being opened")
    }
    opened = Opened(database: database, identity: status.identity, access: access)
    known = status.identity
  }

  /// Makes commits survive a power cut, and a malicious file harmless.
  ///
  /// Without WAL: current distributions have SQLite versions in which it can corrupt the file.
  private static func prepare(_ database: SQLiteDatabase, _ access: SQLiteDatabase.Access) throws {
    try database.execute(
      "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    guard access == .writing else { return }
    let mode = try database.text("PRAGMA journal_mode = PERSIST")
    guard mode == "persist" else {
      throw SQLiteError(code: SQLITE_BUSY, message: "its journal cannot be written")
    }
    try database.execute("PRAGMA journal_size_limit = 1048576; PRAGMA synchronous = EXTRA")
  }

  /// Checks the version in every transaction, and the tables once.
  private func check(_ database: SQLiteDatabase) throws {
    try schema.checkVersion(of: database, path: file.path)
    if opened?.hasCheckedTables == false {
      try schema.checkTables(of: database, path: file.path)
      opened?.hasCheckedTables = true
    }
  }

  func close() { opened = nil }

  /// Converts an error, and drops an unusable connection, so that a file restored in its place is
  /// opened.
  private func failure(_ error: any Error) -> StoreError {
    let failure = StoreError(error, path: file.path)
    if case .damaged = failure { opened = nil }
    if opened?.database.isInTransaction == true { opened = nil }
    return failure
  }
}
