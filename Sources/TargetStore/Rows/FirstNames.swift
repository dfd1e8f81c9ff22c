import NameSearch

/// Finds the names of a list that come first in an order, without reading the others.
///
/// The table is in byte order, which is not alphabetical. This is a best-first search of a prefix
/// tree whose nodes are ranges of the table: it follows only the prefixes with the lowest primary
/// keys. Prefixes that differ only in case or accents form one branch.
///
/// A prefix does not show contractions (the Czech ch) or expansions, so the names found are only
/// approximately the first. That is enough for a preview.
struct FirstNames {
  private(set) var names: [StoredRow] = []

  private(set) var looks = 0

  /// The maximum number of queries; this many take about 20 ms.
  ///
  /// A list can have thousands of different first characters, as in Chinese.
  static let mostLooks = 4_000

  private let list: Int64
  private let keys: PrimaryKeys
  private let limit: Int

  private let sources: [Source]

  /// A column that names are searched in: the key of rows without an ID, or the name of those with one.
  private struct Source {
    /// The prefix of all its values.
    let beginning: String
    let counting: any Statement
    let reading: any Statement
    let lastReading: any Statement

    init(_ db: any Database, _ column: String, beginning: String) throws {
      self.beginning = beginning
      let range = """
        FROM row AS r WHERE r.list = ?1 AND r.\(column) >= ?2 AND r.\(column) < ?3 AND r.gone = 0
        """
      // Without ORDER BY, a server without statistics would read all rows first.
      counting = try db.statement(
        "SELECT count(*) FROM (SELECT 1 \(range) ORDER BY r.\(column) LIMIT ?4) AS few")
      reading = try db.statement(
        "SELECT \(RowSQL.stored) \(range) ORDER BY r.\(column) LIMIT ?4")
      lastReading = try db.statement(
        "SELECT \(RowSQL.name), 0 \(range) ORDER BY r.\(column) DESC LIMIT ?4")
    }
  }

  /// Finds `limit / 2` to `limit` names, fewer if the list is shorter or after `mostLooks` queries.
  init(
    _ db: any Database, list: Int64, keys: PrimaryKeys, limit: Int, mostLooks: Int = mostLooks
  ) throws {
    self.list = list
    self.keys = keys
    self.limit = limit
    let haveIDs =
      try db.statement("SELECT 1 FROM row WHERE list = ? AND name IS NOT NULL LIMIT 1")
      .bind(list, at: 1).first { _ in true } ?? false
    sources =
      [try Source(db, "key", beginning: Table.keyOfName)]
      + (haveIDs ? [try Source(db, "name", beginning: "")] : [])
    do {
      try follow([""], mostLooks: mostLooks)
    } catch is OutOfLooks {
      // The names found so far are complete.
    }
  }

  private struct OutOfLooks: Error {}

  /// Reads all names of a branch if there is room for them, else those of its first child branches.
  private mutating func follow(_ beginnings: [String], mostLooks: Int) throws {
    if looks > mostLooks { throw OutOfLooks() }
    let room = limit - names.count
    var count = 0
    for beginning in beginnings where count <= room {
      count += try self.count(of: beginning, upTo: room - count + 1)
    }
    if count <= room {
      for beginning in beginnings { try read(from: beginning, to: Self.end(of: beginning)) }
      return
    }
    for branch in try branches(of: beginnings, mostLooks: mostLooks) {
      if names.count >= limit / 2 { return }
      try follow(branch, mostLooks: mostLooks)
    }
  }

  /// The child branches in key order; names that equal a prefix are read at once.
  private mutating func branches(of beginnings: [String], mostLooks: Int) throws -> [[String]] {
    var open = beginnings.count == 1 ? [try common(to: beginnings[0])] : beginnings
    let key = keys.key(of: open[0])
    var branches: [[UInt8]: [String]] = [:]
    while let beginning = open.popLast() {
      var start = beginning
      while let found = try first(from: start, in: beginning) {
        if looks > mostLooks { throw OutOfLooks() }
        guard
          let next = found.name.text.unicodeScalars.dropFirst(beginning.unicodeScalars.count).first
        else {
          start = beginning + "\u{1}"  // a name holds no U+0000
          try read(from: beginning, to: start)
          continue
        }
        let child = beginning.appending(next)
        let childKey = keys.key(of: child)
        // A character without a primary weight, such as a combining mark, does not start a branch.
        if childKey == key {
          open.append(child)
        } else {
          branches[childKey, default: []].append(child)
        }
        start = beginning.appending(next.successor)
      }
    }
    return branches.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }
}

// MARK: Looking at the table

extension FirstNames {
  /// The longest common prefix of the names in a range, to save a query for each letter.
  private mutating func common(to beginning: String) throws -> String {
    looks += 2
    guard let first = try first(from: beginning, in: beginning)?.name.text else { return beginning }
    let lasts = try sources.compactMap { source in
      try bind(source, \.lastReading, from: beginning, to: Self.end(of: beginning), limit: 1)
        .first { try $0.rowName(at: 0).text }
    }
    guard let last = lasts.max(by: Self.precedes) else { return beginning }
    var common = String.UnicodeScalarView()
    for (left, right) in zip(first.unicodeScalars, last.unicodeScalars) {
      if left != right { break }
      common.append(left)
    }
    return String(common)
  }

  private mutating func count(of beginning: String, upTo limit: Int) throws -> Int {
    looks += 1
    return try sources.reduce(0) { count, source in
      let counting = try bind(
        source, \.counting, from: beginning, to: Self.end(of: beginning), limit: limit)
      return try count + (counting.first { Int($0.amount(at: 0) ?? 0) } ?? 0)
    }
  }

  private mutating func first(from start: String, in beginning: String) throws -> StoredRow? {
    looks += 1
    let rows = try sources.compactMap { source in
      try bind(source, \.reading, from: start, to: Self.end(of: beginning), limit: 1)
        .first { try $0.storedRow() }
    }
    return rows.min { Self.precedes($0.name.text, $1.name.text) }
  }

  private mutating func read(from start: String, to end: String) throws {
    looks += 1
    var rows: [StoredRow] = []
    for source in sources {
      let reading = try bind(
        source, \.reading, from: start, to: end, limit: limit - names.count)
      while try reading.step() { rows.append(try reading.storedRow()) }
    }
    names += rows.prefix(limit - names.count)
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// The upper bound of a range; it excludes names with U+10FFFF, a noncharacter, after the prefix.
  private static func end(of beginning: String) -> String { beginning + "\u{10ffff}" }

  private func bind(
    _ source: Source, _ statement: KeyPath<Source, any Statement>, from start: String,
    to end: String, limit: Int
  ) throws -> any Statement {
    try source[keyPath: statement].bind(list, at: 1).bind(source.beginning + start, at: 2)
      .bind(source.beginning + end, at: 3).bind(Int64(limit), at: 4)
  }
}

extension String {
  fileprivate func appending(_ scalar: Unicode.Scalar) -> String {
    var text = self
    text.unicodeScalars.append(scalar)
    return text
  }
}

extension Unicode.Scalar {
  /// The next code point, which is the next in UTF-8 byte order as well.
  fileprivate var successor: Unicode.Scalar {
    Unicode.Scalar(value + 1) ?? (value < 0xe000 ? "\u{e000}" : self)
  }
}
