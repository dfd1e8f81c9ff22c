import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

/// Rows have the order of a simple sort, whatever is added and removed.
struct RowOrderLawTests {
  private let folder = TemporaryDirectory()

  /// A row of the test; names are in lower case, so that their order is that of their bytes.
  private struct Row {
    let name: String
    let values: [String]
    let section: String
    var position = 0
  }

  /// Values of columns in the expected order.
  private static let values = [
    "-1000000000000000000001", "-1000000000000000000000", "-12", "-3.5", "-3.25", "0", "0.5", "7",
    "7.5", "12", "100", "99999999999999999999", "100000000000000000000", "12 apples", "apple",
    "high", "low", "pear",
  ]

  private static func precedes(
    _ left: Row, _ right: Row, _ order: NameOrder, _ column: OrderColumn
  ) -> Bool {
    switch order.rows {
    case .name: break
    case .input:
      if left.position != right.position {
        return (left.position < right.position) != order.isReversed
      }
    case .column(_, let isDescending) where column == .name:
      return (left.name < right.name) != (isDescending != order.isReversed)
    case .column(_, let isDescending):
      let places = [left, right].map { row in values.firstIndex { $0 == row.values[1] } }
      guard let one = places[0], let other = places[1] else {
        if places[0] != nil || places[1] != nil { return places[0] != nil }
        break
      }
      if one != other { return (one < other) != (isDescending != order.isReversed) }
    }
    return (left.name < right.name) != order.isReversed
  }

  private func expect(
    _ index: NameIndex, toHave rows: [Row], by column: OrderColumn,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let order = index.order
    var titles = order.sections == .column ? ["high", "low"] : [""]
    if order.sections == .alphabet {
      titles = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
      if order.isReversed { titles.reverse() }
    }
    let wanted = titles.flatMap { title in
      rows.filter { row in
        switch order.sections {
        case .column: row.section == title
        case .alphabet: row.name.hasPrefix(title)
        default: true
        }
      }.sorted { Self.precedes($0, $1, order, column) }
    }
    let found = (0..<index.count).map { index.name(at: NameRow($0)).text }
    #expect(found == wanted.map(\.name), sourceLocation: sourceLocation)
    let misplaced = (0..<index.count).map { NameRow($0) }.first { row in
      index.row(of: index.name(at: row)) != row
    }
    #expect(misplaced == nil, sourceLocation: sourceLocation)
    let names = Set(index.sections.map(\.title))
    #expect(names.count == index.sections.count, sourceLocation: sourceLocation)
  }

  /// The name of a row, with its value in the ID if the column is part of the ID.
  private static func name(of row: Row, _ column: OrderColumn?) throws -> Name {
    let (name, value) = (try Name(row.name), row.values[1])
    switch column {
    case .id where !value.isEmpty: return try name.known(by: value, in: "id")
    case .idPart: return try name.known(by: "\"a, \"\"b\"\"\",\(value)", in: "id")
    default: return name
    }
  }

  private static func batch(_ rows: [Row], told: Bool, by column: OrderColumn?) throws -> NameBatch
  {
    var batch = NameBatch()
    batch.titles.details = ["a", "b"]
    for row in rows {
      let isInDetail = column == nil || column == .detail(1)
      batch.append(
        try name(of: row, column), detail: isInDetail ? Fields.joined(row.values) : "x",
        section: row.section, revision: column == .revision ? row.values[1] : nil)
      if told { batch.setLastPosition(Int64(row.position)) }
    }
    batch.order(by: column)
    return batch
  }

  private static let columns: [OrderColumn] = [
    .detail(1), .name, .id, .idPart(1), .section, .revision,
  ]

  /// The orders of rows: by name, by position, or by one of their columns.
  private static let cases: [(order: NameOrder, column: OrderColumn)] = orders.flatMap { order in
    if case .column = order.rows { return columns.map { (order, $0) } }
    return [(order, .detail(1))]
  }

  private static let orders: [NameOrder] = [false, true].flatMap { isReversed in
    [
      NameOrder.RowRule.name, .input, .column("b", isDescending: false),
      .column("b", isDescending: true),
    ]
    .flatMap { rows in
      [NameOrder.SectionRule.none, .column, .alphabet].map { sections in
        NameOrder(
          sections: sections, firstSections: ["high"], rows: rows, isReversed: isReversed)
      }
    }
  }

