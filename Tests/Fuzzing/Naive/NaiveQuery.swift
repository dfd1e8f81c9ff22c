@testable import NameSearch

/// A direct implementation of the definition of `NameQuery`, without regard to speed.
///
/// It duplicates `PlainQuery` of NameSearchTests, because libFuzzer's program cannot use a test target.
struct NaiveQuery {
  private struct Word {
    var text: [Unicode.Scalar]
    var isAtWordStart = true
    var isAtStart = false
    var isAtEnd = false
    var isExcluded = false
    var rule: FoldedText.Rule = []
  }

  private let words: [Word]
  private let looksInDetails: Bool

  init(_ query: NameQuery) {
    let text = Array(query.text.unicodeScalars)
    switch query.match {
    case .words:
      words = text.split { $0.properties.isWhitespace }.map { Self.word(Array($0), query) }
    case .phrase:
      let inner = text.indices.filter { !text[$0].properties.isWhitespace }
      let phrase = inner.first.flatMap { first in inner.last.map { text[first...$0] } }
      words =
        phrase.map {
          [Word(text: Array($0), isAtWordStart: !query.looksInsideWords)]
        }?.map { Self.withRule($0, query) } ?? []
    }
    looksInDetails = query.looksInDetails
  }

  func matches(_ name: String, detail: String? = nil) -> Bool {
    words.filter { !Self.fold($0.text, $0.rule).isEmpty }.allSatisfy { word in
      let isOfName = Self.isFound(word, in: name)
      let isOfDetail =
        looksInDetails && !word.isAtStart && !word.isAtEnd
        && detail.map { Self.isFound(word, in: $0) } == true
      return (isOfName || isOfDetail) != word.isExcluded
    }
  }

  // MARK: Words of a query

  private static func word(_ typed: [Unicode.Scalar], _ query: NameQuery) -> Word {
    var word = Word(text: typed, isAtWordStart: !query.looksInsideWords)
    if word.text[0] == "!", word.text.count > 1 {
      word.isExcluded = true
      word.text.removeFirst()
    }
    if word.text[0] == "^" || word.text[0] == "'", word.text.count > 1 {
      word.isAtStart = word.text.removeFirst() == "^"
      word.isAtWordStart = false
    }
    var text: [Unicode.Scalar] = []
    var rest = word.text
    // A backslash escapes a sign only at the start of the word, or in a run of backslashes before a final `$`.
    while let scalar = rest.first {
      let beforeEnd = rest.firstIndex { $0 != "\\" }
      let isBeforeEnd = beforeEnd == rest.count - 1 && rest.last == "$"
      let isCounted = rest.count == word.text.count || isBeforeEnd
      rest.removeFirst()
      if scalar == "\\", isCounted, let next = rest.first, "'^!$\\".unicodeScalars.contains(next) {
        text.append(rest.removeFirst())
      } else if scalar == "$", rest.isEmpty, word.text.count > 1 {
        word.isAtEnd = true
        word.isAtWordStart = false
      } else {
        text.append(scalar)
      }
    }
    word.text = text
    return withRule(word, query)
  }

  private static func withRule(_ word: Word, _ query: NameQuery) -> Word {
    var word = word
    // A text that begins with another character than a letter, digit or mark is not at the start of a word.
    if word.text.first.map({ Kind($0) }) == .sign { word.isAtWordStart = false }
    switch query.sensitivity {
    case .ignore: word.rule = [.ignoresCase, .ignoresMarks]
    case .exact: word.rule = []
    case .smart:
      let hasCapital = word.text.contains {
        $0.properties.isUppercase || $0.properties.generalCategory == .titlecaseLetter
      }
      let hasAccent =
        fold(word.text, .ignoresCase) != fold(word.text, [.ignoresCase, .ignoresMarks])
      if !hasCapital { word.rule.insert(.ignoresCase) }
      if !hasAccent { word.rule.insert(.ignoresMarks) }
    }
    return word
  }

  // MARK: Words of a name

  private static func isFound(_ word: Word, in name: String) -> Bool {
    let scalars = Array(name.unicodeScalars)
    let wanted = fold(word.text, word.rule)
    let countsMarks = !word.rule.contains(.ignoresMarks)
    let text = fold(scalars[...], word.rule)
    if word.isAtWordStart {
      let isASCII = scalars.allSatisfy(\.isASCII)
      return wordStarts(scalars).contains { start in
        // Folding keeps each ASCII letter in its place.
        let text = isASCII ? Array(text[start...]) : fold(scalars[start...], word.rule)
        return text.starts(with: wanted) && (!countsMarks || text.isBorder(at: wanted.count))
      }
    }
    guard text.count >= wanted.count else { return false }
    return (0...(text.count - wanted.count)).contains { start in
      let end = start + wanted.count
      if word.isAtStart, start > 0 { return false }
      if word.isAtEnd, end < text.count { return false }
      if countsMarks, start > 0, !text.isBorder(at: start) { return false }
      if countsMarks, !text.isBorder(at: end) { return false }
      return text[start..<end].elementsEqual(wanted)
    }
  }

  /// The starts of the words of a text, as offsets of scalars.
  static func wordStarts(_ scalars: [Unicode.Scalar]) -> [Int] {
    let kinds = scalars.map { Kind($0) }
    let places = kinds.indices.filter { kinds[$0] != .mark }
    var starts = [0]
    for number in places.indices.dropFirst() {
      let after = number + 1 < places.count ? kinds[places[number + 1]] : nil
      switch (kinds[places[number - 1]], kinds[places[number]]) {
      case (.sign, _), (.lower, .upper), (.digit, .lower), (.digit, .upper), (.digit, .letter),
        (.lower, .digit), (.upper, .digit), (.letter, .digit):
        starts.append(places[number])
      case (.upper, .upper) where after == .lower:
        starts.append(places[number])
      default:
        continue
      }
    }
    return starts
  }

  private enum Kind {
    case mark, digit, upper, lower, letter, sign

    init(_ scalar: Unicode.Scalar) {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
      case .decimalNumber, .letterNumber, .otherNumber: self = .digit
      case .uppercaseLetter, .titlecaseLetter: self = .upper
      case .lowercaseLetter: self = .lower
      case .modifierLetter, .otherLetter: self = .letter
      default: self = .sign
      }
    }
  }

  /// ASCII is folded here, so that it shares no code with the tested function.
  private static func fold(_ text: some Collection<Unicode.Scalar>, _ rule: FoldedText.Rule)
    -> [UInt8]
  {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text)
    let bytes = Array(String(scalars).utf8)
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return rule.contains(.ignoresCase) ? Array(String(scalars).lowercased().utf8) : bytes
    }
    return bytes.withUnsafeBytes { FoldedText($0, rule).bytes }
  }
}

extension [UInt8] {
  fileprivate func isBorder(at offset: Int) -> Bool {
    withUnsafeBytes { $0.isBorder(at: offset) }
  }
}
