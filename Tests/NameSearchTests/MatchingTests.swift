import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

struct MatchingTests {
  private func names(of index: NameIndex) -> [Name] {
    (0..<index.count).map { index.name(at: NameRow($0)) }
  }

  private func plain(_ names: [Name]) -> [PlainName] { names.map { PlainName($0.text) } }

  private func plain(_ query: NameQuery, _ names: [PlainName]) -> [Int] {
    let plain = PlainQuery(query)
    return names.indices.filter { plain.matches(names[$0]) }
  }

  private func places(of matching: Set<Name>, in names: [Name]) -> [Int] {
    names.indices.filter { matching.contains(names[$0]) }
  }

  /// The kinds of indexes that occur: without and with a word index, and with names added and
  /// removed since it was made.
  private func variants(of names: [Name]) -> [(kind: String, index: NameIndex)] {
    let empty = NameIndex(order: NameOrder(sections: .none))
    let scanned = empty.adding(NameBatch(names))
    let older = empty.adding(NameBatch(names.dropLast(25)))
    let changed = (older.indexingWords() ?? older).adding(NameBatch(names.suffix(25)))
    let gone = stride(from: 0, to: names.count, by: 20).map { names[$0] }
    return [
      ("scanned", scanned), ("indexed", scanned.indexingWords() ?? empty), ("grown", changed),
      ("shrunk", changed.removing(gone)),
    ]
  }

  @Test(arguments: UInt64(0)..<30)
  func matchesEqualThoseOfTheNaiveRule(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Every other time, only names that are searched by scans of ASCII.
    let names = SampleText.names(150, inASCII: seed % 2 == 0, using: &random)
    let plainNames = plain(names)
    let indexes = variants(of: names)
    let namesOfIndexes = indexes.map { self.names(of: $0.index) }
    for _ in 0..<40 {
      let query = SampleText.nameQuery(for: names, using: &random)
      let comment = Comment(rawValue: SampleText.description(of: query))
      // The naive rule is slow, and each index has some of these names.
      let expected = plain(query, plainNames).map { names[$0] }
      let matching = Set(expected)
      for ((kind, index), names) in zip(indexes, namesOfIndexes) {
        let places = places(of: matching, in: names)
        #expect(index.matches(query)?.map(\.offset) == places, "\(kind) \(comment)")
      }
      let kept = NameFilter(query).matches(in: NameBatch(names))
      #expect((0..<kept.count).map { kept[$0] } == expected, comment)
    }
  }

  @Test(arguments: UInt64(0)..<30)
  func matchingLinesEqualThoseOfTheNaiveRule(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = SampleText.names(100, inASCII: true, using: &random)
    let plainNames = plain(names)
    let ends = ["", " ", "\r", " \t"]
    let lines = names.map { $0.text + (ends.randomElement(using: &random) ?? "") }
    let text = Array(("before\n" + lines.map { $0 + "\n" }.joined()).utf8)
    try #require(text.withUnsafeBytes(NameFilter.plainLineCount) == 101)
    for _ in 0..<40 {
      let query = SampleText.nameQuery(for: names, using: &random)
      if query.isEmpty { continue }
      var kept: [String] = []
      text.withUnsafeBytes { bytes in
        NameFilter(query).forEachMatch(in: 7..<text.count, ofPlain: bytes) {
          kept.append(String(decoding: text[$0], as: UTF8.self))
        }
      }
      let expected = plain(query, plainNames).map { lines[$0] }
      #expect(kept == expected, Comment(rawValue: SampleText.description(of: query)))
    }
  }

