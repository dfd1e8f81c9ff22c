import Edits
import NameSearch

// What saves ways to a server.

extension EntryTable {
  /// Asks ahead for what edits of names look at, if nothing that is done to one of them concerns the
  /// others.
  func foresee(_ names: [Name], ofSingleRows: Bool) throws {
    guard database.isServer, !names.isEmpty, names != foreseenNames else { return }
    database.forgetForeseen()
    let known = Set(names.compactMap(\.sourceID))
    let isApart =
      names.count == 1 || known.count == names.count
      || known.isEmpty && Set(names).count == names.count
    guard isApart else { return }
    for name in names {
      if ofSingleRows || name.sourceID != nil {
        try finder.foresee(name)
      } else {
        try findingByName.bind(list, at: 1).bind(name.text, at: 2).foresee()
      }
      try remarks.foresee(name)
    }
  }

  /// Asks for a list and for the rows of one name at once, where the list is known; false if not.
  static func foresee(_ names: [Name], in list: Name, _ db: any Database) throws -> Bool {
    guard names.count == 1, let known = db.knownLists[list.text] else { return false }
    try ListRow.finding(list, in: db).foresee()
    try EntryFinder(db, list: known).foresee(names[0])
    if names[0].sourceID == nil {
      try findingByName(db).bind(known, at: 1).bind(names[0].text, at: 2).foresee()
    }
    try RemarkTable(db, list: known).foresee(names[0])
    return true
  }

  /// All rows with a name.
  static func findingByName(_ db: any Database) throws -> any Statement {
    try db.statement(
      "\(EntryRows(db).reading()) WHERE e.list = ?1 AND e.name = ?2 ORDER BY e.id")
  }

  /// Inserts rows that are noted only as those of an operation; those that are there stay as they
  /// are.
  ///
  /// - Returns: The names of the new rows.
  func addAll(
    _ rows: [(name: Name, texts: RowTexts)], range: Int64
  ) throws -> Set<Name> {
    let inserting = try database.statement(
      """
      INSERT INTO entry (list, name, original, id, flags, added, mirror, detail, section)
        SELECT ?1, n, o, i, 0, ?2, 0, d, s
        FROM unnest(CAST(?3 AS bytea[]), CAST(?4 AS bytea[]), CAST(?5 AS bytea[]),
          CAST(?6 AS bytea[]), CAST(?7 AS bytea[])) AS row (n, o, i, d, s)
      ON CONFLICT DO NOTHING RETURNING name, original, id
      """)
    try inserting.bind(list, at: 1).bind(range, at: 2)
    let columns = [
      ServerArray(rows.lazy.map(\.name.text)),
      ServerArray(rows.lazy.map { $0.name.isAsItCame ? nil : $0.name.original }),
      ServerArray(rows.lazy.map { $0.name.sourceID ?? "" }),
      ServerArray(rows.lazy.map(\.texts.detail)), ServerArray(rows.lazy.map(\.texts.section)),
    ]
    for (index, column) in columns.enumerated() {
      _ = try column.bytes.withUnsafeBytes {
        try inserting.bind($0, at: CInt(3 + index), staysThere: false)
      }
    }
    var names: Set<Name> = []
    while try inserting.step() { names.insert(try inserting.knownName(at: 0)) }
    return names
  }
}

/// Texts as an array of `bytea` in binary form, as `array_recv` of PostgreSQL reads it.
private struct ServerArray {
  private(set) var bytes: [UInt8] = []

  init(_ texts: some Collection<String?>) {
    let byteaType: Int32 = 17
    for number in [1, 1, byteaType, Int32(texts.count), 1] { append(number) }
    for text in texts {
      guard let text else {
        append(-1)
        continue
      }
      append(Int32(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
  }

  private mutating func append(_ number: Int32) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
