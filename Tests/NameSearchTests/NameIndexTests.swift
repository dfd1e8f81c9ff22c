import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

struct NameIndexTests {
  @Test func anEmptyIndexAnswersEveryQuery() throws {
    let index = NameIndex(order: NameOrder())
    #expect(index.isEmpty)
    #expect(index.sections.isEmpty)
    #expect(index.row(of: try Name("a")) == nil)
    #expect(index.rows(of: [try Name("a")]).isEmpty)
    #expect(index.matches(NameQuery("a"))?.isEmpty == true)
    #expect(index.matches(NameQuery(""))?.isEmpty == true)
    #expect(index.removing([try Name("a")]).isEmpty)
    #expect(index.adding(NameBatch()).version == index.version)
  }

  @Test func oneNameIsOneRow() throws {
    let index = try NameIndex(["Arya"])
    #expect(index.outline == ["A: Arya"])
    #expect(index.row(of: try Name("Arya")) == NameRow(0))
    #expect(index.removing([try Name("Arya")]).outline == [])
  }

  @Test func equalNamesAreOneRowAndTheFirstToArriveStays() throws {
    let decomposed = try Name("Zoe\u{308}")
    let composed = try Name("Zo\u{EB}")
    let index = NameIndex(order: NameOrder())
      .adding(NameBatch([decomposed, composed, decomposed]))
      .adding(NameBatch([composed]))
    #expect(index.count == 1)
    #expect(index.duplicateCount == 3)
    #expect(Array(index.name(at: NameRow(0)).original.utf8) == Array("Zoe\u{308}".utf8))
    #expect(index.withOriginal(at: NameRow(0)) { Array($0) } == Array("Zoe\u{308}".utf8))
    #expect(index.name(at: NameRow(0)) == composed)
  }

  @Test func theVersionChangesWithTheRowsAndOnlyThen() throws {
    let one = try NameIndex(["a"])
    let same = one.adding(try NameBatch(["a"]))
    #expect(same.version == one.version)
    #expect(same.duplicateCount == 1)
    #expect(one.removing([try Name("b")]).version == one.version)
    let more = one.adding(try NameBatch(["b"]))
    #expect(more.version != one.version)
    #expect(more.removing([try Name("b")]).version != one.version)
  }

  @Test func addingDoesNotChangeTheOriginalIndex() throws {
    let one = try NameIndex(["b"])
    let two = one.adding(try NameBatch(["a"]))
    #expect(one.texts == ["b"])
    #expect(two.texts == ["a", "b"])
  }

  @Test(arguments: [
    ("", ["côte", "coté", "cote", "Cote"], ["cote", "Cote", "coté", "côte"]),
    ("sv", ["ö", "z", "å", "a", "ä"], ["a", "z", "å", "ä", "ö"]),
    ("", ["b10", "b9", "a"], ["a", "b10", "b9"]),  // numbers are compared digit by digit
    ("cs", ["cz", "ch", "h", "i"], ["cz", "h", "ch", "i"]),
  ])
  func theLocaleOrdersTheNames(locale: String, names: [String], expected: [String]) throws {
    let order = NameOrder(localeIdentifier: locale, sections: .none)
    #expect(try NameIndex(names, order: order).texts == expected)
  }

