package import NameSearch

extension TargetStore {
  /// All lists that were ever added to, in byte order of their names.
  ///
  /// - Complexity: O(*l* + *m*) for *l* lists with *m* rows of which anything is said.
  package func lists() throws(StoreError) -> [ListSummary] {
    try connection.read { db in
      let reading = try db.statement(
        """
        SELECT name, original, row_count, dead_count,
          (SELECT count(*) FROM row AS r INDEXED BY said
            WHERE r.list = l.id AND \(RowSQL.isSaid) AND r.liked > 0 AND r.gone = 0)
        FROM list AS l ORDER BY place, name
        """)
      var lists: [ListSummary] = []
      while try reading.step() {
        let figures = (2...4).map { Int(reading.amount(at: $0) ?? 0) }
        lists.append(
          ListSummary(
            name: try reading.listName(at: 0), count: figures[0], dead: figures[1],
            liked: figures[2]))
      }
      return lists
    } ?? []
  }

  package func listNames() throws(StoreError) -> [Name] {
    try connection.read { db in
      let reading = try db.statement("SELECT name, original FROM list ORDER BY place, name")
      var names: [Name] = []
      while try reading.step() { names.append(try reading.listName(at: 0)) }
      return names
    } ?? []
  }
}
