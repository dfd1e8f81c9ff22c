package import ListModel
package import NameSearch
import Substrings

extension TargetStore {
  /// At most `limit` names that begin with `prefix`, in byte order and in their original form,
  /// without dropped rows.
  ///
  /// If there are more, the last one is among them, so that what all have in common is what these have
  /// in common.
  ///
  /// - Complexity: O(log *n* + `limit`) for a list of *n* names and few dropped ones.
  package func texts(
    in list: ListName, startingWith prefix: String, limit: Int
  ) throws(StoreError) -> [String] {
    try connection.read { db in
      guard let id = try ListRecord.id(of: list, in: db) else { return [] }
      var texts: Set<String> = []
      for (column, start) in [("key", Table.keyOfName), ("name", "")] {
        for (direction, count) in [("", limit), ("DESC", 1)] {
          let reading = try db.statement(
            """
            SELECT \(RowSQL.name) FROM row AS r
            WHERE r.list = ? AND r.\(column) >= ? AND r.\(column) < ? AND r.gone = 0
            ORDER BY r.\(column) \(direction) LIMIT ?
            """)
          // U+10FFFF is the last code point, so this is an upper bound.
          try reading.bind(id, at: 1).bind(start + prefix, at: 2)
            .bind(start + prefix + "\u{10FFFF}", at: 3).bind(Int64(count), at: 4)
          while try reading.step() { texts.insert(try reading.rowName(at: 0).original) }
        }
      }
      let sorted = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      guard let last = sorted.last, sorted.count > limit else { return sorted }
      return sorted.prefix(limit - 1) + [last]
    } ?? []
  }

  /// Reads at most `limit` names that come first in an order, approximately.
  ///
  /// If `next` is not `nil`, the pages from there on are in byte order and can repeat these names.
  ///
  /// - Complexity: O(`limit` log *n*) queries for a list of *n* names, at most a fixed number.
  package func firstNames(
    in list: ListName, by keys: PrimaryKeys, limit: Int
  ) throws(StoreError) -> KeptPage {
    let page = try names(in: list, limit: limit)
    if page.next == nil { return page }
    return try connection.read { db in
      guard let id = try ListRecord.id(of: list, in: db) else { return page }
      let first = try FirstNames(db, list: id, keys: keys, limit: limit).names
      return first.isEmpty ? page : KeptPage(names: first, next: .start)
    } ?? page
  }

  /// Reads a page of `limit` names (the last can have fewer) in the order of their keys, without dropped
  /// ones.
  ///
  /// Names added or dropped between two calls may be missing. All others are in exactly one page.
  /// A list that does not exist is empty.
  ///
  /// - Throws: ``StoreError/damaged(path:reason:)`` also if rows are unsorted or not indexed.
  /// - Complexity: O(`limit` + *d* + log *n*) for *d* dropped names in the page and a list of *n*.
  package func names(
    in list: ListName, after cursor: KeptPage.Cursor = .start, limit: Int
  ) throws(StoreError) -> KeptPage {
    precondition(limit > 0, "a page holds at least one name")
    return try connection.read { db in
      var page = KeptPage(names: [], next: nil)
      guard let id = try ListRecord.id(of: list, in: db) else { return page }
      let reading = try db.statement(
        """
        SELECT \(RowSQL.stored), CASE WHEN \(RowSQL.isSaid) THEN 1 ELSE 0 END
        FROM row AS r WHERE r.list = ? AND r.key > ? AND r.gone = 0 ORDER BY r.key LIMIT ?
        """
      ).bind(id, at: 1).bind(cursor.key, at: 2).bind(Int64(limit) + 1, at: 3)
      var (last, said) = (cursor.key, 0)
      while try reading.step() {
        if page.names.count == limit {
          page.next = KeptPage.Cursor(key: last)
          break
        }
        let key = reading.text(at: 0) ?? ""
        guard last.utf8.lexicographicallyPrecedes(key.utf8) else {
          throw SQLiteError.corrupt("rows out of order")
        }
        last = key
        said += reading.number(at: 8) == 1 ? 1 : 0
        page.names.append(try reading.storedRow())
      }
      try reading.reset()
      // A server checks its own indexes.
      if !db.isServer {
        try Self.checkIndex(
          db, list: id, after: cursor.key, upTo: page.next == nil ? nil : last, said)
      }
      return page
    } ?? KeptPage(names: [], next: nil)
  }

