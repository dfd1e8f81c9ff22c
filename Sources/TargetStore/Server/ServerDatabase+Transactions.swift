// MARK: Transactions

extension ServerDatabase {
  /// Begins a transaction, which is sent together with the first statement.
  ///
  /// Without a session of its own it also sets the search path: a pool may run each transaction in
  /// another session.
  func begin(writes: Bool) throws {
    // A pool takes the session back at the end of a pipeline, with what came too soon after it.
    if !traits.keepsSession { try receive { expected.isEmpty } }
    isInTransaction = true
    readsMuch = !writes
    expectWork(on: 0)
    compiled.begin()
    beginning = try send(
      ServerSQL("BEGIN ISOLATION LEVEL READ COMMITTED, READ \(writes ? "WRITE" : "ONLY")"))
    if !traits.keepsSession {
      try send(ServerSQL("SET LOCAL \(place)"))
      if writes { try limitWaitsForLocks(inSession: false) }
    }
  }

  /// Makes the server report a long wait for a lock before the wait for its answer ends.
  ///
  /// Who has set a shorter time keeps it.
  private func limitWaitsForLocks(inSession: Bool) throws {
    guard traits.isPostgreSQL else { return }
    let longest = max(link.patience * 4 / 5 / .milliseconds(1), 1)
    let asking = """
      SELECT set_config('lock_timeout', '\(Int(longest))', \(!inSession)) FROM pg_settings \
      WHERE name = 'lock_timeout' AND CAST(setting AS bigint) NOT BETWEEN 1 AND \(Int(longest))
      """
    try send(ServerSQL(asking)).discard()
  }

  private var place: String { "search_path = \(address.schema.sql), pg_catalog, pg_temp" }

  /// Uses the abilities that the server reports.
  func useTraits(version: String, process: Int64?) throws {
    traits = ServerTraits(
      version: version, process: process, announced: link.announcedProcess)
    guard traits.keepsSession else { return }
    compiled.stay = true
    try send(ServerSQL("SET \(place)"))
    // What is compiled while a list is short must do when it is long, and a list is long before the
    // server has statistics of it. A plan with a step that is off looks so expensive that it would be
    // compiled to machine code, which takes longer than the statement.
    for setting in ["enable_seqscan", "enable_bitmapscan", "jit"] where traits.isPostgreSQL {
      try send(ServerSQL("SET \(setting) = off"))
    }
    try limitWaitsForLocks(inSession: true)
    try waitForAll()
  }

  /// - Returns: What the server has warned of: others may not have what it has committed, or there
  ///   was nothing to commit.
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
    try forgetCompiled()
    try send(ServerSQL("COMMIT"))
    discardAnswers()
    // A pool of connections takes this one back at the end of the pipeline.
    try endPipeline(ofReading: true)
    isInTransaction = false
  }

  /// - Throws: ``ServerError`` if the connection is of no use any more.
  func rollback() throws {
    guard isInTransaction else { return }
    discardAnswers()
    readsMuch = false
    if failure == nil {
      try forgetCompiled()
    } else {
      try recover()
      // The server has passed over the compiling, too.
      compiled.forgetNewest()
    }
    failure = nil
    try send(ServerSQL("ROLLBACK"))
    try waitForAll()
    isInTransaction = false
  }

  /// Whether others have announced edits, once all statements have been answered.
  func takeNotices() throws -> Bool {
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
