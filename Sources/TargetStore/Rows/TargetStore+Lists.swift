package import ListModel
import NameSearch

extension TargetStore {
  /// All lists, in byte order of their names.
  ///
  /// - Complexity: O(*l* + *m*) for *l* lists with *m* snoozed rows.
  package func lists() throws(StoreError) -> [ListSummary] {
    try connection.read { db in
      let reading = try db.statement(
        """
        SELECT place, name, original, row_count, dead_count, ok_count,
          (SELECT count(*) FROM row AS r INDEXED BY snoozed
            WHERE r.list = l.id AND r.gone = 0 AND \(RowSQL.isSnoozed))
        FROM list AS l ORDER BY place, name
        """)
      var lists: [ListSummary] = []
      while try reading.step() {
        let figures = (3...6).map { Int(reading.amount(at: $0) ?? 0) }
        lists.append(
          ListSummary(
            name: try reading.listName(at: 0), count: figures[0], dead: figures[1],
            ok: figures[2], snoozed: figures[3]))
      }
      return lists
    } ?? []
  }

  /// Renames lists, as when a folder was moved.
  ///
  /// - Throws: ``StoreError/listExists(_:)`` if a new name is already used; nothing was changed.
  package func rename(_ names: [(from: ListName, to: ListName)]) throws(StoreError) {
    _ = try connection.write(creates: false, commitsWithoutStep: true) { db in
      for (from, to) in names {
        guard let record = try ListRecord(db, from, creates: false) else { continue }
        if try ListRecord.id(of: to, in: db) != nil {
          throw StoreError.listExists(to)
        }
        try db.statement("UPDATE list SET place = ?, name = ?, original = ? WHERE id = ?")
          .bind(to.place, at: 1).bind(to.name.text, at: 2).bind(to.name.storedOriginal, at: 3)
          .bind(record.id, at: 4).run()
      }
      return Written((), nil)
    }
  }

  /// Deletes a list with everything about it, including its log; that cannot be undone.
  ///
  /// - Returns: Whether there was such a list.
  package func delete(_ list: ListName) throws(StoreError) -> Bool {
    try connection.write(creates: false, commitsWithoutStep: true) { db in
      guard let record = try ListRecord(db, list, creates: false) else {
        return Written(false, nil)
      }
      for table in Table.all where table.columns.contains(where: { $0.name == "list" }) {
        try db.statement("DELETE FROM \(table.name) WHERE list = ?").bind(record.id, at: 1).run()
      }
      try db.statement("DELETE FROM list WHERE id = ?").bind(record.id, at: 1).run()
      return Written(true, nil)
    }?.value ?? false
  }

  /// The time of the last mirror of a list; `nil` if there was none.
  package func lastMirror(of list: ListName) throws(StoreError) -> Moment? {
    try connection.read { db in
      try db.statement(
        """
        SELECT e.at FROM list AS l JOIN event AS e ON (e.list = l.id AND e.number = l.mirrored)
        WHERE l.place = ? AND l.name = ?
        """
      ).bind(list.place, at: 1).bind(list.name.text, at: 2)
        .first { Moment(microseconds: $0.number(at: 0) ?? 0) }
    } ?? nil
  }

  package func listNames() throws(StoreError) -> [ListName] {
    try connection.read { db in
      let reading = try db.statement("SELECT place, name, original FROM list ORDER BY place, name")
      var names: [ListName] = []
      while try reading.step() { names.append(try reading.listName(at: 0)) }
      return names
    } ?? []
  }
}