  /// Checks that the index `said`, which queries for flags use, has as many rows of a page as the
  /// table.
  private static func checkIndex(
    _ db: any Database, list: Int64, after start: String, upTo end: String?, _ said: Int
  ) throws {
    let counting = try db.statement(
      """
      SELECT count(*) FROM row AS r INDEXED BY said
      WHERE r.list = ?1 AND \(RowSQL.isSaid) AND r.gone = 0 AND r.key > ?2
        \(end == nil ? "" : "AND r.key <= ?3")
      """
    ).bind(list, at: 1).bind(start, at: 2)
    if let end { try counting.bind(end, at: 3) }
    guard try counting.first({ $0.number(at: 0) ?? 0 }) == Int64(said) else {
      throw SQLiteError.corrupt("an index with missing rows")
    }
  }
}

extension TargetStore {
  /// The rows that were dropped last, at most `limit`, newest first, and how many rows are dropped.
  package func droppedRows(
    in list: ListName, limit: Int
  ) throws(StoreError) -> (rows: [Name], count: Int) {
    try connection.read { db in
      guard let id = try ListRecord.id(of: list, in: db) else { return ([], 0) }
      let dropped =
        "FROM row AS r INDEXED BY said WHERE r.list = ?1 AND \(RowSQL.isSaid) AND r.gone > 0 "
        + "AND r.since > 0"
      let count =
        try db.statement("SELECT count(*) \(dropped)").bind(id, at: 1)
        .first { $0.number(at: 0) ?? 0 } ?? 0
      let reading = try db.statement(
        "SELECT \(RowSQL.name) \(dropped) ORDER BY r.gone DESC, r.key LIMIT ?2"
      ).bind(id, at: 1).bind(Int64(limit), at: 2)
      var rows: [Name] = []
      while try reading.step() { rows.append(try reading.rowName(at: 0)) }
      return (rows, Int(count))
    } ?? ([], 0)
  }
}

// MARK: Flags

extension TargetStore {
  /// The flags of all rows with a decision, mark or drop, and of all rows with an ID.
  ///
  /// - Complexity: O(*m*) for *m* of these rows; O(*n*) for a list of length *n* that is a mirror.
  package func flags(in list: ListName) throws(StoreError) -> [Name: Flags] {
    try connection.read { db in
      var flags: [Name: Flags] = [:]
      guard let record = try ListRecord(reading: list, in: db) else { return flags }
      let hasOutcomes =
        try db.statement("SELECT 1 FROM outcome WHERE list = ? LIMIT 1").bind(record.id, at: 1)
        .first { _ in true } ?? false
      let ofRow = RowSQL.flags(in: record, hasOutcomes: hasOutcomes)
      func read(_ source: String) throws {
        let reading = try db.statement("SELECT \(RowSQL.name), \(ofRow) FROM \(source)")
          .bind(record.id, at: 1)
        while try reading.step() {
          let (name, found) = (try reading.rowName(at: 0), try reading.flags(at: 3))
          if !found.isEmpty || name.sourceID != nil { flags[name] = found }
        }
      }
      try read("row AS r INDEXED BY said WHERE r.list = ?1 AND \(RowSQL.isSaid) AND r.since > 0")
      try read(
        "row AS r WHERE r.list = ?1 AND r.key >= '#' AND r.key < '$' AND NOT \(RowSQL.isSaid)")
      if record.mirrored > 0 {
        try read(
          "row AS r WHERE r.list = ?1 AND r.since = \(record.mirrored) AND NOT \(RowSQL.isSaid)")
      }
      if hasOutcomes {
        try read(
          """
          outcome AS done CROSS JOIN row AS r ON (r.list = done.list AND r.key = done.key)
          WHERE done.list = ?1 AND NOT \(RowSQL.isSaid)
          """)
      }
      return flags
    } ?? [:]
  }

