import GRDB
import NameSearch

/// Finds the names of a list that come first in an order, without reading the others.
///
/// The list is kept in the order of its bytes, which is no alphabet: capitals stand before small
/// letters, and accents behind both. But a few letters at the beginning of a name say nearly where it
/// belongs. So the names are looked at as a tree of their beginnings, of which only the branches that
/// come first are followed; beginnings that differ in case or accents only are one branch. It is the
/// best-first search of a prefix tree, whose nodes are ranges of the table.
///
/// What the order does with letters that count as one (the Czech ch) or whose parts count apart can
/// not be seen from a beginning: there the names found are close to the first, and that is all they
/// are good for.
struct FirstNames {
  /// The names found, all of those that come before any other.
  private(set) var names: [KeptName] = []

  /// How often the table was looked at.
  private(set) var looks = 0

  /// So many looks take some twenty milliseconds; a list may have as many first characters as there
  /// are Chinese ones.
  static let mostLooks = 4_000

  private let list: Int64
  private let keys: PrimaryKeys
  private let limit: Int
  private let counting: RawStatement
  private let reading: RawStatement
  private let lastReading: RawStatement

  /// Looks for the first names of a list: no more than `limit`, and half of that at least, unless
  /// the list is shorter or cannot be looked through in a moment.
  init(
    _ db: Database, list: Int64, keys: PrimaryKeys, limit: Int, mostLooks: Int = mostLooks
  ) throws {
    self.list = list
    self.keys = keys
    self.limit = limit
    let rows = try EntryRows(db)
    let range =
      "FROM \(rows.table) WHERE list = ?1 AND name >= ?2 AND name < ?3 AND \(EntryRows.isListed)"
    counting = try RawStatement(db, "SELECT count(*) FROM (SELECT 1 \(range) LIMIT ?4)")
    reading = try RawStatement(
      db, "SELECT name, original, id, flags \(range) ORDER BY \(rows.order) LIMIT ?4")
    lastReading = try RawStatement(
      db, "SELECT name, original \(range) ORDER BY name DESC LIMIT ?4")
    do {
      try follow([""], mostLooks: mostLooks)
    } catch is OutOfLooks {
      // What was found by then is complete in itself.
    }
  }

  private struct OutOfLooks: Error {}

  /// Takes the names of a branch: all of them where there is room, else the first ones.
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

  /// The branches of a branch in order; what ends where they part is taken right away.
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
        // What does not count itself, such as a mark, parts nothing.
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
  /// The longest beginning that all names have which begin so: it saves looking at each letter of it.
  private mutating func common(to beginning: String) throws -> String {
    looks += 2
    guard let first = try first(from: beginning, in: beginning)?.name.text else { return beginning }
    try bind(lastReading, from: beginning, to: Self.end(of: beginning), limit: 1)
    defer { lastReading.reset() }
    guard try lastReading.step() else { return beginning }
    let last = try lastReading.name(at: 0).text
    var common = String.UnicodeScalarView()
    for (left, right) in zip(first.unicodeScalars, last.unicodeScalars) {
      if left != right { break }
      common.append(left)
    }
    return String(common)
  }

  private mutating func count(of beginning: String, upTo limit: Int) throws -> Int {
    looks += 1
    try bind(counting, from: beginning, to: Self.end(of: beginning), limit: limit)
    defer { counting.reset() }
    return try counting.step() ? Int(counting.number(at: 0) ?? 0) : 0
  }

  private mutating func first(from start: String, in beginning: String) throws -> KeptName? {
    looks += 1
    try bind(reading, from: start, to: Self.end(of: beginning), limit: 1)
    defer { reading.reset() }
    return try reading.step() ? try reading.keptName : nil
  }

  /// Takes the names of a range as far as there is room.
  private mutating func read(from start: String, to end: String) throws {
    looks += 1
    try bind(reading, from: start, to: end, limit: limit - names.count)
    while try reading.step() { names.append(try reading.keptName) }
  }

  /// A range ends before the last code point there is, which is no character: names that have it
  /// there are not found, and no beginning ends in it.
  private static func end(of beginning: String) -> String { beginning + "\u{10ffff}" }

  private func bind(
    _ statement: RawStatement, from start: String, to end: String, limit: Int
  ) throws {
    try statement.bind(list, at: 1)
    try statement.bind(start, at: 2)
    try statement.bind(end, at: 3)
    try statement.bind(Int64(limit), at: 4)
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
  /// The next one in the order of code points, which is that of their bytes.
  fileprivate var successor: Unicode.Scalar {
    Unicode.Scalar(value + 1) ?? (value < 0xe000 ? "\u{e000}" : self)
  }
}
