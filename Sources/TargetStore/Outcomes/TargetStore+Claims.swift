package import ListModel
package import NameSearch

extension TargetStore {
  /// Stores the outcomes of commands and claims rows for the next ones, in one transaction.
  ///
  /// The outcomes are on disk when this returns, and programs that show the list notice them.
  ///
  /// A claim is for the present state of the row. The row can be claimed if this state has no
  /// outcome, or has the one that was known when the run began. It cannot be claimed while another
  /// run that is alive has a claim, nor if the outcome is unknown and must not be retried. So only
  /// one of several concurrent runs starts the command for a row, whether it succeeds or fails, and
  /// no run starts it again after a run was killed.
  ///
  /// - Returns: Why rows were not claimed.
  /// - Throws: ``StoreError``; ``StoreError/otherList(_:)`` if the list is no longer the one of the first call.
  package func settle(
    _ turn: RunTurn, in list: ListName
  ) throws(StoreError) -> [Name: ClaimRefusal] {
    if turn.ended.isEmpty, turn.next.isEmpty { return [:] }
    let gone = Dictionary(turn.next.map { ($0, ClaimRefusal.gone) }) { first, _ in first }
    if let file = (connection as? FileConnection)?.file, runLock == nil, !turn.next.isEmpty {
      // A store that does not exist has no rows to claim.
      guard try file.status() != nil else { return gone }
      runLock = try RunLock(of: run.id, beside: file)
    }
    typealias Settled = (refused: [Name: ClaimRefusal], identity: String)
    // A run is about one list, whatever has its name later.
    let identity = claimed?.list == list ? claimed?.identity ?? "" : ""
    let settled = try connection.write(creates: false, commitsWithoutStep: true) { [run] db in
      guard let record = try ListRecord(db, list, of: identity, creates: false) else {
        // The outcomes of commands for its rows cannot be stored.
        if !identity.isEmpty { throw StoreError.otherList(list) }
        return Written(Settled?.none, nil)
      }
      let table = OutcomeTable(db, list: record.id, liveRuns)
      let kept = try Self.keep(turn, in: table, record, run)
      let (refused, event) = try Self.claim(
        turn, in: table, kept.map { record.after($0) } ?? record, run)
      return Written(Settled(refused, record.uuid), event ?? kept)
    }
    guard let settled = settled?.value else { return gone }
    claimed = (list, settled.identity)
    return settled.refused
  }

  private static func claim(
    _ turn: RunTurn, in table: OutcomeTable, _ record: ListRecord, _ run: Run
  ) throws -> (refused: [Name: ClaimRefusal], event: StoredEvent?) {
    if turn.next.isEmpty { return ([:], nil) }
    let keys = turn.next.map(\.keyOfRow)
    let rowTable = RowTable(db: table.db, list: record.id)
    let rows = try rowTable.states(of: keys)
    let outcomes = try table.outcomes(of: turn.command, on: keys, turn.revisions)
    var claim = Outcome(command: turn.command, status: nil, author: run.author())
    claim.run = run.id
    if table.db.isServer { try beat(run, claim.author ?? "", record.id, in: table.db) }
    let changed = try turn.readAt.map { try rowTable.changed(since: $0) } ?? [:]
    var refused: [Name: ClaimRefusal] = [:]
    var unlisted: [Name] = []
    for name in turn.next {
      let known = rows[name.keyOfRow]
      guard var row = turn.row(of: name, known) else {
        refused[name] = .gone
        continue
      }
      row.texts.revision = turn.revisions.revision(of: name, inList: row.texts.revision)
      let isAsRead = changed[name.keyOfRow] == nil && row.since <= turn.readAt ?? .max
      guard isAsRead, turn.wanted.accepts(row.isAbsent ? [] : row.storedFlags),
        turn.verdicts?.accepts(row.verdict) ?? true
      else {
        refused[name] = .changed
        continue
      }
      if let outcome = outcomes[name.keyOfRow],
        let refusal = refusal(of: outcome, seen: turn.seen[name], turn, run)
      {
        refused[name] = refusal
        continue
      }
      try table.set(claim, of: name.keyOfRow, row.stateOfOutcome)
      if known == nil { unlisted.append(name) }
    }
    if unlisted.isEmpty { return (refused, nil) }
    var event = try EventDraft(
      table.db, record, run: run, .outcome, note: turn.command, isStep: false)
    try event.insert(unlisted)
    return (refused, try event.finish())
  }

  /// Why the outcome of a row's state prevents a run from claiming the row; `nil` if it does not.
  private static func refusal(
    of outcome: Outcome, seen: Outcome?, _ turn: RunTurn, _ run: Run
  ) -> ClaimRefusal? {
    // This run's own claim, whose confirmation was lost.
    if outcome.status == nil, outcome.run == run.id { return nil }
    if outcome.isHeld { return .claimed(by: outcome.author ?? "") }
    if outcome.isUnknown, !turn.retriesUnknown { return .unknown }
    let isAsSeen =
      outcome.status == seen?.status && outcome.time == seen?.time && outcome.run == seen?.run
    return isAsSeen ? nil : .claimed(by: outcome.author ?? "")
  }

