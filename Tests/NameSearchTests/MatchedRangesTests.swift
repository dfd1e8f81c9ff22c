import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

struct MatchedRangesTests {
  private func lit(
    _ query: String, _ name: String, _ match: NameQuery.MatchRule = .words,
    _ sensitivity: NameQuery.Sensitivity = .smart
  ) throws -> [String] {
    let name = try Name(name)
    return NameQuery(query, match: match, sensitivity: sensitivity).matchedRanges(in: name)
      .map { String(name.original[$0]) }
  }

  @Test(arguments: [
    ("", "Arya Stark", []), ("ar", "Arya Stark", ["Ar"]), ("st ar", "Arya Stark", ["Ar", "St"]),
    ("a", "Arya of Astapor", ["A", "A"]), ("arya ar", "Arya Stark", ["Arya"]),
    ("x", "Arya Stark", []), ("ar x", "Arya Stark", []),
    ("feature/lo", "feature/login", ["feature/lo"]), ("lo fea", "feature/login", ["fea", "lo"]),
    ("emi", "Émile", ["Émi"]), ("emi", "E\u{301}mile", ["E\u{301}mi"]),
    ("é", "E\u{301}mile", ["E\u{301}"]), ("É", "émile", []),
    ("stra", "Straße", ["Stra"]), ("stras", "Straße", ["Straß"]), ("strasse", "Straße", ["Straße"]),
    ("f", "ﬁre", ["ﬁ"]), ("fi", "ﬁre", ["ﬁ"]), ("fir", "ﬁre", ["ﬁr"]),
    ("an", "Ａnna", ["Ａn"]), ("soren", "Søren", ["Søren"]), ("東", "東京", ["東"]),
    ("ann", "❤️Anna", ["Ann"]), ("b", "👩🏽‍🚀 Bo", ["B"]), ("o'b", "O'Brien", ["O'B"]),
    ("n", "a n\u{303}", ["n\u{303}"]), ("ñ", "a n\u{303}o", ["n\u{303}"]),
    ("\u{200B}", "a", []),
  ])
  func whatTheWordsOfTheQueryMatchIsLit(query: String, name: String, expected: [String]) throws {
    #expect(try lit(query, name) == expected)
  }

  @Test(arguments: [
    ("07", "db07", ["07"]), ("db", "db07db", ["db", "db"]), ("pars", "HTMLParser", ["Pars"]),
    ("'a", "banana", ["a", "a", "a"]), ("'ana", "banana", ["anana"]), ("^a", "a a", ["a"]),
    ("a$", "a a", ["a"]), ("^a$", "a", ["a"]), ("^a$", "a a", []), ("ss$", "Straß", ["ß"]),
    ("'tras", "Straße", ["traß"]), ("'n", "Ann N\u{303}o", ["nn", "N\u{303}"]),
    ("'\u{301}a", "e\u{301}a", []), ("'é", "cafe\u{301}", ["e\u{301}"]),
    ("a !b", "a c", ["a"]), ("a !b", "a b", []), ("!b", "a", []), ("!'b a", "a", ["a"]),
    ("'an", "e\u{AD}\u{301}an", ["an"]), ("'東", "は東東", ["東東"]),
  ])
  func matchesOfSignsAreHighlighted(query: String, name: String, expected: [String]) throws {
    #expect(try lit(query, name) == expected)
  }

  @Test func aMatchedPhraseIsHighlightedAsAWhole() throws {
    #expect(try lit("arya st", "Old Arya Stark", .phrase) == ["Arya St"])
    #expect(try lit("st ar", "Arya Stark", .phrase) == [])
  }

  @Test func ifCaseCountsOnlyThatCaseIsHighlighted() throws {
    #expect(try lit("St", "stark Stark", .words) == ["St"])
    #expect(try lit("st", "stark Stark", .words, .exact) == ["st"])
    #expect(try lit("ST", "stark Stark", .words, .ignore) == ["st", "St"])
  }

  @Test(arguments: UInt64(0)..<200)
  func exactlyMatchingNamesHaveHighlightedParts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = SampleText.names(20, using: &random)
    let index = NameIndex(order: NameOrder()).adding(NameBatch(names))
    for _ in 0..<3 {
      let query = SampleText.nameQuery(for: names, using: &random)
      guard query.needles.contains(where: { !$0.isExcluded }) else { continue }
      let matching = Set(index.texts(matching: query))
      for name in names {
        let isMatch = matching.contains(name.text)
        let ranges = query.matchedRanges(in: name)
        #expect(
          ranges.isEmpty != isMatch, "\(SampleText.description(of: query)) in \(name)")
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        let borders = Set(name.original.indices).union([name.original.endIndex])
        #expect(ranges.allSatisfy { borders.isSuperset(of: [$0.lowerBound, $0.upperBound]) })
      }
    }
  }

  @Test func allOfThousandsOfWordsAreHighlighted() throws {
    let name = try Name(String(repeating: "a ", count: 2_000) + "b")
    #expect(NameQuery("a").matchedRanges(in: name).count == 2_000)
    #expect(NameQuery("'a").matchedRanges(in: name).count == 2_000)
  }

  @Test func aWordOfThousandsOfCharactersIsHighlighted() throws {
    let name = try Name(String(repeating: "éa", count: 1_300))
    #expect(NameQuery("'a").matchedRanges(in: name).count == 1_300)
  }
}
