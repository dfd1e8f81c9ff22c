import LibraryTestSupport
import SectionedData
import Testing

/// Strings as identities, which are hashed in two ways.
struct StringIdentityTests {
  private func items(_ texts: [String]) -> [SelfIdentified<String>] {
    texts.map { SelfIdentified($0) }
  }

  /// Texts of all lengths near those at which the hash reads other words, some of them not ASCII.
  @Test(arguments: UInt64(0)..<100)
  func stringsAreMatchedLikeTheirPositions(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = seed.isMultiple(of: 2) ? ["a", "b"] : ["a", "b", "é"]
    var texts: Set<String> = []
    for length in 0...17 {
      for _ in 0..<4 {
        texts.insert((0..<length).map { _ in letters.randomElement(using: &random) ?? "" }.joined())
      }
    }
    let all = texts.sorted()
    let initial = all.indices.shuffled(using: &random).prefix(40)
    let final = all.indices.shuffled(using: &random).prefix(40)
    let difference = try ListDifference(
      from: items(initial.map { all[$0] }), to: items(final.map { all[$0] }))
    let expected = try ListDifference(
      from: initial.map { SelfIdentified($0) }, to: final.map { SelfIdentified($0) })
    #expect(difference.deleted == expected.deleted && difference.inserted == expected.inserted)
    #expect(difference.moved == expected.moved)
  }

  /// Equal strings with different bytes: the Kelvin sign and K, é as one character and as two.
  @Test(arguments: [("\u{212A}", "K"), ("\u{E9}", "e\u{301}"), ("\u{37E}", ";")])
  func equalStringsWithDifferentBytesAreOneIdentity(one: String, other: String) throws {
    for (from, to) in [(one, other), (other, one)] {
      let difference = try ListDifference(from: items(["x", from]), to: items([to, "y"]))
      #expect(difference.deleted == [0] && difference.inserted == [1])
      #expect(throws: DuplicateIdentity<String, Int>.self) {
        try ListDifference(from: items([from, "x", to]), to: [])
      }
      #expect(throws: DuplicateIdentity<String, Int>.self) {
        try ListDifference(from: items(["x"]), to: items([from, "x", to]))
      }
    }
  }
}
