package import ListModel
package import NameSearch

/// How far a list is.
package struct ListStats: Hashable, Sendable {
  package var count = 0
  package var open = 0
  package var dead = 0
  package var spared = 0
  package var liked = 0
  package var snoozed = 0
  package var noted = 0

  /// The rows decided on each of the last days where the user is, the oldest day first.
  package var days: [Int] = []

  /// The date of the last of these days.
  package var lastDay = ""

  /// How many of the decided rows each person has decided; the most come first.
  package var authors: [Author] = []

  package struct Author: Hashable, Sendable {
    /// Empty if it is not known.
    package var name: String
    package var count: Int
  }

  /// The open row that was added first, as far as that is remembered.
  package var oldestOpen: Name?
  package var oldestAdded: Moment?
}

extension TargetStore {
  /// How far a list is, and what was done in the last days.
  ///
  /// - Complexity: O(*n*) for a list of length *n*.
  package func stats(of list: Name, days: Int) throws(StoreError) -> ListStats {
    try connection.read { db in
      var stats = ListStats()
      guard let id = try EntryTable.id(of: list, in: db) else { return stats }
      let now = Moment.now
      stats.lastDay = now.localDate
      func count(_ source: String) throws -> Int {
        let counting = try db.statement("SELECT count(*) FROM \(source)").bind(id, at: 1)
        return try counting.first { Int($0.amount(at: 0) ?? 0) } ?? 0
      }
      func flagged(_ flag: Flags) throws -> Int {
        try count(
          "entry WHERE list = ?1 AND flags > 0 AND \(EntrySQL.isListed)"
            + " AND flags & \(flag.rawValue) <> 0")
      }
      stats.count =
        try count("entry WHERE list = ?1")
        - count("entry WHERE list = ?1 AND flags > 0 AND NOT \(EntrySQL.isListed)")
      (stats.dead, stats.spared, stats.liked) = (
        try flagged(.dead), try flagged(.spared), try flagged(.liked)
      )
      stats.open = stats.count - stats.dead - stats.spared
      let entry = "\(RemarkTable.joiningEntry("r")) WHERE r.list = ?1 AND \(EntrySQL.isListed)"
      let snoozed = "remark AS r INDEXED BY snoozed \(entry) AND until > \(now.microseconds)"
      stats.snoozed = try count(snoozed)
      stats.open -= try count("\(snoozed) AND flags & \(Flags.decided.rawValue) = 0")
      stats.noted = try count("remark AS r INDEXED BY noted \(entry) AND note IS NOT NULL")
      try stats.addDecisions(db, entry: entry, list: id, days: days, until: now)
      try stats.addOldest(db, list: id)
      return stats
    } ?? ListStats()
  }
}

extension ListStats {
  fileprivate mutating func addDecisions(
    _ db: any Database, entry: String, list: Int64, days: Int, until now: Moment
  ) throws {
    let decided =
      "remark AS r INDEXED BY decided \(entry) AND flags & \(Flags.decided.rawValue) <> 0"
    self.days = Array(repeating: 0, count: days)
    let first = now.localDay - days + 1
    let earliest = now.microseconds - Int64(days + 1) * 86_400_000_000
    let reading = try db.statement("SELECT decided FROM \(decided) AND decided >= ?2")
      .bind(list, at: 1).bind(earliest, at: 2)
    while try reading.step() {
      let day = Moment(microseconds: reading.number(at: 0) ?? 0).localDay - first
      if self.days.indices.contains(day) { self.days[day] += 1 }
    }
    let counting = try db.statement(
      """
      SELECT coalesce(author, ''), count(*) FROM \(decided) AND decided IS NOT NULL
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
      SELECT e.name, e.original, e.id, o.made
      FROM change AS c
        CROSS JOIN entry AS e ON e.list = c.list AND e.name = c.name AND e.id = c.id
        CROSS JOIN operation AS o ON o.list = c.list AND o.number = c.operation
      WHERE c.list = ? AND c.before IS NULL AND o.undone = 0
        AND e.flags & \(Flags.decided.union(.dropped).rawValue) = 0
        AND NOT EXISTS (
          SELECT 1 FROM remark AS r
          WHERE \(RemarkTable.isOfEntry("r")) AND until > moment())
      ORDER BY c.operation, c.position LIMIT 1
      """
    ).bind(list, at: 1)
    let found = try finding.first { row in
      (try row.knownName(at: 0), row.number(at: 3).map { Moment(microseconds: $0) })
    }
    (oldestOpen, oldestAdded) = (found?.0, found?.1)
  }
}
