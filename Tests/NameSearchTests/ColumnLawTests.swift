import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

/// An index with details and sections by a column equals a dictionary of the rows.
struct ColumnLawTests {
  private let folder = TemporaryDirectory()

  private func expect(
    _ index: NameIndex, toBe model: ColumnModel, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard index.order.sections == .column else {
      let rows = (0..<index.count).map { index.columnRow(at: NameRow($0)) }
      let expected = model.allRows
      #expect(rows.count == expected.count, sourceLocation: sourceLocation)
      let different = expected.first { row in
        let found = index.row(of: row.name).map { index.columnRow(at: $0) }
        return found != ColumnRow(name: row.name, detail: row.detail)
      }
      #expect(different == nil, sourceLocation: sourceLocation)
      return
    }
    let sections = model.sections
    #expect(index.sections.map(\.title) == sections.map(\.title), sourceLocation: sourceLocation)
    var next = 0
    for (section, expected) in zip(index.sections, sections) {
      #expect(section.rows.lowerBound == next, sourceLocation: sourceLocation)
      next = section.rows.upperBound
      let rows = section.rows.map { index.columnRow(at: NameRow($0)) }
      let wanted = expected.rows.map { row in
        ColumnRow(
          name: row.name, detail: row.detail, section: row.section == "-" ? nil : row.section)
      }
      #expect(rows == wanted, sourceLocation: sourceLocation)
    }
    #expect(next == index.count, sourceLocation: sourceLocation)
    let misplaced = (0..<index.count).map { NameRow($0) }.first { row in
      index.row(of: index.name(at: row)) != row
    }
    #expect(misplaced == nil, sourceLocation: sourceLocation)
  }

  private func reopened(_ index: NameIndex) throws -> NameIndex {
    let key = SnapshotKey(subject: "list", order: index.order)
    let path = folder.path("snapshot")
    try IndexSnapshot.write(index, version: 1, key: key, to: path)
    return try #require(IndexSnapshot(path: path, key: key)).index
  }

  @Test(
    arguments: ["sv", "de"].flatMap { locale in
      [
        NameOrder(localeIdentifier: locale, sections: .column),
        NameOrder(localeIdentifier: locale, sections: .alphabet),
        NameOrder(
          localeIdentifier: locale, sections: .column,
          firstSections: ["zeta", "-", "high", "none", "état"]),
      ]
    }, UInt64(0)..<4)
  func theIndexEqualsTheModelAfterAnyChanges(order: NameOrder, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = ColumnModel(order: order)
    var index = NameIndex(order: order)
    var seen: [ColumnRow] = []
    for step in 0..<16 {
      let size = [1, 3, 10, 60][Int.random(in: 0..<4, using: &random)]
      if Bool.random(using: &random) || seen.isEmpty {
        var new = ColumnRow.random(size, using: &random)
        // Some rows are repeated, unchanged or with other texts beside the name.
        for _ in 0..<(size / 2) {
          guard var again = seen.randomElement(using: &random) else { continue }
          if Bool.random(using: &random) { again.detail = "other" }
          if Bool.random(using: &random) { again.section = "high" }
          new.append(again)
        }
        new.shuffle(using: &random)
        let border = Int.random(in: 0...new.count, using: &random)
        index = index.adding([NameBatch(Array(new[..<border])), NameBatch(Array(new[border...]))])
        model.add(new)
        seen += new
      } else {
        let gone = (0..<size).compactMap { _ in seen.randomElement(using: &random)?.name }
        index = index.removing(gone)
        model.remove(gone)
      }
      expect(index, toBe: model)
      let asked = seen.suffix(20).map(\.name) + SampleText.names(5, using: &random)
      let present = Set(model.allRows.map(\.name))
      #expect(index.rows(of: asked).count == Set(asked).intersection(present).count)
      for name in asked {
        #expect((index.row(of: name) != nil) == present.contains(name))
        let called = index.rows(called: name).map { index.name(at: $0) }
        #expect(Set(called) == present.filter { $0.bare == name.bare })
        #expect(called.count == Set(called).count)
      }
      if step % 6 == 5 { index = try reopened(index) }
      if step % 6 == 0 { expect(try reopened(index), toBe: model) }
    }
  }

  @Test func manyRowsAreSortedAsFewAre() throws {
    var random = SeededGenerator(seed: 1)
    let order = NameOrder(localeIdentifier: "en", sections: .column)
    let rows = ColumnRow.random(3_000, using: &random)
    // More rows than one thread takes at a time, which is 16,384 of them.
    let more = try (0..<20_000).map {
      ColumnRow(
        name: try Name("row \($0 * 7_919 % 20_000)"), detail: $0 % 5 == 0 ? nil : "detail \($0)",
        section: $0 % 3 == 0 ? nil : "s\($0 % 11)")
    }
    var model = ColumnModel(order: order)
    model.add(rows + more)
    let index = NameIndex(order: order).adding([NameBatch(rows), NameBatch(more)])
    expect(index, toBe: model)
    let gone = more.shuffled(using: &random).prefix(4_500).map(\.name)
    model.remove(gone)
    expect(index.removing(gone), toBe: model)
  }

  @Test func eachNameHasItsOwnSection() throws {
    let order = NameOrder(localeIdentifier: "en", sections: .column)
    let rows = try (0..<2_000).map {
      ColumnRow(name: try Name("n\($0)"), section: "s\($0 * 7 % 2_000)")
    }
    var model = ColumnModel(order: order)
    model.add(rows)
    expect(NameIndex(order: order).adding(NameBatch(rows)), toBe: model)
  }
}
