import ListModel
package import NameSearch

extension TargetStore {
  /// The outcomes of one command, by row, claims included; O(*m*) for *m* outcomes.
  package func outcomes(
    of command: String, in list: Name
  ) throws(StoreError) -> [Name: Outcome] {
    var found: [Name: Outcome] = [:]
    try readOutcomes(in: list, "command = ?2", command) { found[$0] = $1 }
    return found
  }

  /// The outcomes of all commands on rows of a list, by row; O(*m*) for *m* outcomes.
  package func outcomes(in list: Name) throws(StoreError) -> [Name: [Outcome]] {
    var found: [Name: [Outcome]] = [:]
    try readOutcomes(in: list, "o.list = ?1", nil) { found[$0, default: []].append($1) }
    return found
  }

  private func readOutcomes(
    in list: Name, _ condition: String, _ command: String?, _ take: (Name, Outcome) -> Void
  ) throws(StoreError) {
    var runs = liveRuns
    _ = try connection.read { db in
      guard let id = try EntryTable.id(of: list, in: db) else { return }
      let reading = try db.statement(
        """
        SELECT e.name, e.original, e.id, \(Outcome.columns), command
        FROM outcome AS o \(RemarkTable.joiningEntry("o"))
        WHERE o.list = ?1 AND \(condition) ORDER BY o.name, o.id, made
        """
      ).bind(id, at: 1)
      if let command { try reading.bind(command, at: 2) }
      while try reading.step() {
        let name = try reading.knownName(at: 0)
        take(name, Outcome(of: reading.text(at: 8) ?? "", reading, from: 3, &runs))
      }
    }
  }

  /// Keeps how commands have ended, in one transaction; whoever follows the list is told.
  ///
  /// An outcome that is `nil` takes back a claim of this run: the row has the outcome again that was
  /// `seen` before the claim. A claim that another run has taken over stays that run's.
  package func keep(
    _ outcomes: [(name: Name, outcome: Outcome?)], of command: String, in list: Name,
    seen: [Name: Outcome] = [:]
  ) throws(StoreError) {
    try note(outcomes.compactMap { name, outcome in outcome.map { (name, $0) } }, in: list)
    let unclaimed = outcomes.filter { $0.outcome == nil }.map(\.name)
    if !unclaimed.isEmpty { try takeBack(unclaimed, of: command, in: list, seen) }
  }

  private func note(
    _ outcomes: [(name: Name, outcome: Outcome)], in list: Name
  ) throws(StoreError) {
    if outcomes.isEmpty { return }
    _ = try connection.write(creates: false) { [run] db in
      guard let table = try EntryTable(db, list, creates: false) else { return Written((), nil) }
      var recorder = try Journal.Recorder(
        Journal(db: db, row: table.row, run: run), isStep: false)
      let setting = try Self.settingOutcomes(db)
      let author = run.author()
      let entries = try table.finder.entries(outcomes.map(\.name))
      for (name, outcome) in outcomes {
        guard let entry = entries[name.keyOfRow] else { continue }
        var outcome = outcome
        outcome.author = author
        try Self.set(outcome, of: entry.name, in: table.list, run: run.writer, by: setting)
        try recorder.record(
          EditResult.Change(name: entry.name, before: entry.flags, after: entry.flags))
        try recorder.record([
          .init(what: "outcome", before: .null, after: .number(Int64(outcome.status ?? -1)))
        ])
      }
      try recorder.finish()
      return Written((), recorder.step)
    }
  }

  private static func settingOutcomes(_ db: any Database) throws -> any Statement {
    try db.statement(
      """
      INSERT INTO outcome (list, name, id, command, made, author, status, message)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (list, name, id, command) DO UPDATE SET made = excluded.made,
        author = excluded.author, status = excluded.status, message = excluded.message
      WHERE outcome.status IS NOT NULL OR outcome.message = ?
      """)
  }

  private static func set(
    _ outcome: Outcome, of name: Name, in list: Int64, run: Int64, by setting: any Statement
  ) throws {
    try RemarkTable.bindKey(of: name, in: list, to: setting)
    try setting.bind(outcome.command, at: 4).bind(outcome.time.microseconds, at: 5)
      .bind(outcome.author, at: 6).bind(outcome.status.map { Int64($0) }, at: 7)
      .bind(outcome.storedMessage, at: 8).bind("\(run)", at: 9).run()
  }

  private func takeBack(
    _ names: [Name], of command: String, in list: Name, _ seen: [Name: Outcome]
  ) throws(StoreError) {
    _ = try connection.write(creates: false, commitsWithoutStep: true) { [run] db in
      guard let table = try EntryTable(db, list, creates: false) else { return Written((), nil) }
      let isOwn = """
        list = ?1 AND name = ?2 AND id = ?3 AND command = ?4 AND status IS NULL AND message = ?5
        """
      let deleting = try db.statement("DELETE FROM outcome WHERE \(isOwn)")
      let restoring = try db.statement(
        """
        UPDATE outcome SET made = ?6, author = ?7, status = ?8, message = ?9 WHERE \(isOwn)
        """)
      for name in names {
        let before = seen[name]
        let statement = before == nil ? deleting : restoring
        try RemarkTable.bindKey(of: name, in: table.list, to: statement)
        try statement.bind(command, at: 4).bind("\(run.writer)", at: 5)
        if let before {
          try statement.bind(before.time.microseconds, at: 6).bind(before.author, at: 7)
            .bind(before.status.map { Int64($0) }, at: 8).bind(before.storedMessage, at: 9)
        }
        try statement.run()
      }
      return Written((), nil)
    }
  }
}
