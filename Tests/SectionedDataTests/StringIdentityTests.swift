import Foundation
import LibraryTestSupport
import SectionedData
import Testing

/// Strings as identities, which are hashed in two ways.
struct StringIdentityTests {
  private func items(_ texts: [String]) -> [SelfIdentified<String>] {
    texts.map { SelfIdentified($0) }
  }

  /// Texts of all lengths near those at which the hash reads other words; some are not ASCII, and some
  /// have no quick hash.
  @Test(arguments: UInt64(0)..<100)
  func stringsAreMatchedLikeTheirPositions(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabets = [
      ["a", "b"], ["a", "\u{E9}", "\u{2FF}"], ["a", "e\u{301}"], ["a", "\u{3C9}"],
    ]
    let letters = alphabets[Int(seed % 4)]
    var texts: Set<String> = []
    for length in 0...35 {
      for _ in 0..<3 {
        texts.insert((0..<length).map { _ in letters.randomElement(using: &random) ?? "" }.joined())
      }
    }
    let all = texts.sorted()
    let initial = all.indices.shuffled(using: &random).prefix(70)
    let final = all.indices.shuffled(using: &random).prefix(70)
    let difference = try ListDifference(
      from: items(initial.map { all[$0] }), to: items(final.map { all[$0] }))
    let expected = try ListDifference(
      from: initial.map { SelfIdentified($0) }, to: final.map { SelfIdentified($0) })
    #expect(difference.deleted == expected.deleted && difference.inserted == expected.inserted)
    #expect(difference.moved == expected.moved)
  }

  /// Equal strings with different bytes: the Kelvin sign and K, é as one character and as two.
  @Test(arguments: [
    ("\u{212A}", "K"), ("\u{E9}", "e\u{301}"), ("\u{37E}", ";"), ("\u{340}", "\u{300}"),
    ("\u{1FEF}", "`"), ("\u{1E9}", "k\u{30C}"),
  ])
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

  /// A repeated item that only one of the lists has, anywhere in it.
  @Test(arguments: [0, 1, 7, 14, 15, 16, 17, 30, 31, 100, 1_000], [0, 20, 2_000])
  func aRepeatedItemIsFoundAnywhere(place: Int, otherCount: Int) {
    let kept = (0..<place).map { SelfIdentified("\($0)") }
    let repeated = kept + items(["new", "new"])
    let other = (0..<otherCount).map { SelfIdentified("\($0)") }
    #expect(throws: DuplicateIdentity<String, Int>.self) {
      try ListDifference(from: other, to: repeated)
    }
    #expect(throws: DuplicateIdentity<String, Int>.self) {
      try ListDifference(from: repeated, to: other)
    }
  }

  /// Identifiers, whose bytes are hashed if the lists are long.
  @Test(arguments: [10, 1_000])
  func identifiersAreMatchedLikeTheirPositions(count: Int) throws {
    let all = (0..<count).map { _ in UUID() }
    var random = SeededGenerator(seed: 1)
    let initial = all.indices.shuffled(using: &random).prefix(count * 2 / 3)
    let final = all.indices.shuffled(using: &random).prefix(count / 2)
    let difference = try ListDifference(
      from: initial.map { SelfIdentified(all[$0]) }, to: final.map { SelfIdentified(all[$0]) })
    let expected = try ListDifference(
      from: initial.map { SelfIdentified(Int16($0)) },
      to: final.map { SelfIdentified(Int16($0)) })
    #expect(difference.deleted == expected.deleted && difference.inserted == expected.inserted)
    #expect(difference.moved == expected.moved)
    #expect(throws: DuplicateIdentity<UUID, Int>.self) {
      try ListDifference(from: (all + all).map { SelfIdentified($0) }, to: [])
    }
  }
}
