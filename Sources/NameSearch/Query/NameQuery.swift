/// What was typed, as a rule for names.
///
/// In `words`, a name matches when every word of the query is the beginning of some word of it; in
/// `phrase`, when the query as a whole (without the white space around it) is. A word of a name starts
/// at its beginning and after every character that is no letter, digit or mark; the words of a query
/// are parted by white space and may hold any other character. Any text is a query.
public struct NameQuery: Hashable, Sendable {
  /// What has to stand at the start of a word.
  public enum MatchRule: Hashable, Sendable {
    /// Every word of the query, in any order.
    case words

    /// The query as a whole.
    case phrase
  }

  /// Whether case and accents count.
  public enum Sensitivity: Hashable, Sendable {
    /// Word by word: a capital makes case count, an accent makes accents count.
    case smart

    /// Neither counts.
    case ignore

    /// Both count, and so do compatibility variants.
    case exact
  }

  /// The longest text that is looked for, in bytes; anything longer matches no name.
  public static let maximumBytes = 1 << 16

  /// What was typed.
  public let text: String

  /// What has to stand at the start of a word.
  public let match: MatchRule

  /// Whether case and accents count.
  public let sensitivity: Sensitivity

  /// The words to be found, the one likely to be found least often first.
  let needles: [Needle]

  /// Makes a query of any text.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the length of the text.
  public init(
    _ text: String, match: MatchRule = .words, sensitivity: Sensitivity = .smart
  ) {
    self.text = text
    self.match = match
    self.sensitivity = sensitivity
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

  /// Whether nothing is asked for, so that every name matches.
  public var isEmpty: Bool { needles.isEmpty }

  /// Whether every name that matches this query also matches another one.
  ///
  /// Says no when in doubt.
  func implies(_ other: NameQuery) -> Bool {
    other.needles.allSatisfy { needle in needles.contains { $0.implies(needle) } }
  }

  // By bytes, not as strings: comparing and hashing those can take quadratic time, and what was
  // typed or pasted has no limit.

  /// Whether two queries are by the same rules and were typed in the same characters.
  public static func == (left: NameQuery, right: NameQuery) -> Bool {
    left.match == right.match && left.sensitivity == right.sensitivity
      && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Feeds what was typed and the rules to a hasher.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(match)
    hasher.combine(sensitivity)
  }
}