  @Test func namesEqualInCollationAreOrderedByBytes() throws {
    // U+0000-like controls are ignored by the collation.
    let names = ["a\u{2}", "a", "a\u{1}"]
    let index = try NameIndex(names, order: NameOrder(sections: .none))
    #expect(index.texts == ["a", "a\u{1}", "a\u{2}"])
    for name in names { #expect(index.row(of: try Name(name)) != nil) }
  }

  @Test(arguments: [
    "", "en", "sv", "de", "ru", "zh", "zh@collation=stroke", "ja", "ko", "cs", "ar", "th", "el",
  ])
  func batchesGiveTheSameIndexAsAllNamesAtOnce(locale: String) throws {
    var random = SeededGenerator(seed: 7)
    for rule in [NameOrder.SectionRule.alphabet, .firstLetter, .none] {
      let order = NameOrder(localeIdentifier: locale, sections: rule)
      let names = SampleText.names(300, using: &random)
      let atOnce = NameIndex(order: order).adding(NameBatch(names))
      var index = NameIndex(order: order)
      var rest = names[...]
      while !rest.isEmpty {
        let size = Int.random(in: 1...80, using: &random)
        index = index.adding(NameBatch(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      expectSame(index, atOnce)
      #expect(index.duplicateCount == names.count - Set(names).count)
      #expect(index.count == Set(names).count)
      try expectOrdered(index)
      expectFound(names, in: index)
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func removingGivesTheIndexOfTheRemainingNames(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rules = [NameOrder.SectionRule.alphabet, .firstLetter, .none]
    let order = NameOrder(localeIdentifier: "sv", sections: rules[Int(seed % 3)])
    let names = SampleText.names(200, using: &random)
    let chosen = Set(names.filter { _ in Bool.random(using: &random) })
    let gone = names.filter { chosen.contains($0) }
    let staying = names.filter { !gone.contains($0) }
    let index = NameIndex(order: order).adding(NameBatch(names)).removing(gone)
    expectSame(index, NameIndex(order: order).adding(NameBatch(staying)))
    expectSame(index.adding(NameBatch(gone)), NameIndex(order: order).adding(NameBatch(names)))
  }

  /// More names than one run of the sort has, with a gap after every second one.
  @Test func everyThirdOfManyNamesIsRemoved() throws {
    let names = try (0..<150_000).map { try Name("name \($0 &* 7_919 % 150_000)") }
    let gone = names.indices.filter { $0 % 3 == 0 }.map { names[$0] }
    let staying = names.indices.filter { $0 % 3 != 0 }.map { names[$0] }
    let index = NameIndex(order: NameOrder()).adding(NameBatch(names)).removing(gone)
    #expect(index.count == 100_000)
    expectSame(index, NameIndex(order: NameOrder()).adding(NameBatch(staying)))
  }

  @Test func rowsOfUnknownNamesAreSkipped() throws {
    let index = try NameIndex(["a", "b", "c"])
    let rows = index.rows(of: [try Name("c"), try Name("x"), try Name("a")])
    #expect(rows.map(\.offset) == [0, 2])
    #expect(index.section(of: NameRow(0)) == 0)
    #expect(index.section(of: NameRow(2)) == 2)
  }

  @Test func theLongestNamesOfMarksWork() throws {
    let marks = String(repeating: "\u{323}\u{301}", count: 1000)
    let index = try NameIndex(["a" + marks, "b" + marks, marks, "-" + marks])
    #expect(index.count == 4)
    #expect(index.texts(matching: NameQuery("A")).isEmpty)
    #expect(index.texts(matching: NameQuery("a")).count == 1)
    for row in 0..<4 { #expect(index.row(of: index.name(at: NameRow(row))) == NameRow(row)) }
  }
}

extension NameIndexTests {
  private func expectSame(
    _ index: NameIndex, _ other: NameIndex, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(index.outline == other.outline, sourceLocation: sourceLocation)
    #expect(index.sections == other.sections, sourceLocation: sourceLocation)
    #expect(
      (0..<index.count).map { Array(index.name(at: NameRow($0)).original.utf8) }
        == (0..<other.count).map { Array(other.name(at: NameRow($0)).original.utf8) },
      sourceLocation: sourceLocation)
  }

  /// Expects names in ascending order, each in its section, and sections that cover all rows.
  private func expectOrdered(_ index: NameIndex) throws {
    var next = 0
    for section in index.sections {
      #expect(section.rows.lowerBound == next)
      #expect(!section.rows.isEmpty)
      next = section.rows.upperBound
      for row in section.rows.dropFirst() {
        let keys = [row - 1, row].map { key(of: index.name(at: NameRow($0)), in: index) }
        #expect(keys[0].lexicographicallyPrecedes(keys[1]))
      }
    }
    #expect(next == index.count)
    #expect(Set(index.sections.map(\.title)).count == index.sections.count)
  }

  /// The order of a name: its sort key, then its bytes.
  private func key(of name: Name, in index: NameIndex) -> [UInt8] {
    let key = Array(name.text.utf8).withUnsafeBytes { index.collation.key(of: $0) }
    return key + [0] + Array(name.text.utf8)
  }

  private func expectFound(_ names: [Name], in index: NameIndex) {
    for name in names {
      let row = index.row(of: name)
      #expect(row.map { index.name(at: $0) } == name)
    }
    #expect(index.rows(of: names).count == Set(names).count)
    let some = names.prefix(20)
    #expect(index.rows(of: some) == RowSet(rowCount: index.count, some.compactMap(index.row(of:))))
    let others = index.removing(some)
    #expect(others.rows(of: names).count == others.count)
    #expect(some.allSatisfy { others.row(of: $0) == nil })
    for row in 0..<index.count {
      #expect(index.row(of: index.name(at: NameRow(row))) == NameRow(row))
    }
  }
}