  @Test(arguments: UInt64(0)..<12)
  func matchesAreRightAtEveryStepOfLoading(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = SampleText.names(500, using: &random)
    let plainNames = Dictionary(
      zip(names, plain(names)), uniquingKeysWith: { first, _ in first })
    let order = NameOrder(localeIdentifier: "sv", sections: seed % 2 == 0 ? .alphabet : .none)
    var index = NameIndex(order: order)
    var rest = names[...]
    // Sizes as they occur while loading, so that some lists are merged and others are not.
    while !rest.isEmpty {
      let size = Int.random(
        in: 1...max(index.count / Int.random(in: 1...8, using: &random), 1), using: &random)
      index = index.adding([NameBatch(rest.prefix(size)), NameBatch(rest.prefix(3))])
      rest = rest.dropFirst(size)
      if Int.random(in: 0..<3, using: &random) == 0 { index = index.indexingWords() ?? index }
      if Int.random(in: 0..<4, using: &random) == 0, let gone = names.randomElement(using: &random)
      {
        index = index.removing([gone])
      }
      let present = self.names(of: index).compactMap { plainNames[$0] }
      #expect(present.count == index.count)
      for _ in 0..<3 {
        let query = SampleText.nameQuery(for: names, using: &random)
        #expect(
          index.matches(query)?.map(\.offset) == plain(query, present),
          Comment(rawValue: SampleText.description(of: query)))
      }
      let sections = NameMatches(index: index, rows: RowSet(all: index.count), query: NameQuery(""))
      #expect(sections.sections.map(\.count) == index.sections.map(\.rows.count))
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func narrowingGivesTheSameMatches(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = SampleText.names(200, using: &random)
    let sensitivity = [NameQuery.Sensitivity.smart, .ignore, .exact][Int(seed % 3)]
    let indexes = variants(of: names)
    for round in 0..<20 {
      let index = indexes[round % indexes.count].index
      var typed = ""
      var previous: [(query: NameQuery, rows: RowSet)] = []
      for scalar in SampleText.typedQuery(for: names, using: &random).unicodeScalars {
        typed.unicodeScalars.append(scalar)
        let query = NameQuery(typed, sensitivity: sensitivity, looksInsideWords: round % 5 == 0)
        let fresh = index.matches(query)
        previous += fresh.map { [(query, $0)] } ?? []
        // The query is extended, and shortened again.
        for (older, rows) in previous {
          #expect(index.matches(query, narrowing: (older, rows)) == fresh, "\(typed)")
          #expect(index.matches(older, narrowing: fresh.map { (query, $0) }) == rows, "\(typed)")
        }
      }
    }
  }

  @Test func removedRowsAtTheEndMatchNothing() throws {
    let names = try (10..<100).map { try Name("a \($0)") }
    let index = NameIndex(order: NameOrder(sections: .none)).adding(NameBatch(names))
    let fewer = index.removing(names.suffix(3))
    #expect(fewer.matches(NameQuery("a")) == RowSet(all: 87))
    #expect(fewer.matches(NameQuery("9"))?.map(\.offset) == Array(80..<87))
  }

  @Test func matchesOfAQueryThatIsNotWiderAreNotUsed() throws {
    let index = try NameIndex(["a", "ab", "b"])
    let query = NameQuery("ab")
    let rows = RowSet(rowCount: 3, [NameRow(1)])
    let wider = index.matches(NameQuery("a"), narrowing: (query, rows))
    #expect(wider?.map(\.offset) == [0, 1])
    let foreign = index.matches(NameQuery("ab"), narrowing: (query, RowSet(rowCount: 9)))
    #expect(foreign?.map(\.offset) == [1])
    #expect(index.matches(query, narrowing: (query, rows)) == rows)
  }

  @Test func aCancelledSearchHasNoAnswer() throws {
    let index = try NameIndex(["a", "b"])
    #expect(index.matches(NameQuery("a"), isCancelled: { true }) == nil)
    #expect(index.matches(NameQuery(""), isCancelled: { true })?.count == 2)
    var questions = 0
    let names = try (0..<40_000).map { try Name("a a\($0)") }
    let large = NameIndex(order: NameOrder(sections: .none)).adding(NameBatch(names))
    let rows = large.matches(NameQuery("a")) {
      questions += 1
      return questions > 1
    }
    #expect(rows == nil)
    #expect(questions == 2)
  }

  @Test func aNameOfManyWordsIsComparedInDetailOnlyOnce() throws {
    // This would be quadratic: some 2,000 words, each as long as the rest of the name.
    let words = String(repeating: "é ", count: 1364)
    let index = try NameIndex((0..<50).map { words + "\($0 % 10)\($0 / 10)" })
    #expect(index.texts(matching: NameQuery("E")).isEmpty)
    #expect(index.texts(matching: NameQuery("e")).count == 50)
  }
}
