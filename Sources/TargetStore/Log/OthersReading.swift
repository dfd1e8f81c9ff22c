package import ListModel
package import NameSearch

extension TargetStore {
  /// What other runs have done to a list between two states of it.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - start: The state that the caller has shown.
  ///   - end: The state that it goes on to.
  ///   - readsRows: Whether ``OthersNews/touched`` is read, which costs the more, the more was changed.
  /// - Returns: Nothing if nothing has happened since.
  /// - Throws: ``StoreError``, when the store cannot be read.
  /// - Complexity: O(*m* log *n*) for *m* changes and a list of length *n*.
  package func news(
    ofOthersIn list: ListName, from start: ListVersion, upTo end: ListVersion, readsRows: Bool
  ) throws(StoreError) -> OthersNews {
    guard start.precedes(end) else { return OthersNews() }
    return try connection.read { [run] db in
      guard let id = try ListRecord.id(of: list, in: db) else { return OthersNews() }
      let reading = OthersReading(db: db, list: id, run: run.id, from: start, upTo: end)
      var news = OthersNews()
      if readsRows { news.touched = try reading.touched() }
      return news
    } ?? OthersNews()
  }
}

/// The events of other runs between two states of a list.
private struct OthersReading {
  let db: any Database
  let list: Int64
  let run: Int64
  let (start, end): (ListVersion, ListVersion)

  init(db: any Database, list: Int64, run: Int64, from start: ListVersion, upTo end: ListVersion) {
    (self.db, self.list, self.run) = (db, list, run)
    (self.start, self.end) = (start, end)
  }

  /// More changes are not looked through: a mirror of a very long list may have moved every row.
  private static let mostChanges: Int64 = 1 << 20

  private static let isInRange =
    "e.list = ?1 AND e.number > ?2 AND e.number <= ?3 AND e.run <> ?4"

  private func statement(_ sql: String) throws -> any Statement {
    try db.statement(sql).bind(list, at: 1).bind(start.version, at: 2).bind(end.version, at: 3)
      .bind(run, at: 4)
  }

  /// The rows whose texts, decision, marks or outcomes are not what they were, and those that went.
  ///
  /// A row that only has another place in the order of the input is not among them. `nil` if what the
  /// rows were is forgotten, or too much has happened since.
  func touched() throws -> Set<Name>? {
    guard try isKnown() else { return nil }
    let texts = ["name", "original", "fields", "section", "revision", "since", "gone"]
    let isSame = texts.map { "i.\($0) IS NOT DISTINCT FROM r.\($0)" }
    let reading = try statement(
      """
      SELECT \(RowSQL.name) FROM event AS e
        CROSS JOIN fact AS f ON (f.list = e.list AND f.number = e.number)
        CROSS JOIN row AS r ON (r.list = f.list AND r.key = f.key)
      WHERE \(Self.isInRange)
      UNION SELECT \(RowSQL.name) FROM event AS e
        CROSS JOIN image AS i ON (i.list = e.list AND i.number = e.number)
        CROSS JOIN row AS r ON (r.list = i.list AND r.key = i.key)
      WHERE \(Self.isInRange) AND NOT (\(isSame.joined(separator: " AND ")))
      """)
    var names: Set<Name> = []
    while try reading.step() { names.insert(try reading.rowName(at: 0)) }
    return names
  }

  /// Whether all that has happened is stored, row by row.
  private func isKnown() throws -> Bool {
    let known = try statement(
      """
      SELECT l.pruned,
        (SELECT token FROM event AS s WHERE s.list = ?1 AND s.number = ?2),
        (SELECT coalesce(sum(e.new + e.gone + e.changed), 0) FROM event AS e
          WHERE \(Self.isInRange))
      FROM list AS l WHERE l.id = ?1
      """
    ).first { row in
      row.number(at: 0) ?? 0 <= start.version
        && (start.version == 0 || row.number(at: 1) == start.token)
        && row.amount(at: 2) ?? 0 <= Self.mostChanges
    }
    return known ?? false
  }
}
