import ListModel
package import NameSearch

extension TargetStore {
  /// The outcomes of one command on the present states of rows, claims included; O(*m* log *n*) for *m*
  /// outcomes.
  package func outcomes(
    of command: String, in list: Name
  ) throws(StoreError) -> [Name: Outcome] {
    var found: [Name: Outcome] = [:]
    try readOutcomes(in: list, command) { found[$0] = $1 }
    return found
  }

  /// The outcomes of all commands on the present states of rows; O(*m* log *n*) for *m* outcomes.
  package func outcomes(in list: Name) throws(StoreError) -> [Name: [Outcome]] {
    var found: [Name: [Outcome]] = [:]
    try readOutcomes(in: list, nil) { found[$0, default: []].append($1) }
    return found
  }

  private func readOutcomes(
    in list: Name, _ command: String?, _ take: (Name, Outcome) -> Void
  ) throws(StoreError) {
    let runs = liveRuns
    _ = try connection.read { db in
      guard let id = try ListRecord.id(of: list, in: db) else { return }
      let table = OutcomeTable(db, list: id, runs)
      let reading = try db.statement(
        """
        SELECT \(RowSQL.name), \(OutcomeTable.columns(db))
        FROM outcome AS o CROSS JOIN row AS r ON (r.list = o.list AND r.key = o.key)
        WHERE o.list = ?1 AND \(RowSQL.isOfRow("o"))\(command == nil ? "" : " AND o.command = ?2")
        ORDER BY o.key, o.at
        """
      ).bind(id, at: 1)
      if let command { try reading.bind(command, at: 2) }
      while try reading.step() {
        take(try reading.rowName(at: 0), table.outcome(reading, from: 3))
      }
    }
  }

  /// Keeps how commands have ended, in one transaction; whoever follows the list is told.
  ///
  /// An outcome belongs to the state on which this run has claimed the row, whatever the row is by now.
  /// One that is `nil` takes back a claim of this run: the row has the outcome again that was `seen` before
  /// the claim. A claim that another run has taken over stays that run's.
  package func keep(
    _ outcomes: [(name: Name, outcome: Outcome?)], of command: String, in list: Name,
    seen: [Name: Outcome] = [:]
  ) throws(StoreError) {
    if outcomes.isEmpty { return }
    _ = try connection.write(creates: false, commitsWithoutStep: true) { [run] db in
      guard let record = try ListRecord(db, list, creates: false) else { return Written((), nil) }
      let table = OutcomeTable(db, list: record.id, liveRuns)
      var event = try EventDraft(db, record, run: run, .outcome, note: command, isStep: false)
      let keys = outcomes.map(\.name.keyOfRow)
      let claims = try table.claims(of: run.id, for: command, on: keys)
      let rows = try RowTable(db: db, list: record.id).states(of: keys)
      let present = try table.outcomes(of: command, on: keys)
      for (name, outcome) in outcomes {
        let key = name.keyOfRow
        guard let row = rows[key] else { continue }
        guard var outcome else {
          guard let state = claims[key] else { continue }
          if let before = seen[name] {
            try table.set(before, of: key, state)
          } else {
            try table.delete(command, of: key, state)
          }
          continue
        }
        // Without a claim it is an outcome that was brought from elsewhere.
        let isFree = present[key].map { $0.status != nil } ?? true
        guard let state = claims[key] ?? (isFree ? row.stateOfOutcome : nil) else { continue }
        (outcome.author, outcome.run) = (run.author(), run.id)
        try table.set(outcome, of: key, state)
        event.note(status: outcome.status ?? -1, of: row)
      }
      return Written((), try event.finish())
    }
  }
}
