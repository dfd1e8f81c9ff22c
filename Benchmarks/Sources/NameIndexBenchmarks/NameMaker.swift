import BenchmarkSupport
import Foundation

/// Makes up names of people: words of syllables, of which a few are common and most are rare.
struct NameMaker {
  private var random: Sequence64
  private var firstNames: [String] = []
  private var lastNames: [String] = []

  /// Makes the words that names are put together of.
  ///
  /// - Parameters:
  ///   - seed: Fixes all names.
  ///   - accented: Which share of the words has an accent, every fourth of them decomposed.
  init(seed: UInt64, accented: Double = 0) {
    random = Sequence64(seed: seed)
    firstNames = words(3_000, syllables: 2...3, accented: accented)
    lastNames = words(40_000, syllables: 2...4, accented: accented)
  }

  /// Makes that many different names, in no order.
  mutating func names(_ count: Int) -> [String] {
    var seen: Set<String> = []
    var names: [String] = []
    while names.count < count {
      var name = pick(firstNames)
      if Double.random(in: 0..<1, using: &random) < 0.15 { name += " " + pick(firstNames) }
      var last = pick(lastNames)
      while !seen.insert(name + " " + last).inserted { last = pick(firstNames) + " " + last }
      names.append(name + " " + last)
    }
    return names
  }

  /// One of the words by the law of Zipf and Mandelbrot: the rank's share falls as 1/(rank + 20).
  private mutating func pick(_ words: [String]) -> String {
    let shift = 20.0
    let top = log((Double(words.count) + shift) / shift)
    let rank = shift * exp(Double.random(in: 0..<1, using: &random) * top) - shift
    return words[min(Int(rank), words.count - 1)]
  }

  private mutating func words(
    _ count: Int, syllables: ClosedRange<Int>, accented: Double
  ) -> [String] {
    (0..<count).map { _ in
      let parts = (0..<Int.random(in: syllables, using: &random)).map { _ in
        Self.syllables[Int.random(in: 0..<Self.syllables.count, using: &random)]
      }
      let word = parts.joined().capitalized
      guard Double.random(in: 0..<1, using: &random) < accented else { return word }
      let accents = Int.random(in: 0..<4, using: &random) == 0 ? Self.decomposed : Self.composed
      return String(word.map { accents[$0] ?? $0 })
    }
  }

  private static let syllables = [
    "al", "an", "ar", "ber", "che", "da", "do", "el", "en", "gi", "ha", "jo", "ka", "ki", "la",
    "lin", "ma", "mi", "na", "o", "pe", "qui", "ri", "ro", "sa", "son", "ste", "ta", "tor", "u",
    "vic", "wil", "xa", "ya", "zo",
  ]
  private static let composed: [Character: Character] = [
    "a": "\u{E5}", "e": "\u{E9}", "o": "\u{F6}", "A": "\u{C5}", "O": "\u{D6}",
  ]
  private static let decomposed: [Character: Character] = [
    "a": "a\u{30A}", "e": "e\u{301}", "o": "o\u{308}", "A": "A\u{30A}", "O": "O\u{308}",
  ]
}
