/// A typed text as a rule for names; any text is a query.
///
/// With `words`, every word of the query must begin some word of the name; with `phrase`, the
/// trimmed query must. A word of a name starts at the beginning and after each character that is no
/// letter, digit or mark. White space alone separates the words of a query.
public struct NameQuery: Hashable, Sendable {
  /// What must stand at the start of a word.
  public enum MatchRule: String, CaseIterable, Sendable {
    /// Every word of the query, in any order.
    case words

    /// The query as a whole.
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

  /// What must stand at the start of a word.
  public let match: MatchRule

  /// Whether case and accents count.
  public let sensitivity: Sensitivity

  /// Whether a word of the query may begin a word of the detail instead of one of the name.
  public let looksInDetails: Bool

  /// The words to find, the presumably rarest first.
  let needles: [Needle]

  /// Makes a query of any text.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the length of the text.
  public init(
    _ text: String, match: MatchRule = .words, sensitivity: Sensitivity = .smart,
    looksInDetails: Bool = false
  ) {
    self.text = text
    self.match = match
    self.sensitivity = sensitivity
    self.looksInDetails = looksInDetails
    guard text.utf8.count <= Self.maximumBytes else {
      needles = [.impossible]
      return
    }
    let words =
      switch match {
      case .words: text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
      case .phrase: [text.unicodeScalars.trimmingWhiteSpace()].filter { !$0.isEmpty }
      }
    let needles = Set(words.map { Needle(String($0), sensitivity) }).filter { !$0.isEmpty }
    self.needles = needles.sorted { $0.precedes($1) }
  }

  /// Whether the query asks for nothing, so that every name matches.
  public var isEmpty: Bool { needles.isEmpty }

  /// Whether every name that matches this query surely matches `other`, too.
  func implies(_ other: NameQuery) -> Bool {
    looksInDetails == other.looksInDetails
      && other.needles.allSatisfy { needle in needles.contains { $0.implies(needle) } }
  }

  // By bytes: comparing or hashing strings can take quadratic time, and pasted text has no limit.

  /// Whether two queries have the same rules and the same bytes of text.
  public static func == (left: NameQuery, right: NameQuery) -> Bool {
    left.match == right.match && left.sensitivity == right.sensitivity
      && left.looksInDetails == right.looksInDetails
      && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes the text and the rules.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(match)
    hasher.combine(sensitivity)
    hasher.combine(looksInDetails)
  }
}
