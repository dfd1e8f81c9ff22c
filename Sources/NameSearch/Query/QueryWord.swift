/// One word of a query: its place in a name, and its text without the signs for the place.
///
/// A sign needs text to apply to: `!` alone is an ordinary character. A backslash makes the sign or
/// backslash after it an ordinary character, at the start of the text and before a `$` at its end.
/// Elsewhere a backslash is itself ordinary.
struct QueryWord: Equatable {
  /// The place in a name where the text must be.
  enum Place: Sendable {
    /// At the start of a word.
    case word
    case anywhere

    /// At the start of the name.
    case start
  }

  let text: String
  let place: Place

  /// Whether the name ends with the text; never for the place `word`.
  let endsName: Bool

  /// Whether names that match are excluded.
  let isExcluded: Bool

  /// Takes text without signs; `plainPlace` is as for ``init(reading:plainPlace:)``.
  init(text: String, plainPlace: Place) {
    self.text = text
    place = text.unicodeScalars.first?.isInWords == false ? .anywhere : plainPlace
    endsName = false
    isExcluded = false
  }

  /// Reads the signs of a word.
  ///
  /// - Parameters:
  ///   - typed: One word, not empty.
  ///   - plainPlace: The place without a sign for it.
  init(reading typed: Substring.UnicodeScalarView, plainPlace: Place) {
    var rest = typed
    isExcluded = rest.removeSign { $0 == "!" } != nil
    let sign = rest.removeSign { $0 == "^" || $0 == "'" }
    var ending = ""
    var endsName = false
    if rest.count > 1, rest.last == "$" {
      rest.removeLast()
      let backslashes = rest.reversed().prefix { $0 == "\\" }.count
      rest.removeLast(backslashes)
      endsName = backslashes.isMultiple(of: 2)
      ending = String(repeating: "\\", count: backslashes / 2) + (endsName ? "" : "$")
    }
    let isEscape =
      rest.first == "\\"
      && rest.dropFirst().first.map { "'^!$\\".unicodeScalars.contains($0) } == true
    if isEscape { rest.removeFirst() }
    text = String(rest) + ending
    self.endsName = endsName
    place =
      switch sign {
      case "^": .start
      case "'": .anywhere
      default:
        endsName || text.unicodeScalars.first?.isInWords == false ? .anywhere : plainPlace
      }
  }
}

extension Unicode.Scalar {
  /// Whether the character belongs to words of names: a letter, a digit or a mark.
  fileprivate var isInWords: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}

extension Substring.UnicodeScalarView {
  /// Removes the first character if it is a sign and text follows.
  fileprivate mutating func removeSign(_ isSign: (Unicode.Scalar) -> Bool) -> Unicode.Scalar? {
    guard count > 1, let first, isSign(first) else { return nil }
    return removeFirst()
  }
}
