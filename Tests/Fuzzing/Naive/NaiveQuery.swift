@testable import NameSearch

/// The rule of queries read aloud: for each word of the query, some part of the text from the start
/// of a word on begins with it.
struct NaiveQuery {
  private let words: [(bytes: [UInt8], rule: FoldedText.Rule)]

  init(_ query: NameQuery) {
    let parts: [String]
    switch query.match {
    case .words:
      parts = query.text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }
    case .phrase:
      let trimmed = NaiveName.trimmed(query.text.utf8)
      parts = trimmed.isEmpty ? [] : [String(decoding: trimmed, as: UTF8.self)]
    }
    words = parts.map { part in
      let rule = Self.rule(for: part, query.sensitivity)
      return (Self.fold(part, rule), rule)
    }
  }

  /// Whether each word begins a word of one of the texts.
  func matches(_ texts: [String]) -> Bool {
    words.allSatisfy { word, rule in texts.contains { Self.isFound(word, in: $0, rule) } }
  }

  private static func isFound(_ word: [UInt8], in text: String, _ rule: FoldedText.Rule) -> Bool {
    let scalars = Array(text.unicodeScalars)
    if scalars.allSatisfy(\.isASCII) {
      // Folding leaves each letter in its place.
      let folded = fold(text, rule)
      return starts(of: scalars).contains { folded[$0...].starts(with: word) }
    }
    return starts(of: scalars).contains { start in
      var suffix = String.UnicodeScalarView()
      suffix.append(contentsOf: scalars[start...])
      let folded = fold(String(suffix), rule)
      guard folded.starts(with: word) else { return false }
      return rule.contains(.ignoresMarks) || folded.withUnsafeBytes { $0.isBorder(at: word.count) }
    }
  }

  /// The places where words start: at the beginning, and behind each scalar that is no letter, digit
  /// or mark, but never at a mark.
  private static func starts(of scalars: [Unicode.Scalar]) -> [Int] {
    var starts = [0]
    var isInWord = true
    for (place, scalar) in scalars.enumerated() {
      let kind = Kind(scalar)
      if kind == .mark { continue }
      if !isInWord, place > 0 { starts.append(place) }
      isInWord = kind == .letter
    }
    return starts
  }

  private enum Kind {
    case mark, letter, other

    init(_ scalar: Unicode.Scalar) {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber:
        self = .letter
      default: self = .other
      }
    }
  }

  private static func rule(
    for word: String, _ sensitivity: NameQuery.Sensitivity
  ) -> FoldedText.Rule {
    switch sensitivity {
    case .ignore: return [.ignoresCase, .ignoresMarks]
    case .exact: return []
    case .smart:
      let hasCapital = word.unicodeScalars.contains {
        $0.properties.isUppercase || $0.properties.generalCategory == .titlecaseLetter
      }
      let hasAccent = fold(word, .ignoresCase) != fold(word, [.ignoresCase, .ignoresMarks])
      var rule: FoldedText.Rule = []
      if !hasCapital { rule.insert(.ignoresCase) }
      if !hasAccent { rule.insert(.ignoresMarks) }
      return rule
    }
  }

  /// ASCII is folded here, so that for it nothing is shared with what is tried.
  private static func fold(_ text: String, _ rule: FoldedText.Rule) -> [UInt8] {
    let bytes = Array(text.utf8)
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return rule.contains(.ignoresCase) ? Array(text.lowercased().utf8) : bytes
    }
    return bytes.withUnsafeBytes { FoldedText($0, rule).bytes }
  }
}
