import Glibc

@testable import NameSearch

/// A direct implementation of the definition of `NameQuery`, without regard to speed.
struct PlainQuery {
  private struct Word {
    var text: [Unicode.Scalar]

    /// The folded text.
    var wanted: [UInt8] = []
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
    let words: [Word]
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
    self.words = words.compactMap { word in
      var word = word
      word.wanted = Self.fold(word.text, word.rule)
      return word.wanted.isEmpty ? nil : word
    }
    looksInDetails = query.looksInDetails
  }

  func matches(_ name: String, detail: String? = nil) -> Bool {
    matches(PlainName(name), detail: detail.map { PlainName($0) })
  }

  func matches(_ name: PlainName, detail: PlainName? = nil) -> Bool {
    words.allSatisfy { word in
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
    // Backslashes count at the start, and in a sequence before a sign.
    while let scalar = rest.first {
      let behind = rest.first { $0 != "\\" }
      let isBeforeSign = behind.map { "'^!$".unicodeScalars.contains($0) } == true
      let isCounted = rest.count == word.text.count || isBeforeSign
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

  private static func isFound(_ word: Word, in name: PlainName) -> Bool {
    let wanted = word.wanted
    let countsMarks = !word.rule.contains(.ignoresMarks)
    let text = name.text(word.rule)
    if word.isAtWordStart {
      return name.wordStarts.contains { start in
        // Folding keeps each ASCII letter in its place.
        let (text, place) = name.isASCII ? (text, start) : (name.text(word.rule, from: start), 0)
        return text.holds(wanted, at: place)
          && (!countsMarks || text.isBorder(at: place + wanted.count))
      }
    }
    guard text.count >= wanted.count else { return false }
    return (0...(text.count - wanted.count)).contains { start in
      let end = start + wanted.count
      if word.isAtStart, start > 0 { return false }
      if word.isAtEnd, end < text.count { return false }
      if countsMarks, start > 0, !text.isBorder(at: start) { return false }
      if countsMarks, !text.isBorder(at: end) { return false }
      return text.holds(wanted, at: start)
    }
  }

  fileprivate static func wordStarts(_ scalars: [Unicode.Scalar]) -> [Int] {
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
  fileprivate static func fold(_ text: some Collection<Unicode.Scalar>, _ rule: FoldedText.Rule)
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

/// A name or a detail that is asked about by many queries, each part of it folded once.
final class PlainName {
  private let scalars: [Unicode.Scalar]
  private var texts: [Part: [UInt8]] = [:]

  fileprivate let isASCII: Bool
  fileprivate lazy var wordStarts = PlainQuery.wordStarts(scalars)

  private struct Part: Hashable {
    let rule: FoldedText.Rule.RawValue
    let start: Int
  }

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    isASCII = scalars.allSatisfy(\.isASCII)
  }

  fileprivate func text(_ rule: FoldedText.Rule, from start: Int = 0) -> [UInt8] {
    let part = Part(rule: rule.rawValue, start: start)
    if let known = texts[part] { return known }
    let text = PlainQuery.fold(scalars[start...], rule)
    texts[part] = text
    return text
  }
}

extension [UInt8] {
  /// Whether `part` is at `place`; uses `memcmp`, because Swift is slow in debug builds.
  fileprivate func holds(_ part: [UInt8], at place: Int) -> Bool {
    guard place + part.count <= count else { return false }
    return withUnsafeBytes { all in
      part.withUnsafeBytes { part in
        guard let start = all.baseAddress, let wanted = part.baseAddress else {
          return part.isEmpty
        }
        return memcmp(start + place, wanted, part.count) == 0
      }
    }
  }

  fileprivate func isBorder(at offset: Int) -> Bool {
    withUnsafeBytes { $0.isBorder(at: offset) }
  }
}
