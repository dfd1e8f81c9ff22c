package import ListModel
package import NameSearch

extension TargetStore {
  /// The flags of all names about which anything is known, including dropped ones, and of all rows
  /// with an identity.
  ///
  /// - Complexity: O(*m*), where *m* is the number of these names, not the length of the list.
  package func flags(in list: Name) throws(StoreError) -> [Name: Flags] {
    try connection.read { db in
      var flags: [Name: Flags] = [:]
      guard let id = try EntryTable.id(of: list, in: db) else { return flags }
      // Without INDEXED BY, SQLite would scan the whole list.
      let sources = [
        "entry WHERE flags > 0 AND list = ?1",
        "entry INDEXED BY known WHERE id <> '' AND flags = 0 AND list = ?1",
      ]
      for source in sources {
        let reading = try db.statement("SELECT name, original, id, flags FROM \(source)")
        try reading.bind(id, at: 1)
        while try reading.step() {
          let kept = try reading.keptName
          flags[kept.name] = kept.flags
        }
      }
      let others = try Self.statementsOfOtherFlags(db, list: id)
      for (flag, reading) in others {
        while try reading.step() {
          let kept = try reading.keptName
          flags[kept.name, default: kept.flags].insert(flag)
        }
      }
      return flags
    } ?? [:]
  }

  /// Queries for the entries with flags that are not stored as such.
  private static func statementsOfOtherFlags(
    _ db: any Database, list: Int64
  ) throws -> [(Flags, any Statement)] {
    func statement(_ source: String) throws -> any Statement {
      try db.statement("SELECT e.name, e.original, e.id, e.flags FROM \(source)").bind(list, at: 1)
    }
    func remarks(_ index: String, _ condition: String) throws -> any Statement {
      try statement(
        """
        remark AS r INDEXED BY \(index) \(RemarkTable.joiningEntry("r"))
        WHERE r.list = ?1 AND \(condition)
        """)
    }
    func outcomes(_ condition: String) throws -> any Statement {
      try statement(
        """
        outcome AS o \(RemarkTable.joiningEntry("o"))
        WHERE o.list = ?1 AND \(condition)
        """)
    }
    return [
      (.noted, try remarks("noted", "r.note IS NOT NULL")),
      (
        .snoozed,
        try remarks("snoozed", "r.until IS NOT NULL AND r.until > ?2")
          .bind(Moment.now.microseconds, at: 2)
      ),
      (.failed, try outcomes("(o.status <> 0 OR o.status IS NULL)")),
      (.done, try outcomes("o.status = 0")),
      (
        .new,
        try statement(
          """
          entry AS e INDEXED BY mirrored
          WHERE e.list = ?1 AND e.mirror > 0
            AND e.mirror = (SELECT mirrored FROM list WHERE id = ?1)
          """)
      ),
    ]
  }

  /// The flags of those of `names` that have an entry; each name stands for a single entry.
  ///
  /// - Complexity: O(*m* log *n*) for *m* names and a list of length *n*.
  package func flags(of names: [Name], in list: Name) throws(StoreError) -> [Name: Flags] {
    if names.isEmpty { return [:] }
    return try connection.read { db in
      var flags: [Name: Flags] = [:]
      guard let id = try EntryTable.id(of: list, in: db) else { return flags }
      let entries = try EntryFinder(db, list: id).entries(names)
      for name in names { flags[name] = entries[name.keyOfRow]?.flags }
      return flags
    } ?? [:]
  }
}
