import ListModel
import NameSearch

// Many rows that come to a server at once: it is asked which of them it has, and sent the others by
// the thousand.

extension EntryEditor {
  /// This many rows are asked for or sent in one statement.
  private static var bulkSize: Int { 4_096 }

  /// This many new rows are noted one by one before they are only counted.
  private static var mostNotedOnServers: Int { 4_096 }

  /// Whether each name stands for the row of its key and for no other.
  func addsInBulk(_ names: NameBatch, ofSingleRows: Bool) throws -> Bool {
    guard table.database.isServer else { return false }
    let known = (0..<names.count).count { names[$0].sourceID != nil }
    if known > 0 { return known == names.count }
    if ofSingleRows { return true }
    // What the import looks at next comes with the answer.
    try table.findingAny().prefetch()
    return try !table.keepsIdentities
  }

  /// Adds names and returns the number of rows added; `progress` is told how many are done.
  ///
  /// - Complexity: O(*n* log *m*) for *n* names and a list of length *m*, and a round trip for some
  ///   hundred thousand of them.
  mutating func addInBulk(
    _ names: NameBatch, isMirror: Bool, _ progress: (Int) -> Void
  ) throws -> Int {
    let (first, repeated) = names.placesByKey
    let (new, changed) = try table.isEmpty ? (first, []) : findUnequal(first, names)
    if !new.isEmpty {
      let number = try recorder.begin()
      let isNoted = new.count <= Self.mostNotedOnServers
      try forEachBulk(of: new, names) { rows, done in
        try table.insert(rows, range: isNoted ? 0 : number, mirror: isMirror ? number : 0)
        if isNoted { try recorder.recordNew(rows) }
        if done % 8_192 == 0 { progress(done) }
      }
      if !isNoted { for _ in new { recorder.countAdded() } }
    }
    return try new.count
      + add(names, at: changed + repeated, isMirror: isMirror) {
        progress(new.count + $0)
      }
  }

  private func forEachBulk(
    of places: [Int], _ names: NameBatch, _ body: (BulkRows, Int) throws -> Void
  ) throws {
    for start in stride(from: 0, to: places.count, by: Self.bulkSize) {
      if Task.isCancelled { throw StoreError.cancelled }
      let end = min(start + Self.bulkSize, places.count)
      try body(BulkRows(names, places[start..<end]), end)
    }
  }

  /// The places of rows that are not there, and of those that are not as they are to be.
  private func findUnequal(
    _ places: [Int], _ names: NameBatch
  ) throws -> (new: [Int], changed: [Int]) {
    var (new, changed) = ([Int](), [Int]())
    // While one answer is read, the next is on its way.
    var asked: [any Statement] = []
    var read = 0
    func readNext() throws {
      let (answer, start) = (asked.removeFirst(), read)
      while try answer.step() {
        guard let row = answer.number(at: 0), let isThere = answer.number(at: 1), row > 0,
          let place = places[start...].dropFirst(Int(row - 1)).first
        else { throw ServerError.nonsense("rows that were not requested") }
        if isThere == 1 { changed.append(place) } else { new.append(place) }
      }
      read += Self.bulkSize
      table.database.forgetPrefetched()
    }
    try forEachBulk(of: places, names) { rows, _ in
      asked.append(try table.findingUnequal(rows))
      try asked.last?.prefetch()
      if asked.count > 2 { try readNext() }
    }
    while !asked.isEmpty { try readNext() }
    return (new, changed)
  }
}

// MARK: Statements

/// Rows as the parameters of a statement, a column each.
struct BulkRows {
  let count: Int
  fileprivate let columns: [ServerArray]
  fileprivate let haveIdentities: Bool

  init(_ names: NameBatch, _ places: ArraySlice<Int>) {
    let rows = places.map { (name: names[$0], texts: names.texts(at: $0)) }
    count = rows.count
    haveIdentities = rows.first?.name.sourceID != nil
    columns = [
      ServerArray(rows.lazy.map(\.name.text)),
      ServerArray(rows.lazy.map { $0.name.sourceID ?? "" }),
      ServerArray(rows.lazy.map(\.texts.detail)), ServerArray(rows.lazy.map(\.texts.section)),
      ServerArray(rows.lazy.map { $0.name.isAsItCame ? nil : $0.name.original }),
    ]
  }

  /// Binds the columns to the parameters from `index` on.
  fileprivate func bind(
    _ columns: ArraySlice<ServerArray>, to statement: any Statement, from index: CInt
  ) throws {
    for (offset, column) in columns.enumerated() {
      _ = try column.bytes.withUnsafeBytes {
        try statement.bind($0, at: index + CInt(offset), staysThere: false)
      }
    }
  }
}