  /// The decisions of a list for which revisions matter, for comparison with an input.
  ///
  /// - Complexity: O(*m*) for *m* rows with decisions or marks.
  package func decisionsToCompare(
    in list: ListName
  ) throws(StoreError) -> [Name: StoredDecision] {
    try reading(list) { db, id in
      let reading = try db.statement(
        """
        SELECT \(RowSQL.state) FROM row AS r INDEXED BY said
        WHERE r.list = ? AND \(RowSQL.isSaid) AND r.verdict IS NOT NULL AND r.gone = 0
          AND (r.about IS NOT NULL OR r.revision IS NOT NULL)
        """
      ).bind(id, at: 1)
      var decisions: [Name: StoredDecision] = [:]
      while try reading.step() {
        let row = try reading.rowState()
        decisions[row.name] = row.decisionToCompare
      }
      return decisions
    } ?? [:]
  }

  /// The flags of those of `names` that have a row; each name means one row.
  ///
  /// - Complexity: O(*m* log *n*) for *m* names and a list of length *n*.
  package func flags(of names: [Name], in list: ListName) throws(StoreError) -> [Name: Flags] {
    if names.isEmpty { return [:] }
    return try connection.read { db in
      var flags: [Name: Flags] = [:]
      guard let id = try ListRecord.id(of: list, in: db) else { return flags }
      let states = try RowTable(db: db, list: id).states(of: names.map(\.keyOfRow))
      let now = Moment.now.microseconds
      for name in names { flags[name] = states[name.keyOfRow]?.flags(at: now) }
      return flags
    } ?? [:]
  }
}

extension TargetStore {
  /// The rows of a name with their flags, including dropped ones.
  package func rows(called name: Name, in list: ListName) throws(StoreError) -> [(Name, Flags)] {
    try reading(list) { db, id in
      let table = RowTable(db: db, list: id)
      let own = try table.states(of: [name.keyOfRow]).values.filter { $0.name.sourceID == nil }
      let now = Moment.now.microseconds
      return (own + (try table.states(named: [name.text]))).compactMap { row in
        row.flags(at: now).map { (row.name, $0) }
      }
    } ?? []
  }
}

extension TargetStore {
  /// The rows with an ID, one for each source, or else the row without an ID that has it as its
  /// name; with their flags, including dropped rows.
  package func rows(withID id: String, in list: ListName) throws(StoreError) -> [(Name, Flags)] {
    try reading(list) { db, list in
      let table = RowTable(db: db, list: list)
      var states = try table.states(withID: id)
      if states.isEmpty, let name = try? Name(id) {
        states = Array(try table.states(of: [name.keyOfRow]).values)
      }
      let now = Moment.now.microseconds
      return states.compactMap { row in row.flags(at: now).map { (row.name, $0) } }
    } ?? []
  }
}

extension TargetStore {
  /// The texts of rows, other than their names.
  package func texts(of names: [Name], in list: ListName) throws(StoreError) -> [Name: RowTexts] {
    try reading(list) { db, id in
      let states = try RowTable(db: db, list: id).states(of: names.map(\.keyOfRow))
      return Dictionary(states.values.map { ($0.name, $0.texts) }) { first, _ in first }
    } ?? [:]
  }
}

// MARK: Notes and other facts

/// Reads what is said about rows of a list.
struct RemarkReading {
  let db: any Database
  let list: Int64