  private static func keep(
    _ turn: RunTurn, in table: OutcomeTable, _ record: ListRecord, _ run: Run
  ) throws -> StoredEvent? {
    if turn.ended.isEmpty { return nil }
    var event = try EventDraft(
      table.db, record, run: run, .outcome, note: turn.command, isStep: false)
    let keys = turn.ended.map(\.name.keyOfRow)
    let claims = try table.claims(of: run.id, for: turn.command, on: keys)
    let rows = try RowTable(db: table.db, list: record.id).states(of: keys)
    let present = try table.outcomes(of: turn.command, on: keys, turn.revisions)
    for (name, outcome) in turn.ended {
      let key = name.keyOfRow
      guard let row = rows[key] else { continue }
      guard var outcome else {
        guard let state = claims[key] else { continue }
        if let before = turn.seen[name] {
          try table.set(before, of: key, state)
        } else {
          try table.delete(turn.command, of: key, state)
        }
        continue
      }
      // An outcome without a claim was imported.
      let isFree = present[key].map { $0.status != nil } ?? true
      guard let state = claims[key] ?? (isFree ? row.stateOfOutcome : nil) else { continue }
      (outcome.author, outcome.run) = (run.author(), run.id)
      try table.set(outcome, of: key, state)
      event.note(status: outcome.status ?? -1, of: row)
    }
    return try event.finish()
  }

  /// The lock that shows that this run is alive, to be inherited by the processes that start its
  /// commands; `nil` on a server, and before the first claim.
  package var heldByCommands: CInt? { runLock?.descriptor }

  /// Shows others that this run is alive: on a server, claims expire if the run does not renew them
  /// for two minutes.
  package func renewClaims(in list: ListName) throws(StoreError) {
    guard isOnServer else { return }
    _ = try connection.write(creates: false, commitsWithoutStep: true) { [run] db in
      // Locks the list, so that no other run can take over the claims meanwhile.
      guard let record = try ListRecord(db, list, creates: false) else { return Written((), nil) }
      try db.statement("UPDATE run SET beat = moment() WHERE list = ? AND id = ?")
        .bind(record.id, at: 1).bind(run.id, at: 2).run()
      return Written((), nil)
    }
  }

  /// Releases the claims of a run whose commands may hang; their outcomes become unknown.
  ///
  /// - Returns: The number of claims.
  package func release(run: Int64, in list: ListName) throws(StoreError) -> Int {
    let released = try connection.write(creates: false, commitsWithoutStep: true) { db in
      guard let record = try ListRecord(db, list, creates: false) else { return Written(0, nil) }
      func ofItsClaims(_ sql: String) throws -> any Statement {
        try db.statement("\(sql) WHERE list = ?1 AND run = ?2 AND status IS NULL")
          .bind(record.id, at: 1).bind(run, at: 2)
      }
      let count = try ofItsClaims("SELECT count(*) FROM outcome").first { $0.amount(at: 0) ?? 0 }
      try ofItsClaims("UPDATE outcome SET run = 0").run()
      return Written(Int(count ?? 0), nil)
    }
    return released?.value ?? 0
  }

  private static func beat(
    _ run: Run, _ author: String, _ list: Int64, in db: any Database
  ) throws {
    try db.statement(
      """
      INSERT INTO run (list, id, author, started, beat) VALUES (?, ?, ?, moment(), moment())
      ON CONFLICT (list, id) DO UPDATE SET beat = excluded.beat
      """
    ).bind(list, at: 1).bind(run.id, at: 2).bind(author, at: 3).run()
  }

  var liveRuns: LiveRuns { LiveRuns(file: (connection as? FileConnection)?.file) }
}

extension RunTurn {
  /// The row with a name, if a run may claim it, else `nil`; `known` is its state in the list.
  ///
  /// Rows of the list must be there. The list need not have the rows of an input: such a row has no decision,
  /// and counts as never added. A row that was dropped is not run.
  fileprivate func row(of name: Name, _ known: RowState?) -> RowState? {
    if let known, !known.isAbsent { return known.isThere ? known : nil }
    return isOfInput ? known ?? RowState(name: name, since: 0) : nil
  }
}

extension EventDraft {
  /// Stores rows that count as never added, so that outcomes can belong to them.
  ///
  /// The event cannot be undone, because its undo could bring back rows that someone has dropped.
  fileprivate mutating func insert(_ absent: [Name]) throws {
    var rows: [[StoredValue]] = []
    for name in absent {
      var row = RowState(name: name, since: 0, gone: number)
      if let last = lastPosition { (row.texts.position, lastPosition) = (last + 1, last + 1) }
      rows.append([.number(list.id), .text(name.keyOfRow)] + row.told + row.said.values)
    }
    try db.insert(rows, into: .row, Table.row.columns)
    isForced = true
  }
}
