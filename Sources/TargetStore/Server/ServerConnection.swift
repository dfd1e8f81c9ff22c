import ListModel
import Glibc
import Threads

/// The connection to a store on a server, opened on first use and reopened when it is lost.
///
/// If the answer to a COMMIT is lost, the retry first searches for the random token of the step. It
/// first locks the row of the list, and so waits for the end of the transaction whose answer was
/// lost.
final class ServerConnection: StoreConnection {
  let address: ServerAddress
  var schema: ServerSchema? { address.schema }
  private let patience: Duration
  private let limits: ServerLimits
  private let looksForLostEdits: Bool
  private let usesTraits: Bool
  private var opened: ServerDatabase?

  /// The wait for announcements, which the answers of a transaction may bring as well; so it ends after each.
  var waitForNotices: Readiness?

  /// When the server refused this client, and how long it is not tried again except for an edit:
  /// servers lock accounts after a few failures.
  private var closure: (error: ServerError, start: ContinuousClock.Instant, pause: Duration)?

  /// - Parameters:
  ///   - address: The address of the store.
  ///   - patience: How long to try, and to wait for an answer.
  ///   - limits: How much a server may send.
  ///   - looksForLostEdits: False only for a test that shows why the search is needed.
  ///   - usesTraits: False only for a test with the features that all servers have.
  init(
    _ address: ServerAddress, patience: Duration, limits: ServerLimits = ServerLimits(),
    looksForLostEdits: Bool = true, usesTraits: Bool = true
  ) {
    self.limits = limits
    self.usesTraits = usesTraits
    self.address = address
    self.patience = patience
    self.looksForLostEdits = looksForLostEdits
  }

  func read<Value>(_ body: (any Database) throws -> Value) throws(StoreError) -> Value? {
    try read(as: .reading, body)
  }

  func ask<Value>(_ body: (any Database) throws -> Value) throws(StoreError) -> Value? {
    try read(as: .question, body)
  }

  private func read<Value>(
    as kind: ServerDatabase.Transaction, _ body: (any Database) throws -> Value
  ) throws(StoreError) -> Value {
    // A lost connection is noticed only now, and the new one may be lost as well.
    try trying(attempts: 3) { db in
      try db.begin(kind)
      let value = try body(db)
      try db.endReading()
      return value
    }
  }

  func write<Value>(
    creates: Bool, commitsWithoutStep: Bool, _ body: (any Database) throws -> Written<Value>
  ) throws(StoreError) -> Written<Value>? {
    if Task.isCancelled { throw .cancelled }
    var unanswered: Written<Value>?
    do {
      return try trying(attempts: .max, isEdit: true) { db in
        try db.begin(.edit)
        if let known = unanswered {
          if try self.isStored(known, in: db) {
            // A commit also waits until standbys have earlier commits; a restarted server would not
            // wait for them.
            try self.commit(db)
            return known
          }
          unanswered = nil
        }
        let written = try body(db)
        guard written.step != nil || commitsWithoutStep else {
          try db.rollback()
          return written
        }
        if let step = written.step { try db.tellOthers(of: step.list) }
        unanswered = written
        do {
          try self.commit(db)
        } catch let error as ServerError where !error.isOfConnection {
          // A server that reports an error did not commit.
          unanswered = nil
          throw error
        }
        return written
      }
    } catch {
      if case .unsure = error { throw error }
      guard unanswered != nil else { throw error }
      // “nothing was changed” would be untrue here.
      let reason = error == .cancelled ? "cancelled too late" : error.reason
      throw .unsure(path: address.text, reason: reason, isStored: nil)
    }
  }

  /// - Throws: Also ``StoreError/unsure(path:reason:isStored:)`` if the server stopped waiting for
  ///   its standbys.
  private func commit(_ db: ServerDatabase) throws {
    guard let warning = try db.commit() else { return }
    throw StoreError.unsure(path: address.text, reason: warning, isStored: true)
  }

  /// Whether an edit without an answer was committed; no one else can change the list until the
  /// transaction ends.
  private func isStored<Value>(_ written: Written<Value>, in db: ServerDatabase) throws -> Bool {
    guard looksForLostEdits, let step = written.step else { return false }
    let locking = try db.statement("SELECT id FROM list WHERE id = ? FOR UPDATE")
    _ = try locking.bind(step.list, at: 1).first { _ in }
    return try step.isThere(in: db)
  }

  func isReadOnly() throws(StoreError) -> Bool {
    do {
      return try trying(attempts: 2) { db in
        try db.begin(.edit)
        let asking = try db.statement(
          "SELECT CASE WHEN has_any_column_privilege('\(address.schema.sql).row', 'UPDATE') THEN 1 ELSE 0 END"
        )
        let mayWrite = try asking.first { $0.number(at: 0) }
        try db.rollback()
        return mayWrite != 1
      }
    } catch .readOnly {
      return true
    }
  }