  /// A row with the columns that ``remark(_:)`` reads, joined with the event of its decision.
  fileprivate static let remarked = """
    SELECT \(RowSQL.name), r.note, r.until,
      CASE WHEN r.verdict IS NULL THEN NULL ELSE coalesce(r.told_at, e.at) END,
      CASE WHEN r.verdict IS NULL THEN NULL ELSE coalesce(r.told_by, e.author) END,
      r.verdict, r.about, r.revision, CASE WHEN r.verdict IS NULL THEN NULL ELSE e.role END
    FROM row AS r LEFT JOIN event AS e ON (e.list = r.list AND e.number = r.decided)
    """

  fileprivate static func remark(_ row: any Statement) -> Remark {
    var remark = Remark(
      // The row is shown even if its note, written by another program, is invalid.
      note: row.text(at: 3).flatMap { try? Note($0) },
      until: row.number(at: 4).map { Moment(microseconds: $0) },
      decidedAt: row.number(at: 5).map { Moment(microseconds: $0) }, decidedBy: row.text(at: 6))
    (remark.verdict, remark.about) = (
      row.text(at: 7).flatMap { Verdict(stored: $0) }, row.text(at: 8)
    )
    (remark.revision, remark.decidedRole) = (row.text(at: 9), row.text(at: 10))
    return remark
  }

  private static let ofNames = "\(remarked) WHERE r.list = ?1 AND r.key = asked"

  /// Requests what ``remarks(on:)`` reads, together with what is requested next.
  func prefetch(on names: [Name]) throws {
    try db.prefetch(of: names.map(\.keyOfRow), Self.ofNames, limit: 1) { try $0.bind(list, at: 1) }
  }

  func remarks(on names: [Name]) throws -> [Name: Remark] {
    var remarks: [Name: Remark] = [:]
    try db.forEach(of: names.map(\.keyOfRow), Self.ofNames, limit: 1) {
      try $0.bind(list, at: 1)
    } _: { row in
      let remark = Self.remark(row)
      if remark != Remark() { remarks[try row.rowName(at: 0)] = remark }
    }
    return remarks
  }
}

extension TargetStore {
  /// The notes, snoozes and decisions of rows; rows without any are skipped.
  ///
  /// - Complexity: O(*m* log *n*) for *m* names and *n* rows.
  package func remarks(on names: [Name], in list: ListName) throws(StoreError) -> [Name: Remark] {
    try reading(list) { db, id in
      try RemarkReading(db: db, list: id).remarks(on: names)
    } ?? [:]
  }

  /// The notes, snoozes and decisions of all rows of a list; with `withRevisions`, also the rows
  /// that only have a revision.
  ///
  /// - Complexity: O(*m*) for *m* rows with decisions or marks; O(*n*) for *n* rows with revisions.
  package func remarks(
    in list: ListName, withRevisions: Bool = false
  ) throws(StoreError) -> [Name: Remark] {
    try reading(list) { db, id in
      let said = RemarkReading.remarked.replacing(
        text: "FROM row AS r", by: "FROM row AS r INDEXED BY said")
      let reading = try db.statement(
        withRevisions
          ? "\(RemarkReading.remarked) WHERE r.list = ? AND (\(RowSQL.isSaid) OR r.revision IS NOT NULL)"
          : "\(said) WHERE r.list = ? AND \(RowSQL.isSaid)"
      ).bind(id, at: 1)
      var remarks: [Name: Remark] = [:]
      while try reading.step() {
        let remark = RemarkReading.remark(reading)
        if remark != Remark() { remarks[try reading.rowName(at: 0)] = remark }
      }
      return remarks
    } ?? [:]
  }

  /// The rows that are snoozed now; O(*m* log *n*) for *m* of them.
  package func namesSnoozed(in list: ListName) throws(StoreError) -> [Name] {
    try names(in: list, whoseSnoozesEndAfter: .now, upTo: Moment(microseconds: .max))
  }

