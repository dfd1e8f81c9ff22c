import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

/// Queries that also search details.
struct DetailSearchTests {
  private func found(_ index: NameIndex, _ query: NameQuery) -> Set<Name> {
    Set((index.matches(query) ?? RowSet(rowCount: index.count)).map { index.name(at: $0) })
  }

  @Test(arguments: UInt64(0)..<12)
  func eachWordMayBeInTheNameOrInTheDetail(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let all = ColumnRow.random(120, using: &random)
    var known: Set<Name> = []
    let rows = all.filter { known.insert($0.name).inserted }
    let base = NameIndex(order: NameOrder(sections: .none)).adding(NameBatch(Array(rows[..<90])))
    let index = base.adding(NameBatch(Array(rows[90...].prefix(10))))
    let present = Array(rows[..<90]) + rows[90...].prefix(10)
    let indexed = try #require(index.indexingWords())
    for _ in 0..<8 {
      let texts = present.map(\.name) + present.compactMap { $0.detail.flatMap { try? Name($0) } }
      let typed = SampleText.typedQuery(for: texts, using: &random)
      let query = NameQuery(typed, looksInDetails: true)
      let plain = PlainQuery(query)
      let expected = Set(
        present.filter { plain.matches($0.name.text, detail: $0.detail) }.map(\.name))
      #expect(found(index, query) == expected, "\(typed)")
      #expect(found(indexed, query) == expected, "\(typed)")
      let first = NameQuery(String(typed.dropLast()), looksInDetails: true)
      let earlier = try #require(index.matches(first))
      let narrowed = index.matches(query, narrowing: (first, earlier))
      #expect(narrowed == index.matches(query))
      let kept = NameFilter(query).matches(in: NameBatch(present))
      #expect(Set((0..<kept.count).map { kept[$0] }) == expected, "\(typed)")
      for place in 0..<kept.count {
        let row = present.first { $0.name == kept[place] }
        #expect(row?.detail == kept.detail(at: place) && row?.section == kept.section(at: place))
      }
    }
  }

  @Test func detailsAreSearchedOnlyOnRequest() throws {
    var batch = NameBatch()
    batch.append(try Name("Arya"), detail: "of Winterfell")
    let index = NameIndex(order: NameOrder()).adding(batch)
    let narrow = NameQuery("winter")
    let wide = NameQuery("winter", looksInDetails: true)
    #expect(narrow != wide)
    #expect(index.matches(narrow)?.count == 0)
    #expect(index.matches(wide)?.count == 1)
    // Neither query narrows the other.
    let nothing = try #require(index.matches(narrow))
    #expect(index.matches(wide, narrowing: (narrow, nothing))?.count == 1)
    #expect(NameFilter(narrow).matches(in: batch).isEmpty)
    #expect(NameFilter(wide).matches(in: batch).count == 1)
  }

  @Test(arguments: [
    ("'rya", true), ("'erfell", true), ("^of", false), ("fell$", false), ("^arya$", true),
    ("!winter", false), ("!'erfell", false), ("!^of", true), ("!fell$", true), ("!x", true),
  ])
  func onlyNamesHaveAStartAndAnEnd(typed: String, expected: Bool) throws {
    var batch = NameBatch()
    batch.append(try Name("Arya"), detail: "of Winterfell")
    let query = NameQuery(typed, looksInDetails: true)
    #expect(
      NameIndex(order: NameOrder()).adding(batch).matches(query)?.isEmpty != expected)
    #expect(NameFilter(query).matches(in: batch).isEmpty != expected)
    let ranges = query.matchedRanges(in: try Name("Arya"), detail: "of Winterfell")
    #expect((ranges.name + ranges.detail).isEmpty == (typed.first == "!" || !expected))
  }

  @Test(arguments: [
    ("ar", ["Ar"], []), ("win", [], ["Win"]), ("win ar", ["Ar"], ["Win"]), ("ar x", [], []),
    ("a", ["A"], ["a"]),
  ])
  func partsOfBothAreHighlighted(typed: String, inName: [String], inDetail: [String]) throws {
    let (name, detail) = (try Name("Arya"), "of Winterfell, away")
    let ranges = NameQuery(typed, looksInDetails: true).matchedRanges(in: name, detail: detail)
    #expect(ranges.name.map { String(name.original[$0]) } == inName)
    #expect(ranges.detail.map { String(detail[$0]) } == inDetail)
    let alone = NameQuery(typed).matchedRanges(in: name, detail: detail)
    #expect(alone.detail.isEmpty)
  }
}
