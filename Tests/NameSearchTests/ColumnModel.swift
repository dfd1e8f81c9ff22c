import LibraryTestSupport

@testable import NameSearch

/// A row: a name with its other texts.
struct ColumnRow: Equatable {
  let name: Name
  var detail: String?
  var section: String?

  static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.detail == right.detail && left.section == right.section
      && left.name.original.utf8.elementsEqual(right.name.original.utf8)
  }

  private static let sections: [String?] = [
    nil, "high", "low", "High", "-", "Åre", "Öland", "zeta", "e\u{301}tat", "état", "10", "…",
  ]

  static func random(_ count: Int, using random: inout SeededGenerator) -> [ColumnRow] {
    SampleText.rows(count, using: &random).map { name in
      let detail = SampleText.text(upTo: 6, using: &random)
      let trimmed = String(detail.unicodeScalars.trimmingWhiteSpace())
      let hasDetail = Int.random(in: 0..<3, using: &random) > 0 && !trimmed.isEmpty
      return ColumnRow(
        name: name, detail: hasDetail ? trimmed : nil,
        section: sections.randomElement(using: &random) ?? nil)
    }
  }
}

/// An index as a dictionary, which computes everything on request.
struct ColumnModel {
  let order: NameOrder
  private var rows: [Name: ColumnRow] = [:]

  init(order: NameOrder) {
    self.order = order
  }

  mutating func add(_ new: [ColumnRow]) {
    for row in new where rows[row.name] == nil { rows[row.name] = row }
  }

  mutating func remove(_ names: [Name]) {
    for name in names { rows[name] = nil }
  }

  /// The rows under their titles, by the rule `column`.
  var sections: [(title: String, rows: [ColumnRow])] {
    let collation = Collation(localeIdentifier: self.order.localeIdentifier)
    func keys(_ text: String) -> [[UInt8]] {
      [Array(text.utf8).withUnsafeBytes { collation.key(of: $0) }, Array(text.utf8)]
    }
    func isBefore(_ left: [[UInt8]], _ right: [[UInt8]]) -> Bool {
      guard let (left, right) = zip(left, right).first(where: { $0 != $1 }) else { return false }
      return left.lexicographicallyPrecedes(right)
    }
    func sorted<Value>(_ values: [Value], _ keys: (Value) -> [[UInt8]]) -> [Value] {
      values.map { (keys($0), $0) }.sorted { isBefore($0.0, $1.0) }.map(\.1)
    }
    let groups = Dictionary(grouping: rows.values) { $0.section == "-" ? nil : $0.section }
    // Composed and decomposed spellings are one section.
    let others = sorted(groups.keys.compactMap(\.self)) { keys($0.inNFC) }
    let first = order.firstSections.filter { $0 != "-" }
    let titles =
      first.flatMap { title in others.filter { $0.inNFC == title.inNFC } }
      + others.filter { title in !first.contains { $0.inNFC == title.inNFC } }
    return (titles as [String?] + [nil]).compactMap { title in
      groups[title].map { rows in
        (title ?? "-", sorted(rows) { keys($0.name.text) + [Array(($0.name.sourceID ?? "").utf8)] })
      }
    }
  }

  var allRows: [ColumnRow] { Array(rows.values) }
}

extension String {
  /// The text in the form that an index stores.
  var inNFC: String { (try? Name(self).text) ?? self }
}

extension NameBatch {
  init(_ rows: [ColumnRow]) {
    self.init()
    for row in rows { append(row.name, detail: row.detail, section: row.section) }
  }

  /// The rows as raw bytes, without source IDs.
  init(raw rows: [ColumnRow]) throws {
    self.init()
    for row in rows {
      let texts = [row.name.original, row.detail ?? "", row.section ?? ""].map { Array($0.utf8) }
      try texts[0].withUnsafeBytes { name in
        try texts[1].withUnsafeBytes { detail in
          try texts[2].withUnsafeBytes { section in
            _ = try append(validating: name, detail: detail, section: section)
          }
        }
      }
    }
  }
}

extension NameIndex {
  /// The rows with their texts; a row without a value is in section `-`.
  func columnRow(at row: NameRow) -> ColumnRow {
    ColumnRow(name: name(at: row), detail: detail(at: row), section: value(at: row))
  }
}
