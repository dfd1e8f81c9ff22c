package import Edits
package import NameSearch

/// How a command that was run for a row has ended.
package struct Outcome: Hashable, Sendable {
  package var command: String

  /// The exit status; 128 and the number of the signal that ended it; `nil` if it is not known, as
  /// the program was broken off meanwhile.
  package var status: Int?

  /// What it said last on standard error.
  package var message: String?
  package var time: Moment
  package var author: String?

  package init(
    command: String, status: Int?, message: String? = nil, time: Moment = .now,
    author: String? = nil
  ) {
    self.command = command
    self.status = status
    self.message = message
    self.time = time
    self.author = author
  }
}

extension TargetStore {
  /// The rows for which a command is done.
  package func names(
    in list: Name, forWhichIsDone command: String
  ) throws(StoreError) -> Set<Name> {
    try names(in: list, "command = ?2 AND status = 0", command)
  }

  /// The rows for which a command was under way when its program was broken off.
  package func names(
    in list: Name, forWhichIsUnknown command: String
  ) throws(StoreError) -> Set<Name> {
    try names(in: list, "command = ?2 AND status IS NULL", command)
  }

  private func names(
    in list: Name, _ condition: String, _ command: String
  ) throws(StoreError) -> Set<Name> {
    try readOutcomes(in: list, condition, command) { reading in
      var names: Set<Name> = []
      while try reading.step() { names.insert(try reading.knownName(at: 0)) }
      return names
    } ?? []
  }

  /// The outcomes of all commands on rows of a list, by row; O(*m*) for *m* outcomes.
  package func outcomes(in list: Name) throws(StoreError) -> [Name: [Outcome]] {
    try readOutcomes(in: list, "o.list = ?1", nil) { reading in
      var outcomes: [Name: [Outcome]] = [:]
      while try reading.step() {
        outcomes[try reading.knownName(at: 0), default: []].append(
          Outcome(
            command: reading.text(at: 3) ?? "", status: reading.number(at: 4).map { Int($0) },
            message: reading.text(at: 5),
            time: Moment(microseconds: reading.number(at: 6) ?? 0), author: reading.text(at: 7)))
      }
      return outcomes
    } ?? [:]
  }

  private func readOutcomes<Result>(
    in list: Name, _ condition: String, _ command: String?, _ read: (any Statement) throws -> Result
  ) throws(StoreError) -> Result? {
    try connection.read { db in
      guard try db.isOfToday,
        let id = try EntryTable.id(of: list, in: db)
      else { return nil }
      let reading = try db.statement(
        """
        SELECT e.name, e.original, e.id, command, status, message, made, author
        FROM outcome AS o \(RemarkTable.joiningEntry("o"))
        WHERE o.list = ?1 AND \(condition) ORDER BY o.name, o.id, made
        """
      ).bind(id, at: 1)
      if let command { try reading.bind(command, at: 2) }
      return try read(reading)
    } ?? nil
  }

  /// Notes that a command is about to be started for rows; on disk when it returns.
  ///
  /// Rows that are not in the list are passed over.
  package func claim(
    _ names: [Name], for command: String, in list: Name
  ) throws(StoreError) {
    if names.isEmpty { return }
    let now = Moment.now
    _ = try connection.write(creates: false, isUnnumbered: true) { [run] db in
      guard let table = try EntryTable(db, list, creates: false) else { return Written((), nil) }
      let setting = try Self.settingOutcomes(db)
      let author = run.author()
      for name in names {
        guard let entry = try table.entry(name) else { continue }
        let claim = Outcome(command: command, status: nil, time: now, author: author)
        try Self.set(claim, of: entry.name, in: table.list, by: setting)
      }
      return Written((), nil)
    }
  }

  /// Keeps how commands have ended, in one transaction; whoever follows the list is told.
  ///
  /// An outcome that is `nil` takes back a claim.
  package func keep(
    _ outcomes: [(name: Name, outcome: Outcome?)], of command: String, in list: Name
  ) throws(StoreError) {
    try note(outcomes.compactMap { name, outcome in outcome.map { (name, $0) } }, in: list)
    let unclaimed = outcomes.filter { $0.outcome == nil }.map(\.name)
    if !unclaimed.isEmpty { try takeBack(unclaimed, of: command, in: list) }
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
      for (name, outcome) in outcomes {
        guard let entry = try table.entry(name) else { continue }
        var outcome = outcome
        outcome.author = author
        try Self.set(outcome, of: entry.name, in: table.list, by: setting)
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
      """)
  }

  private static func set(
    _ outcome: Outcome, of name: Name, in list: Int64, by setting: any Statement
  ) throws {
    try RemarkTable.bindKey(of: name, in: list, to: setting)
    try setting.bind(outcome.command, at: 4).bind(outcome.time.microseconds, at: 5)
      .bind(outcome.author, at: 6).bind(outcome.status.map { Int64($0) }, at: 7)
      .bind(outcome.message, at: 8).run()
  }

  private func takeBack(
    _ names: [Name], of command: String, in list: Name
  ) throws(StoreError) {
    _ = try connection.write(creates: false, isUnnumbered: true) { db in
      guard let id = try EntryTable.id(of: list, in: db) else { return Written((), nil) }
      let deleting = try db.statement(
        """
        DELETE FROM outcome
        WHERE list = ? AND name = ? AND id = ? AND command = ? AND status IS NULL
        """)
      for name in names {
        try RemarkTable.bindKey(of: name, in: id, to: deleting)
        try deleting.bind(command, at: 4).run()
      }
      return Written((), nil)
    }
  }
}