extension EntryTable {
  fileprivate func findingAny() throws -> any Statement {
    try database.statement("SELECT 1 FROM entry WHERE list = ? LIMIT 1").bind(list, at: 1)
  }

  /// Whether the list has no rows, dropped ones included; O(log *n*).
  fileprivate var isEmpty: Bool {
    get throws { try findingAny().first { _ in false } ?? true }
  }

  /// Inserts rows that are not there.
  fileprivate func insert(_ rows: BulkRows, range: Int64, mirror: Int64) throws {
    let inserting = try database.statement(
      """
      INSERT INTO entry (list, name, id, detail, section, original, flags, added, mirror)
        SELECT ?1, n, i, d, s, o, 0, ?2, ?3
        FROM unnest(CAST(?4 AS bytea[]), CAST(?5 AS bytea[]), CAST(?6 AS bytea[]),
          CAST(?7 AS bytea[]), CAST(?8 AS bytea[])) AS row (n, i, d, s, o)
      """)
    try inserting.bind(list, at: 1).bind(range, at: 2).bind(mirror, at: 3)
    try rows.bind(rows.columns[...], to: inserting, from: 4)
    try inserting.run()
  }

  /// A query of the rows that are missing, dropped, or have another name or other texts: the number
  /// of each, beginning with one, and whether it is there.
  ///
  /// The subquery forces an index lookup for each: without fresh statistics a server joins each row
  /// with all others.
  fileprivate func findingUnequal(_ rows: BulkRows) throws -> any Statement {
    let isSame = rows.haveIdentities ? "e.id = n.i AND e.id <> ''" : "e.name = n.n AND e.id = ''"
    let finding = try database.statement(
      """
      SELECT p, coalesce(differs, 0) FROM (
        SELECT n.p, (
          SELECT CASE WHEN e.name <> n.n OR e.flags NOT BETWEEN 0 AND \(Flags.stored.rawValue)
            OR e.flags & \(Flags.dropped.rawValue) <> 0
            OR (n.d IS NOT NULL OR n.s IS NOT NULL)
              AND (e.detail IS DISTINCT FROM n.d OR e.section IS DISTINCT FROM n.s)
            THEN 1 ELSE 0 END
          FROM entry AS e WHERE e.list = ?1 AND \(isSame)
        ) AS differs
        FROM unnest(CAST(?2 AS bytea[]), CAST(?3 AS bytea[]), CAST(?4 AS bytea[]),
          CAST(?5 AS bytea[])) WITH ORDINALITY AS n (n, i, d, s, p)
      ) AS asked WHERE differs IS NULL OR differs = 1 ORDER BY p
      """)
    try finding.bind(list, at: 1)
    try rows.bind(rows.columns[..<4], to: finding, from: 2)
    return finding
  }
}

extension Journal.Recorder {
  /// Records rows as new ones, one by one.
  mutating func recordNew(_ rows: BulkRows) throws {
    let columns = """
      unnest(CAST(?4 AS bytea[]), CAST(?5 AS bytea[]), CAST(?6 AS bytea[]), CAST(?7 AS bytea[]),
        CAST(?8 AS bytea[])) WITH ORDINALITY AS row (n, i, d, s, o, p)
      """
    func run(_ sql: String) throws {
      let inserting = try journal.db.statement(sql)
      try inserting.bind(journal.list, at: 1).bind(begin(), at: 2).bind(position - 1, at: 3)
      try rows.bind(rows.columns[...], to: inserting, from: 4)
      try inserting.run()
    }
    try run(
      """
      INSERT INTO change (list, operation, position, name, original, id, before, after)
        SELECT ?1, ?2, ?3 + p, n, o, i, NULL, 0 FROM \(columns)
      """)
    for (column, value) in [("detail", "d"), ("section", "s")] {
      try run(
        """
        INSERT INTO aspect (list, operation, position, what, before, after)
          SELECT ?1, ?2, ?3 + p, '\(column)', NULL, \(value) FROM \(columns)
          WHERE \(value) IS NOT NULL
        """)
    }
    position += Int64(rows.count)
  }
}

extension NameBatch {
  /// The indices of the names nearly in table order: the first of each key, and those that follow it.
  fileprivate var placesByKey: (first: [Int], others: [Int]) {
    var seen = NumberedTexts()
    var (first, others) = ([Int](), [Int]())
    for place in placesNearlyAsKept {
      if seen.insert(self[place].keyOfRow) { first.append(place) } else { others.append(place) }
    }
    return (first, others)
  }
}
