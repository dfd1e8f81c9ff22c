import ListModel
import NameSearch

extension Journal {
  /// The mark of a list as it is now.
  static func mark(of list: Name, in db: any Database) throws -> ListVersion {
    try find(list, in: db)?.mark ?? .start
  }

  /// The number of a list, and its mark as it is now; `nil` if there is no such list.
  static func find(_ list: Name, in db: any Database) throws -> (id: Int64, mark: ListVersion)? {
    let finding = try db.statement(
      """
      SELECT identity, l.version, token, l.id
      FROM list AS l LEFT JOIN turn AS t ON t.list = l.id AND t.version = l.version WHERE name = ?
      """)
    try finding.bind(list.text, at: 1)
    return try db.reading(much: false) {
      try finding.first { row in
        let mark = ListVersion(
          identity: row.text(at: 0) ?? "", version: row.amount(at: 1) ?? 0,
          token: row.number(at: 2) ?? 0)
        return (row.number(at: 3) ?? 0, mark)
      }
    }
  }

  /// The names that were touched after a mark, each once; `nil` if that is forgotten, if they are
  /// more than `limit`, or if a mirror has made others what is new.
  ///
  /// - Complexity: O(*m* log *m*) for *m* changes, and O(*n*) for a list of *n* if one of them is an
  ///   import of very many names.
  static func names(
    touchedAfter mark: ListVersion, of list: Int64, limit: Int, in db: any Database
  ) throws -> [Name]? {
    func statement(_ sql: String) throws -> any Statement {
      let statement = try db.statement(sql).bind(list, at: 1).bind(mark.version, at: 2)
      try statement.prefetch()
      return statement
    }
    let operations = "operation WHERE list = ?1 AND undone IN (0, 1, 2, 3) AND switched > ?2"
    let numbers = "(SELECT number FROM \(operations))"
    // A server is asked for all of it at once.
    let forgetting = try statement(
      "SELECT CASE WHEN pruned > ?2 OR mirrored > ?2 THEN 1 ELSE 0 END FROM list WHERE id = ?1")
    let finding = try statement("SELECT token FROM turn WHERE list = ?1 AND version = ?2")
    // A file may have any numbers, whose sum must be one, too.
    let adding = try statement(
      """
      SELECT CAST(sum(CASE WHEN added BETWEEN 0 AND \(1 << 40) THEN added ELSE \(1 << 40) END) AS bigint)
      FROM \(operations)
      """)
    let changes = try statement(
      "SELECT name, original, id FROM change WHERE list = ?1 AND operation IN \(numbers)")
    // What rows were called before they were renamed, or when their changes were taken back.
    let renamed = try statement(
      """
      SELECT a.before, NULL, c.id FROM aspect AS a JOIN change AS c USING (list, operation, position)
      WHERE a.list = ?1 AND a.operation IN \(numbers) AND a.what IN ('name', 'called')
      """)
    if try forgetting.first({ $0.number(at: 0) }) != 0 { return nil }
    if mark.version > 0 {
      let token = try finding.first { $0.number(at: 0) }
      guard token == mark.token else { return nil }
    }
    let added = try adding.first { $0.number(at: 0) ?? 0 }
    if added ?? 0 > limit { return nil }
    var names: [Name] = []
    var known: Set<Name> = []
    /// Returns false when there are too many.
    func read(_ statement: any Statement) throws -> Bool {
      while try statement.step() {
        let name = try statement.knownName(at: 0)
        guard known.insert(name).inserted else { continue }
        if names.count == limit {
          try statement.reset()
          return false
        }
        names.append(name)
      }
      return true
    }
    guard try read(changes), try read(renamed) else { return nil }
    if added ?? 0 > 0 {
      let range = "SELECT name, original, id FROM entry WHERE list = ?1 AND added IN \(numbers)"
      guard try read(statement("\(range) AND added > 0")) else { return nil }
    }
    return names
  }
}
