import LibraryTestSupport
import NameSearch
import TestSupport
import Testing

struct NameMatchesTests {
  @Test func sectionsWithoutMatchesAreLeftOut() throws {
    let index = try NameIndex(["Arya Stark", "Bran Stark", "Cersei Lannister", "Sansa Stark", "1"])
    let query = NameQuery("stark")
    let rows = try #require(index.matches(query))
    let matches = NameMatches(index: index, rows: rows, query: query)
    #expect(matches.count == 3)
    #expect(matches.sections.map(\.title) == ["A", "B", "S"])
    #expect(matches.sections.map(\.count) == [1, 1, 1])
    #expect(matches.row(inSection: 2, at: 0).map { index.name(at: $0).text } == "Sansa Stark")
    #expect(matches.row(inSection: 2, at: 1) == nil)
    #expect(matches.row(inSection: 3, at: 0) == nil)
    #expect(matches.row(inSection: -1, at: 0) == nil)
    #expect(matches.position(of: NameRow(3)) == nil)
  }

  @Test func withoutMatchesEveryResultIsEmpty() throws {
    let index = try NameIndex(["a"])
    let rows = RowSet(rowCount: 1)
    let matches = NameMatches(index: index, rows: rows, query: NameQuery("x"))
    #expect(matches.isEmpty)
    #expect(matches.sections.isEmpty)
    #expect(matches.row(at: 0) == nil)
    #expect(matches.position(at: 0) == nil)
    #expect(matches.nearestRow(to: NameRow(0)) == nil)
  }

  @Test(arguments: [
    ("b", "B"), ("Bran", "B"), ("c", "D"), ("é", "D"), ("1", "B"), ("z", "M"), ("ж", "M"),
    ("g", "D"), ("j", "M"),
  ])
  func theNearestSectionWithMatchesIsFoundForAText(text: String, expected: String) throws {
    let index = try NameIndex(["Bran", "Cersei x", "Dany", "Missandei"])
    let query = NameQuery("")
    let rows = RowSet(rowCount: 4, [NameRow(0), NameRow(2), NameRow(3)])
    let matches = NameMatches(index: index, rows: rows, query: query)
    let section = try #require(matches.section(nearestTo: text))
    #expect(matches.sections[section].title == expected)
    #expect(matches.section(nearestTo: " ") == nil)
  }

  @Test(arguments: UInt64(0)..<20)
  func rowsAndPositionsAreThoseOfAnArrayOfArrays(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = SampleText.names(300, using: &random)
    let index = NameIndex(order: NameOrder(localeIdentifier: "ru")).adding(NameBatch(names))
    let members = (0..<index.count).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let rows = RowSet(rowCount: index.count, members.map { NameRow($0) })
    let matches = NameMatches(index: index, rows: rows, query: NameQuery(""))
    let model = index.sections.map { section in members.filter { section.rows.contains($0) } }
      .filter { !$0.isEmpty }
    #expect(matches.sections.map(\.count) == model.map(\.count))
    #expect(matches.sections.map(\.matchesBefore).first ?? 0 == 0)
    var place = 0
    for (section, items) in model.enumerated() {
      for (item, row) in items.enumerated() {
        let position = NameMatches.Position(section: section, item: item)
        #expect(matches.row(inSection: section, at: item) == NameRow(row))
        #expect(matches.position(of: NameRow(row)) == position)
        #expect(matches.row(at: place) == NameRow(row))
        #expect(matches.position(at: place) == position)
        #expect(matches.place(of: position) == place)
        place += 1
      }
    }
    for row in 0..<index.count {
      let before = members.last { $0 < row }
      let nearest = members.first { $0 >= row } ?? before
      #expect(matches.nearestRow(to: NameRow(row))?.offset == nearest)
    }
  }
}
