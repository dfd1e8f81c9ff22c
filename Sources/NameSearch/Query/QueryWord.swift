/// One word of a query: its place in a name, and its text without the signs for the place.
///
/// A sign needs text to apply to: `!` alone is an ordinary character. A backslash makes the sign after
/// it an ordinary character, and so it does with a backslash at the start of the text or before a sign.
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
    text = String(rest.withoutEscapes) + ending
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
  /// The characters themselves, without the backslashes that make signs ordinary.
  fileprivate var withoutEscapes: String.UnicodeScalarView {
    var (text, rest) = (String.UnicodeScalarView(), self)
    while let next = rest.first {
      let run = rest.prefix { $0 == "\\" }.count
      if run == 0 {
        text.append(next)
        rest.removeFirst()
        continue
      }
      let isBeforeSign =
        rest.dropFirst(run).first.map { "'^!$".unicodeScalars.contains($0) } == true
      // At the start, the first backslash stands before a backslash.
      let kept = isBeforeSign ? run / 2 : text.isEmpty && run > 1 ? run - 1 : run
      text.append(contentsOf: repeatElement("\\", count: kept))
      rest.removeFirst(run)
      // It is taken at once, so that it does not count as a sign again.
      if let sign = isBeforeSign ? rest.first : nil {
        text.append(sign)
        rest.removeFirst()
      }
    }
    return text
  }

  /// Removes the first character if it is a sign and text follows.
  fileprivate mutating func removeSign(_ isSign: (Unicode.Scalar) -> Bool) -> Unicode.Scalar? {
    guard count > 1, let first, isSign(first) else { return nil }
    return removeFirst()
  }
}
