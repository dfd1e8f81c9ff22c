/// A list of made-up names without duplicates.
struct DemoNames {
  static let count = 1 << 20

  private static let consonants = Array("bdfgklmnprstvwyz")
  private static let syllablesOfSurname = 5

  let seed: UInt64

  /// The name at an index below `count`.
  subscript(place: Int) -> String {
    precondition(
      (0..<Self.count).contains(place), "the place of a name is below the number of names")
    var random = DemoRandom(seed: seed, UInt64(place))
    let given = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Self.syllable(Int.random(in: 0..<80, using: &random))
    }
    // Multiplying by an odd number permutes the indices; the digits in base 16 select consonants.
    let number = (place &* 0x9_E375 &+ Int(truncatingIfNeeded: seed)) & (Self.count - 1)
    let surname = (0..<Self.syllablesOfSurname).map { digit in
      let value = number >> (4 * digit) & 15
      return Self.syllable(value * 5 + (value + digit) % 5)
    }
    return capitalized(given) + " " + capitalized(surname)
  }

  private static func syllable(_ number: Int) -> String {
    String(consonants[number / 5]) + String(Array("aeiou")[number % 5])
  }

  private func capitalized(_ syllables: [String]) -> String {
    let word = syllables.joined()
    return word.prefix(1).uppercased() + word.dropFirst()
  }
}
