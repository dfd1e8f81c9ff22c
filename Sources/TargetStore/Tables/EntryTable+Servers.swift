import Edits
import NameSearch

// What saves ways to a server.

extension EntryTable {
  /// Whether nothing that is done to a row of one of the names concerns those of the others.
  private static func areApart(_ names: [Name]) -> Bool {
    let known = Set(names.compactMap(\.sourceID))
    return known.count == names.count || known.isEmpty && Set(names).count == names.count
  }

  /// Calls `body` after it was asked ahead for what edits of names look at.
  func foreseeing(
    _ names: [Name], ofSingleRows: Bool, _ body: () throws -> Void
  ) throws {
    guard database.isServer, !names.allSatisfy(foreseenNames.contains) else { return try body() }
    try foresee(names, ofSingleRows: ofSingleRows)
    try body()
    database.forgetForeseen()
  }

  /// Asks ahead for what edits of names look at, if they do not concern each other.
  func foresee(_ names: [Name], ofSingleRows: Bool) throws {
    guard database.isServer, Self.areApart(names) else { return }
    database.forgetForeseen()
    for name in names {
      if ofSingleRows || name.sourceID != nil {
        try finder.foresee(name)
      } else {
        try findingByName.bind(list, at: 1).bind(name.text, at: 2).foresee()
      }
      try remarks.foresee(name)
    }
  }

  /// Asks for a list and for the rows of a few names at once, where the list is known; false if not.
  static func foresee(_ names: [Name], in list: Name, _ db: any Database) throws -> Bool {
    guard !names.isEmpty, names.count <= EntryEditor.batchSize, areApart(names),
      let known = db.knownLists[list.text]
    else { return false }
    try ListRow.finding(list, in: db).foresee()
    let (finder, remarks) = (try EntryFinder(db, list: known), try RemarkTable(db, list: known))
    let findingByName = try findingByName(db)
    for name in names {
      try finder.foresee(name)
      if name.sourceID == nil {
        try findingByName.bind(known, at: 1).bind(name.text, at: 2).foresee()
      }
      try remarks.foresee(name)
    }
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