  /// The rows whose snoozes end after one moment and not after another.
  package func names(
    in list: ListName, whoseSnoozesEndAfter start: Moment, upTo end: Moment
  ) throws(StoreError) -> [Name] {
    try reading(list) { db, id in
      let reading = try db.statement(
        """
        SELECT \(RowSQL.name) FROM row AS r INDEXED BY snoozed
        WHERE r.list = ? AND r.until > ? AND r.until <= ?
        """
      ).bind(id, at: 1).bind(start.microseconds, at: 2).bind(end.microseconds, at: 3)
      var names: [Name] = []
      while try reading.step() { names.append(try reading.rowName(at: 0)) }
      return names
    } ?? []
  }

  /// The end of the next snooze of a list; `nil` if there is none in the future.
  ///
  /// - Complexity: O(log *n*).
  package func nextWaking(in list: ListName, after moment: Moment) throws(StoreError) -> Moment? {
    try reading(list) { db, id in
      let finding = try db.statement(
        "SELECT min(until) FROM row INDEXED BY snoozed WHERE list = ? AND until > ?"
      ).bind(id, at: 1).bind(moment.microseconds, at: 2)
      return try finding.first { $0.number(at: 0) }?.map { Moment(microseconds: $0) }
    } ?? nil
  }

  /// SQL for the decisions that count, of rows that are in the list.
  private static let decisions = """
    FROM fact AS f CROSS JOIN row AS r ON (r.list = f.list AND r.key = f.key AND r.decided = f.number)
    WHERE f.list = ?1 AND f.after_decided = f.number AND r.gone = 0 AND \(RowSQL.isDecided)
    """

  /// The row of the list that was decided last, by anyone; `nil` if there is none.
  ///
  /// - Complexity: O(*f* log *n*) for *f* facts since that decision, usually few.
  package func nameDecidedLast(in list: ListName) throws(StoreError) -> Name? {
    try reading(list) { db, id in
      try db.statement(
        """
        SELECT \(RowSQL.name) \(Self.decisions) ORDER BY f.number DESC, f.key DESC LIMIT 1
        """
      ).bind(id, at: 1).first { try $0.rowName(at: 0) }
    } ?? nil
  }

  /// How many rows were decided since a moment and still are, and the version of the list that was
  /// counted; `nil` if it changed meanwhile.
  ///
  /// - Complexity: O(*f* log *n*) for *f* facts since then.
  package func countDecided(
    in list: ListName, since moment: Moment
  ) throws(StoreError) -> (count: Int, mark: ListVersion)? {
    try connection.read { db in
      guard let found = try ListRecord.mark(of: list, in: db) else { return (0, .start) }
      // Events are numbered in the order of commits, so the search stops at the first older one.
      let last =
        try db.statement(
          "SELECT number FROM event WHERE list = ?1 AND at < ?2 ORDER BY number DESC LIMIT 1"
        ).bind(found.id, at: 1).bind(moment.microseconds, at: 2).first { $0.number(at: 0) } ?? nil
      let counting = try db.statement(
        """
        SELECT count(*) \(Self.decisions) AND f.number > ?2
          AND (r.told_at IS NULL OR r.told_at >= ?3)
        """
      ).bind(found.id, at: 1).bind(last ?? 0, at: 2).bind(moment.microseconds, at: 3)
      let count = try counting.first { Int($0.amount(at: 0) ?? 0) } ?? 0
      // On a server, each statement sees the newest state.
      return try ListRecord.mark(of: list, in: db)?.mark == found.mark ? (count, found.mark) : nil
    } ?? (0, .start)
  }

  /// `nil` if the list does not exist.
  func reading<Result: Sendable>(
    _ list: ListName, _ read: @Sendable (any Database, Int64) throws -> Result?
  ) throws(StoreError) -> Result? {
    try connection.read { db in
      guard let id = try ListRecord.id(of: list, in: db) else { return nil }
      return try read(db, id)
    } ?? nil
  }
}
