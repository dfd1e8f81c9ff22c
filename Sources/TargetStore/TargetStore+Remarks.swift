package import ListModel
package import NameSearch

extension TargetStore {
  /// The notes, snoozes and decisions of rows; rows that have none of them are skipped.
  ///
  /// - Complexity: O(*m* log *n*) for *m* names and *n* remarks.
  package func remarks(on names: [Name], in list: Name) throws(StoreError) -> [Name: Remark] {
    try readRemarks(of: list) { db, id in
      try RemarkTable(db, list: id).remarks(on: names).mapValues { Remark($0) }
    } ?? [:]
  }

  /// What is known of all rows of a list beside their flags.
  ///
  /// - Complexity: O(*m*) for *m* remarks.
  package func remarks(in list: Name) throws(StoreError) -> [Name: Remark] {
    try readRemarks(of: list) { db, id in
      let reading = try db.statement(
        """
        SELECT e.name, e.original, e.id, note, until, decided, author
        FROM remark AS r \(RemarkTable.joiningEntry("r")) WHERE r.list = ?
        """
      ).bind(id, at: 1)
      var remarks: [Name: Remark] = [:]
      while try reading.step() {
        remarks[try reading.knownName(at: 0)] = Remark(
          StoredRemark(
            note: reading.text(at: 3), until: reading.number(at: 4),
            decision: .init(time: reading.number(at: 5), author: reading.text(at: 6))))
      }
      return remarks
    } ?? [:]
  }

  /// The rows that are snoozed now; O(*m* log *n*) for *m* of them.
  package func namesSnoozed(in list: Name) throws(StoreError) -> [Name] {
    try names(in: list, whoseSnoozesEndAfter: .now, upTo: Moment(microseconds: .max))
  }

  /// The rows whose snoozes end in a stretch of time, its end included.
  package func names(
    in list: Name, whoseSnoozesEndAfter start: Moment, upTo end: Moment
  ) throws(StoreError) -> [Name] {
    try readRemarks(of: list) { db, id in
      let reading = try db.statement(
        """
        SELECT e.name, e.original, e.id
        FROM remark AS r INDEXED BY snoozed \(RemarkTable.joiningEntry("r"))
        WHERE r.list = ? AND until > ? AND until <= ?
        """
      ).bind(id, at: 1).bind(start.microseconds, at: 2).bind(end.microseconds, at: 3)
      var names: [Name] = []
      while try reading.step() { names.append(try reading.knownName(at: 0)) }
      return names
    } ?? []
  }

  /// When the next snooze of a list is over; `nil` if none is to come.
  ///
  /// - Complexity: O(log *n*).
  package func nextWaking(in list: Name, after moment: Moment) throws(StoreError) -> Moment? {
    try readRemarks(of: list) { db, id in
      let finding = try db.statement(
        "SELECT min(until) FROM remark INDEXED BY snoozed WHERE list = ? AND until > ?"
      ).bind(id, at: 1).bind(moment.microseconds, at: 2)
      return try finding.first { $0.number(at: 0) }?.map { Moment(microseconds: $0) }
    } ?? nil
  }

  /// The row of the list that was decided last, whoever decided it; `nil` if there is none.
  ///
  /// - Complexity: O(*d* + log *n*) for *d* rows that were dropped after they were decided.
  package func nameDecidedLast(in list: Name) throws(StoreError) -> Name? {
    try readRemarks(of: list) { db, id in
      let finding = try db.statement(
        """
        SELECT e.name, e.original, e.id
        FROM remark AS r INDEXED BY decided \(RemarkTable.joiningEntry("r"))
        WHERE r.list = ? AND decided IS NOT NULL AND flags & \(Flags.decided.rawValue) <> 0
          AND \(EntrySQL.isListed)
        ORDER BY decided DESC LIMIT 1
        """
      ).bind(id, at: 1)
      return try finding.first { try $0.knownName(at: 0) }
    } ?? nil
  }

  /// How many rows were decided since a moment, and are decided still; and the state of the list
  /// that was counted; `nil` if it was changed meanwhile.
  ///
  /// - Complexity: O(*m* log *n*) for *m* of them.
  package func countDecided(
    in list: Name, since moment: Moment
  ) throws(StoreError) -> (count: Int, mark: ListVersion)? {
    try connection.read { db in
      let mark = try Journal.mark(of: list, in: db)
      guard let id = try EntryTable.id(of: list, in: db) else { return (0, mark) }
      let counting = try db.statement(
        """
        SELECT count(*) FROM remark AS r INDEXED BY decided
        \(RemarkTable.joiningEntry("r"))
        WHERE r.list = ? AND decided >= ? AND flags & \(Flags.decided.rawValue) <> 0
          AND \(EntrySQL.isListed)
        """
      ).bind(id, at: 1).bind(moment.microseconds, at: 2)
      let count = try counting.first { Int($0.amount(at: 0) ?? 0) } ?? 0
      // On a server each statement sees the newest state.
      return try Journal.mark(of: list, in: db) == mark ? (count, mark) : nil
    } ?? (0, .start)
  }

  /// `nil` if there is no such list.
  private func readRemarks<Result: Sendable>(
    of list: Name, _ read: @Sendable (any Database, Int64) throws -> Result?
  ) throws(StoreError) -> Result? {
    try connection.read { db in
      guard let id = try EntryTable.id(of: list, in: db) else { return nil }
      return try read(db, id)
    } ?? nil
  }
}
