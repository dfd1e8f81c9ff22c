/// A typed text as a rule for names; any text is a query.
///
/// 1. White space separates the words of a query. A name matches if it has every word.
/// 2. A word must be at the start of a word of the name: `lo` is in `feature/login`. `'lo` is
/// anywhere, and so is a word that begins with no letter, digit or mark, as `.md`; `^lo` is the
/// start, `lo$` the end and `^lo$` the whole of the name. `!` before any of these excludes the
/// names that have it.
/// 3. A word of a name starts where the name starts, after each character that is not a letter,
/// digit or mark, where letters and digits meet, at a capital after a lower-case letter, and at a
/// capital between a capital and a lower-case letter: `db07` has `07`, `HTMLParser` has `Parser`.
/// 4. A backslash before a sign (`'` `^` `!` `$`) makes it the character itself, and before such a
/// backslash, or at the start, so does one before a backslash; so is a sign without text to apply to.
/// 5. Details have words like names, but only names have a start and an end.
///
/// A `phrase` is the trimmed query as one word without signs.
public struct NameQuery: Hashable, Sendable {
  /// The rule by which a query matches a name.
  public enum MatchRule: String, CaseIterable, Sendable {
    /// Every word of the query, in any order.
    case words

    /// The query as a whole, without signs.
    case phrase
  }

  /// Whether case and accents count.
  public enum Sensitivity: String, CaseIterable, Sendable {
    /// For each word, a capital makes case count and an accent makes accents count.
    case smart

    /// Neither counts.
    case ignore

    /// Both count, and so do compatibility variants.
    case exact
  }

  /// The longest text to search for, in bytes; a longer one matches no name.
  public static let maximumBytes = 1 << 16

  /// The text as typed.
  public let text: String

  /// The rule by which the query matches a name.
  public let match: MatchRule

  /// Whether case and accents count.
  public let sensitivity: Sensitivity

  /// Whether words without signs, and phrases, may be anywhere, not only at the start of a word.
  public let looksInsideWords: Bool

  /// Whether a word of the query may be in the detail instead of the name.
  public let looksInDetails: Bool

  /// The words to find, the presumably rarest first.
  let needles: [Needle]

  /// Makes a query of any text.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the length of the text.
  public init(
    _ text: String, match: MatchRule = .words, sensitivity: Sensitivity = .smart,
    looksInsideWords: Bool = false, looksInDetails: Bool = false
  ) {
    self.text = text
    self.match = match
    self.sensitivity = sensitivity
    self.looksInsideWords = looksInsideWords
    self.looksInDetails = looksInDetails
    guard text.utf8.count <= Self.maximumBytes else {
      needles = [.impossible]
      return
    }
    let place: QueryWord.Place = looksInsideWords ? .anywhere : .word
    let words =
      switch match {
      case .words:
        text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
          .map { QueryWord(reading: $0, plainPlace: place) }
      case .phrase:
        [text.unicodeScalars.trimmingWhiteSpace()].filter { !$0.isEmpty }
          .map { QueryWord(text: String($0), plainPlace: place) }
      }
    let needles = Set(words.map { Needle($0, sensitivity) }).filter { !$0.isEmpty }
    self.needles = needles.sorted { $0.precedes($1) }
  }

  /// Whether the query asks for nothing, so that every name matches.
  public var isEmpty: Bool { needles.isEmpty }

  /// Whether a word excludes names, so that a longer query can match more names.
  package var excludes: Bool { needles.contains(where: \.isExcluded) }

  /// Whether every name that matches this query surely matches `other`, too.
  func implies(_ other: NameQuery) -> Bool {
    looksInDetails == other.looksInDetails
      && other.needles.allSatisfy { needle in needles.contains { $0.implies(needle) } }
  }

  // By bytes: comparing or hashing strings can take quadratic time, and pasted text has no limit.

  /// Whether two queries have the same rules and the same bytes of text.
  public static func == (left: NameQuery, right: NameQuery) -> Bool {
    left.match == right.match && left.sensitivity == right.sensitivity
      && left.looksInsideWords == right.looksInsideWords
      && left.looksInDetails == right.looksInDetails
      && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes the text and the rules.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(match)
    hasher.combine(sensitivity)
    hasher.combine(looksInsideWords)
    hasher.combine(looksInDetails)
  }
}
