package import ListModel
package import NameSearch

extension TargetStore {
  /// The outcomes of one command for the present states of rows, including claims; O(*m* log *n*)
  /// for *m* outcomes.
  ///
  /// A row that was read elsewhere has the revision that it had there.
  package func outcomes(
    of command: String, on revisions: SeenRevisions = .ofList, in list: ListName
  ) throws(StoreError) -> [Name: Outcome] {
    var found: [Name: Outcome] = [:]
    try readOutcomes(in: list, command, on: revisions) { found[$0] = $1 }
    return found
  }

  /// The outcomes of all commands for the present states of rows; O(*m* log *n*) for *m* outcomes.
  package func outcomes(in list: ListName) throws(StoreError) -> [Name: [Outcome]] {
    var found: [Name: [Outcome]] = [:]
    try readOutcomes(in: list, nil) { found[$0, default: []].append($1) }
    return found
  }

  private func readOutcomes(
    in list: ListName, _ command: String?, on revisions: SeenRevisions = .ofList,
    _ take: (Name, Outcome) -> Void
  ) throws(StoreError) {
    let runs = liveRuns
    _ = try connection.read { db in
      guard let id = try ListRecord.id(of: list, in: db) else { return }
      let table = OutcomeTable(db, list: id, runs)
      let reading = try db.statement(
        """
        SELECT \(RowSQL.name), \(OutcomeTable.columns(db)), o.revision, r.revision
        FROM outcome AS o CROSS JOIN row AS r ON (r.list = o.list AND r.key = o.key)
        WHERE o.list = ?1 AND \(RowSQL.isOfOccasion("o"))\(command == nil ? "" : " AND o.command = ?2")
        ORDER BY o.key, o.at
        """
      ).bind(id, at: 1)
      if let command { try reading.bind(command, at: 2) }
      while try reading.step() {
        let name = try reading.rowName(at: 0)
        let revision = revisions.revision(of: name, inList: reading.text(at: 11))
        if reading.text(at: 10) == revision ?? "" { take(name, table.outcome(reading, from: 3)) }
      }
    }
  }

  /// The outcomes of all commands for the present and earlier states of some rows, oldest first.
  ///
  /// - Complexity: O(*m* log *n*) for *m* rows and outcomes of a list of length *n*.
  package func outcomes(
    onAllStatesOf names: [Name], in list: ListName
  ) throws(StoreError) -> [Name: [OutcomeOfState]] {
    let runs = liveRuns
    return try connection.read { db in
      guard let id = try ListRecord.id(of: list, in: db) else { return [:] }
      let table = OutcomeTable(db, list: id, runs)
      var found: [Name: [OutcomeOfState]] = [:]
      try db.forEach(
        of: names.map(\.keyOfRow),
        """
        SELECT \(RowSQL.name), o.revision, CASE WHEN \(RowSQL.isOfRow("o")) THEN 1 ELSE 0 END,
          \(OutcomeTable.columns(db))
        FROM outcome AS o CROSS JOIN row AS r ON (r.list = o.list AND r.key = o.key)
        WHERE o.list = ?1 AND o.key = asked
        """, limit: nil
      ) {
        try $0.bind(id, at: 1)
      } _: { row in
        let revision = row.text(at: 3).flatMap { $0.isEmpty ? nil : $0 }
        found[try row.rowName(at: 0), default: []].append(
          OutcomeOfState(
            outcome: table.outcome(row, from: 5), revision: revision,
            isPresent: row.number(at: 4) == 1))
      }
      return found.mapValues { outcomes in outcomes.sorted { $0.outcome.time < $1.outcome.time } }
    } ?? [:]
  }

  /// Stores how commands have ended, in one transaction.
  package func keep(
    _ outcomes: [(name: Name, outcome: Outcome?)], of command: String, in list: ListName
  ) throws(StoreError) {
    var turn = RunTurn(command)
    turn.ended = outcomes
    _ = try settle(turn, in: list)
  }
}