  /// How long the server takes to answer.
  func roundTrip() throws(StoreError) -> Duration {
    try trying(attempts: 2) { db in
      let start = ContinuousClock.now
      try db.execute("SELECT 1")
      return .now - start
    }
  }

  func close() { opened = nil }
}

// MARK: What others do

extension ServerConnection {
  /// The lists of which others have announced edits since the last call; `nil` if the server does
  /// not announce them.
  ///
  /// Opens no connection.
  ///
  /// - Returns: Also a descriptor, which becomes readable when it is time to call this again.
  func takeNotices() throws(StoreError) -> (lists: AnnouncedLists, descriptor: CInt)? {
    guard let opened else { throw .offline(path: address.text, reason: "not connected") }
    do {
      guard try opened.listen() else { return nil }
      return (try opened.hearOthers(), opened.descriptor)
    } catch {
      self.opened = nil
      throw StoreError(error, path: address.text)
    }
  }
}

// MARK: Trying

extension ServerConnection {
  /// Runs a transaction, and again after a collision, or with a new connection if it was lost.
  private func trying<Value>(
    attempts: Int, isEdit: Bool = false, _ body: (ServerDatabase) throws -> Value
  ) throws(StoreError) -> Value {
    let deadline = ContinuousClock.now + patience
    var attempt = 0
    defer { waitForNotices?.end() }
    while true {
      attempt += 1
      let wasOpen = opened != nil
      do {
        return try body(try database(isForEdit: isEdit))
      } catch let error as ServerError {
        if error.isOfConnection { opened = nil } else { abandon() }
        // On reopening, the connection reports if the tables have a new version.
        let mayBeUpgraded = wasOpen && error.isOfTables
        if mayBeUpgraded { opened = nil }
        let mayTry =
          error.isOfCollision || error.isPassing && attempt < attempts || mayBeUpgraded
        if !mayTry || ContinuousClock.now >= deadline { throw StoreError(error, address) }
        pause(after: attempt)
        if Task.isCancelled { throw .cancelled }
      } catch let error as StoreError {
        // In the middle of an answer, the connection cannot be used any more.
        if error == .cancelled { opened = nil } else { abandon() }
        throw error
      } catch {
        abandon()
        throw StoreError(error, path: address.text)
      }
    }
  }

  /// Waits longer after each attempt, and for a random time, so that clients do not collide again.
  private func pause(after attempt: Int) {
    let longest = min(10_000 << min(attempt, 6), 500_000)
    usleep(.random(in: 1_000...UInt32(longest)))
  }

  private func abandon() {
    do { try opened?.rollback() } catch { opened = nil }
  }

  private func database(isForEdit: Bool) throws -> ServerDatabase {
    if let opened { return opened }
    if let closure, !isForEdit, ContinuousClock.now - closure.start < closure.pause {
      throw closure.error
    }
    let database: ServerDatabase
    do {
      database = try connect()
      closure = nil
    } catch let error as ServerError {
      guard case .turnedAway = error else { throw error }
      let pause = closure.map { min($0.pause * 2, .seconds(3_600)) } ?? .seconds(30)
      closure = (error, .now, pause)
      throw error
    }
    try address.schema.check(database, usesTraits: usesTraits)
    opened = database
    return database
  }

  private func connect() throws -> ServerDatabase {
    ServerDatabase(try ServerLink(address, patience: patience, limits: limits), address)
  }

  /// Runs administrative statements, such as those that create tables, in one transaction.
  ///
  /// - Parameter statements: Examines the database and returns the statements.
  /// - Throws: ``StoreError``; nothing was changed, except perhaps after
  ///   ``StoreError/unsure(path:reason:isStored:)``.
  func administer(
    _ statements: (ServerDatabase) throws -> [String]
  ) throws(StoreError) {
    var isEnding = false
    do {
      let database = try connect()
      try database.begin(.edit)
      for statement in try statements(database) { try database.send(ServerSQL(statement)) }
      isEnding = true
      try commit(database)
    } catch let error as ServerError {
      let failure = StoreError(error, address)
      guard isEnding, error.isOfConnection else { throw failure }
      throw .unsure(path: address.text, reason: failure.reason, isStored: nil)
    } catch {
      throw StoreError(error, path: address.text)
    }
  }

  /// Reads on a separate connection, even if the database has no tables of a store.
  func survey<Value>(_ body: (ServerDatabase) throws -> Value) throws(StoreError) -> Value {
    do {
      let database = try connect()
      try database.begin(.reading)
      let value = try body(database)
      try database.endReading()
      return value
    } catch let error as ServerError {
      throw StoreError(error, address)
    } catch {
      throw StoreError(error, path: address.text)
    }
  }

  func administer(_ statements: [String]) throws(StoreError) {
    try administer { _ in statements }
  }
}
