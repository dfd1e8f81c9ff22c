// MARK: Transactions

extension ServerDatabase {
  enum Transaction {
    /// An edit, in which each statement sees what others have committed; it locks what it relies on.
    case edit

    /// Statements that all see what was committed when the first one began.
    case reading

    /// A single statement.
    case question
  }

  /// Begins a transaction, which is sent together with the first statement.
  ///
  /// If a pool may run each transaction in another session, it also sets the search path. Otherwise a
  /// single statement is sent as it is.
  func begin(_ kind: Transaction) throws {
    let writes = kind == .edit

    // At the end of a pipeline, a pool may give the session away, with statements that were sent
    // too soon.
    if !traits.keepsSession { try receive { expected.isEmpty } }
    readsMuch = !writes
    expectWork(on: 0)
    compiled.begin()
    asksAlone = kind == .question && traits.keepsSession && traits.isPostgreSQL
    if asksAlone { return }
    isInTransaction = true
    let level = writes ? "READ COMMITTED, READ WRITE" : "REPEATABLE READ, READ ONLY"
    beginning = try send(ServerSQL("BEGIN ISOLATION LEVEL \(level)"))
    if !traits.keepsSession {
      try send(ServerSQL("SET LOCAL \(place)"))
      if writes { try limitWaitsForLocks(inSession: false) }
    }
  }

  /// Makes the server report a long wait for a lock before the deadline for its answer.
  ///
  /// A shorter time in the user's settings is kept.
  private func limitWaitsForLocks(inSession: Bool) throws {
    guard traits.isPostgreSQL else { return }
    let longest = max(link.patience * 4 / 5 / .milliseconds(1), 1)
    let asking = """
      SELECT set_config('lock_timeout', '\(Int(longest))', \(!inSession)) \
      WHERE CAST(current_setting('lock_timeout') AS interval) \
      NOT BETWEEN CAST('1 ms' AS interval) AND CAST('\(Int(longest)) ms' AS interval)
      """
    try send(ServerSQL(asking)).discard()
  }

  private var place: String { "search_path = \(address.schema.sql), pg_catalog, pg_temp" }

  /// Uses the features that the server reports.
  func useTraits(version: String, process: Int64?) throws {
    traits = ServerTraits(
      version: version, process: process, announced: link.announcedProcess)
    guard traits.keepsSession else { return }
    compiled.stay = true
    try send(ServerSQL("SET \(place)"))
    if traits.isPostgreSQL {
      try send(ServerSQL("SET default_transaction_isolation = 'read committed'"))
      // It holds from the next transaction on, and a standby refuses others.
      try endPipeline()
    }
    // A plan is compiled while a list is short and must still be fast when it is long, before the server
    // has new statistics. A plan with a step that is off looks so expensive that the server would compile
    // it to machine code, which takes longer than the statement.
    for setting in ["enable_seqscan", "enable_bitmapscan", "jit"] where traits.isPostgreSQL {
      try send(ServerSQL("SET \(setting) = off"))
    }
    try limitWaitsForLocks(inSession: true)
    // Otherwise a statement with an array is planned at each use, which takes longer than running it: a plan for
    // arrays of any length seems to cost more. PostgreSQL 11 has no such setting.
    if traits.isPostgreSQL, link.serverVersion >= 120_000 {
      try send(ServerSQL("SET plan_cache_mode = force_generic_plan"))
    }
    try waitForAll()
  }

  /// - Returns: The server's warning, if any: its standbys may lack the commit, or there was
  ///   nothing to commit.
  @discardableResult
  func commit() throws -> String? {
    try forgetCompiled()
    try send(ServerSQL("COMMIT"))
    link.forgetWarning()
    try waitForAll()
    forgetPrefetched()
    isInTransaction = false
    return link.warning
  }

  /// Ends a transaction that has only read, without waiting for the answer.
  func endReading() throws {
    if isInTransaction {
      try forgetCompiled()
      try send(ServerSQL("COMMIT"))
    } else if let failure {
      throw failure
    }
    discardAnswers()
    // At the end of the pipeline, a pool takes the connection back.
    try endPipelineOfReading()
    (isInTransaction, asksAlone) = (false, false)
  }

  /// - Throws: ``ServerError`` if the connection cannot be used any more.
  func rollback() throws {
    guard isInTransaction || asksAlone else { return }
    discardAnswers()
    readsMuch = false
    if failure == nil, isInTransaction { try forgetCompiled() } else { try recover() }
    failure = nil
    // Also after a question: if nobody read the answer that failed, the reading before it has not ended for the
    // server.
    try send(ServerSQL("ROLLBACK"))
    try waitForAll()
    (isInTransaction, asksAlone) = (false, false)
  }

  /// The lists that others have announced edits of, once all statements have been answered.
  func takeNotices() throws -> AnnouncedLists {
    try receive { expected.isEmpty }
    if let failure { throw failure }
    return try link.takeNotices()
  }

  /// Runs a statement by itself, outside a transaction.
  func execute(_ sql: String) throws {
    try send(ServerSQL(sql))
    try waitForAll()
  }

  func reading<Value>(much: Bool, _ body: () throws -> Value) rethrows -> Value {
    let before = readsMuch
    readsMuch = much
    defer { readsMuch = before }
    return try body()
  }

  func checkTables() throws {
    let version = try statement(ServerSchema.askingVersion).first { $0.number(at: 0) }
    try address.schema.check(version: version ?? nil, path: path)
  }
}
