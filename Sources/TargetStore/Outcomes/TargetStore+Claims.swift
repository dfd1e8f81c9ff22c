import ListModel
package import NameSearch

extension TargetStore {
  /// Claims rows for a command that is about to be started for them; on disk when it returns.
  ///
  /// A claim is on the state that the row has now. The row is free if that has no outcome, or the one that
  /// was `seen` when the run began, unless that is the claim of a run that is under way. So of several runs
  /// side by side, one starts the command of a row, whether it succeeds or fails.
  ///
  /// - Returns: The rows that were not claimed, and why, and the claims that were taken over.
  package func claim(
    _ names: [Name], for command: String, in list: Name, seen: [Name: Outcome] = [:]
  ) throws(StoreError) -> Claims {
    if names.isEmpty { return Claims() }
    let gone = Claims(refused: Dictionary(names.map { ($0, .gone) }) { first, _ in first })
    if let file = (connection as? FileConnection)?.file, runLock == nil {
      // A store that is not there has no rows to claim.
      guard try file.status() != nil else { return gone }
      runLock = try RunLock(of: run.id, beside: file)
    }
    // What was found before an answer was lost: the next attempt finds the claims of this run.
    var found: [Name: Outcome] = [:]
    let claimed = try connection.write(creates: false, commitsWithoutStep: true) { [run] db in
      guard let record = try ListRecord(db, list, creates: false) else {
        return Written(gone, nil)
      }
      let table = OutcomeTable(db, list: record.id, liveRuns)
      let keys = names.map(\.keyOfRow)
      let rows = try RowTable(db: db, list: record.id).states(of: keys)
      let outcomes = try table.outcomes(of: command, on: keys)
      var made = Claims()
      var claim = Outcome(command: command, status: nil, author: run.author())
      claim.run = run.id
      if db.isServer { try Self.beat(run, claim.author ?? "", record.id, in: db) }
      for name in names {
        guard let row = rows[name.keyOfRow], row.isThere else {
          made.refused[name] = .gone
          continue
        }
        if let outcome = outcomes[name.keyOfRow] {
          let isOwn = outcome.status == nil && outcome.run == run.id
          let seen = seen[name]
          let isAsSeen = outcome.status == seen?.status && outcome.time == seen?.time
          let isLeftBehind = outcome.status == nil && !outcome.isHeld
          guard isOwn || isLeftBehind || isAsSeen && outcome.status != nil else {
            made.refused[name] = .claimed(by: outcome.author ?? "")
            continue
          }
          if !isOwn, isLeftBehind, !isAsSeen { found[name] = outcome }
          made.takenOver[name] = found[name]
        }
        try table.set(claim, of: name.keyOfRow, row.stateOfOutcome)
      }
      return Written(made, nil)
    }
    return claimed?.value ?? gone
  }

  /// Shows others that this run is under way: on a server, the claims of a run that is not renewed for two
  /// minutes count as those of a run that has ended.
  package func renewClaims(for command: String, in list: Name) throws(StoreError) {
    guard isOnServer else { return }
    _ = try connection.write(creates: false, commitsWithoutStep: true) { [run] db in
      // Who claims a row that was not renewed holds the list, too.
      guard let record = try ListRecord(db, list, creates: false) else { return Written((), nil) }
      try db.statement("UPDATE run SET beat = moment() WHERE list = ? AND id = ?")
        .bind(record.id, at: 1).bind(run.id, at: 2).run()
      return Written((), nil)
    }
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
