import TestSupport

@testable import NameSearch

/// A row with what belongs to its name.
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

/// An index as a dictionary: all is worked out when it is asked for.
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
    func order(_ left: String, _ right: String) -> Int {
      let keys = [left, right].map { text in
        Array(text.utf8).withUnsafeBytes { collation.key(of: $0) }
      }
      if keys[0] != keys[1] { return keys[0].lexicographicallyPrecedes(keys[1]) ? -1 : 1 }
      return left.utf8.elementsEqual(right.utf8)
        ? 0 : left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
    }
    func isBefore(_ left: ColumnRow, _ right: ColumnRow) -> Bool {
      let byText = order(left.name.text, right.name.text)
      if byText != 0 { return byText < 0 }
      let (id, otherID) = (left.name.sourceID ?? "", right.name.sourceID ?? "")
      return id.utf8.lexicographicallyPrecedes(otherID.utf8)
    }
    let groups = Dictionary(grouping: rows.values) { $0.section == "-" ? nil : $0.section }
    let titles = groups.keys.compactMap(\.self).sorted { left, right in
      // Composed and decomposed spellings are one section.
      order(left.inNFC, right.inNFC) < 0
    }
    return (titles as [String?] + [nil]).compactMap { title in
      groups[title].map { (title ?? "-", $0.sorted(by: isBefore)) }
    }
  }

  var allRows: [ColumnRow] { Array(rows.values) }
}

extension String {
  /// The text as an index has it.
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
  /// The rows with what belongs to them; a row without a value is under `-`.
  func columnRow(at row: Row) -> ColumnRow {
    ColumnRow(name: name(at: row), detail: detail(at: row), section: value(at: row))
  }
}