  @Test(arguments: cases, UInt64(0)..<2)
  func rowsAreInTheirOrder(_ wanted: (order: NameOrder, column: OrderColumn), seed: UInt64) throws {
    let (order, column) = wanted
    var random = SeededGenerator(seed: seed)
    // A list gives its rows positions, a pipe does not.
    let told = seed % 2 == 0
    var (rows, gone, next): ([Row], [Row], Int) = ([], [], 0)
    var index = NameIndex(order: order)
    for _ in 0..<10 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where !rows.isEmpty:
        rows.shuffle(using: &random)
        let leaving = Array(rows.prefix(Int.random(in: 1...4, using: &random)))
        rows.removeFirst(leaving.count)
        gone += leaving
        index = index.removing(
          try leaving.map { try Self.name(of: $0, order.isByColumn ? column : nil) })
      case 1:
        let key = SnapshotKey(subject: "list", order: index.order)
        let path = folder.path("snapshot")
        try IndexSnapshot.write(index, version: 1, key: key, to: path)
        let known = index.orderColumn
        index = try #require(IndexSnapshot(path: path, key: key)).index
        #expect(index.orderColumn == known)
      default:
        var new: [Row] = []
        for _ in 0..<[1, 2, 5, 40][Int.random(in: 0..<4, using: &random)] {
          let letters = "abcxyz".map { String($0) }
          let name = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            letters[Int.random(in: 0..<6, using: &random)]
          }.joined()
          let known = (rows + new + (told ? [] : gone)).first { $0.name == name }
          next += told ? Int.random(in: 1...3, using: &random) : 1
          if var known {
            // Repeated rows are skipped, but take a position.
            known.position = next
            if !told { new.append(known) }
            continue
          }
          var value = Bool.random(using: &random) ? "" : Self.values.randomElement(using: &random)
          var section = Bool.random(using: &random) ? "high" : "low"
          if column == .section, order.sections == .column { value = section }
          if column == .section { section = value ?? "" }
          new.append(
            Row(
              name: name, values: ["x", value ?? ""], section: section,
              position: told && Bool.random(using: &random) ? -next + 1_000_000 : next))
        }
        let fresh = new.filter { row in !rows.contains { $0.name == row.name } }
        var seen: Set<String> = []
        let added = told ? fresh : fresh.filter { row in !gone.contains { $0.name == row.name } }
        let batch = told ? fresh : new.filter { row in !gone.contains { $0.name == row.name } }
        rows += added.filter { seen.insert($0.name).inserted }
        index = index.adding(
          try Self.batch(
            batch, told: told, by: index.orderColumn ?? (order.isByColumn ? column : nil)))
      }
      expect(index, toHave: rows, by: column)
    }
  }

  @Test
  func aReturningRowHasItsFormerPosition() throws {
    let order = NameOrder(sections: .none, rows: .input)
    var batch = NameBatch()
    for name in ["c", "a", "b", "e", "d"] { batch.append(try Name(name)) }
    let index = NameIndex(order: order).adding(batch)
    let without = index.removing([try Name("a")])
    #expect(without.texts == ["c", "b", "e", "d"])
    #expect(without.adding(NameBatch([try Name("a")])).texts == ["c", "a", "b", "e", "d"])
    #expect(without.adding(NameBatch([try Name("f")])).texts == ["c", "b", "e", "d", "f"])
  }

  @Test
  func aMovedRowHasItsNewPosition() throws {
    func batch(_ name: String, _ position: Int64) throws -> NameBatch {
      var batch = NameBatch([try Name(name)])
      batch.setLastPosition(position)
      return batch
    }
    var index = NameIndex(order: NameOrder(sections: .none, rows: .input))
    for (place, name) in ["c", "a", "b", "e", "d"].enumerated() {
      index = index.adding(try batch(name, Int64(place + 1)))
    }
    index = index.removing([try Name("d")]).adding(try batch("d", 0))
    #expect(index.texts == ["d", "c", "a", "b", "e"])
  }

  @Test(arguments: [("1e3", false), ("0x10", false), ("1,5", false), (".5", true), ("+2", true)])
  func numbersAreDecimal(text: String, isNumber: Bool) {
    let collation = Collation(localeIdentifier: "")
    func value(_ text: String) -> OrderValue {
      Array(text.utf8).withUnsafeBytes { OrderValue($0, collation) }
    }
    func order(_ left: String, _ right: String) -> Int {
      value(left).order(against: value(right), isDescending: false)
    }
    // Each number comes before each text, and 1000 after the other numbers here.
    #expect((order(text, "1000") < 0) == isNumber)
    #expect(order("007", "7.0") == 0)
    #expect(order("-0", "0") == 0)
    #expect(order("", "z") > 0 && order("z", "") < 0 && order("", "") == 0)
  }
}

extension NameIndex {
  fileprivate var texts: [String] { (0..<count).map { name(at: NameRow($0)).text } }
}
