package import ListModel
package import NameSearch

/// The progress of a list.
package struct ListStats: Hashable, Sendable {
  package var rows = RowCounts()

  /// How many rows have each verdict, in the order of the words.
  package var verdicts: [Count] = []

  package struct Count: Hashable, Sendable {
    package let verdict: Verdict
    package let count: Int
  }

  /// The numbers of rows decided on each of the last days, in the user's time zone, oldest first.
  package var days: [Int] = []

  /// The date of the last of these days.
  package var lastDay = ""

  /// How many of the decided rows each person has decided, the highest number first.
  package var authors: [Author] = []

  package struct Author: Hashable, Sendable {
    /// Empty if it is not known.
    package var name: String
    package var count: Int
  }

  /// The open row that was added first, if the log still shows that.
  package var oldestOpen: Name?
  package var oldestAdded: Moment?
}

extension TargetStore {
  /// The progress of a list, and the decisions of the last days.
  ///
  /// - Complexity: O(*n*) for a list of length *n*.
  package func stats(of list: ListName, days: Int) throws(StoreError) -> ListStats {
    try connection.read { db in
      var stats = ListStats()
      guard let id = try ListRecord.id(of: list, in: db) else { return stats }
      let now = Moment.now
      stats.lastDay = now.localDate
      let counting = try db.statement("SELECT row_count FROM list WHERE id = ?").bind(id, at: 1)
      stats.rows.all = try counting.first { Int($0.amount(at: 0) ?? 0) } ?? 0
      let grouping = try db.statement(
        """
        SELECT \(RowSQL.ownFlags), count(*) FROM row AS r INDEXED BY said
        WHERE r.list = ?1 AND \(RowSQL.isSaid) AND r.gone = 0 GROUP BY 1
        """
      ).bind(id, at: 1)
      while try grouping.step() {
        stats.rows.add(Int(grouping.amount(at: 1) ?? 0), with: try grouping.flags(at: 0))
      }
      stats.verdicts = try Self.verdicts(of: id, in: db)
      try stats.addDecisions(db, list: id, days: days, until: now)
      try stats.addOldest(db, list: id)
      return stats
    } ?? ListStats()
  }
}

extension TargetStore {
  /// The number of rows of a list with each verdict, in the order of the verdicts.
  ///
  /// - Complexity: O(*m*) for *m* rows with decisions or marks.
  package func verdicts(of list: ListName) throws(StoreError) -> [ListStats.Count] {
    try connection.read { db in
      try ListRecord.id(of: list, in: db).map { try Self.verdicts(of: $0, in: db) }
    }.flatMap { $0 } ?? []
  }

  private static func verdicts(
    of list: Int64, in db: any Database
  ) throws -> [ListStats.Count] {
    let grouping = try db.statement(
      """
      SELECT r.verdict, count(*) FROM row AS r INDEXED BY said
      WHERE r.list = ?1 AND \(RowSQL.isSaid) AND r.gone = 0 AND \(RowSQL.isDecided)
      GROUP BY r.verdict ORDER BY r.verdict
      """
    ).bind(list, at: 1)
    var counts: [ListStats.Count] = []
    while try grouping.step() {
      guard let verdict = grouping.text(at: 0).flatMap({ Verdict(stored: $0) }) else { continue }
      counts.append(.init(verdict: verdict, count: Int(grouping.amount(at: 1) ?? 0)))
    }
    return counts
  }
}

extension ListStats {
  fileprivate mutating func addDecisions(
    _ db: any Database, list: Int64, days: Int, until now: Moment
  ) throws {
    let decided = """
      FROM row AS r INDEXED BY said LEFT JOIN event AS e ON (e.list = r.list AND e.number = r.decided)
      WHERE r.list = ?1 AND \(RowSQL.isSaid) AND r.gone = 0 AND \(RowSQL.isDecided)
      """
    self.days = Array(repeating: 0, count: days)
    let first = now.localDay - days + 1
    let earliest = now.microseconds - Int64(days + 1) * 86_400_000_000
    let time = "coalesce(r.told_at, e.at)"
    // Most rows are decided by an event together with others.
    let reading = try db.statement(
      "SELECT \(time), count(*) \(decided) AND \(time) >= ?2 GROUP BY 1"
    ).bind(list, at: 1).bind(earliest, at: 2)
    while try reading.step() {
      let day = Moment(microseconds: reading.number(at: 0) ?? 0).localDay - first
      if self.days.indices.contains(day) { self.days[day] += Int(reading.amount(at: 1) ?? 0) }
    }
    let counting = try db.statement(
      """
      SELECT coalesce(r.told_by, e.author, ''), count(*) \(decided)
      GROUP BY 1 ORDER BY 2 DESC, 1
      """
    ).bind(list, at: 1)
    while try counting.step() {
      authors.append(
        .init(name: counting.text(at: 0) ?? "", count: Int(counting.amount(at: 1) ?? 0)))
    }
  }

  fileprivate mutating func addOldest(_ db: any Database, list: Int64) throws {
    let finding = try db.statement(
      """
      SELECT \(RowSQL.name), e.at FROM row AS r
        LEFT JOIN event AS e ON (e.list = r.list AND e.number = r.since)
      WHERE r.list = ? AND r.gone = 0 AND NOT \(RowSQL.isDecided)
        AND NOT \(RowSQL.isSnoozed)
      ORDER BY r.since, r.key LIMIT 1
      """
    ).bind(list, at: 1)
    let found = try finding.first { row in
      (try row.rowName(at: 0), row.number(at: 3).map { Moment(microseconds: $0) })
    }
    (oldestOpen, oldestAdded) = (found?.0, found?.1)
  }
}
