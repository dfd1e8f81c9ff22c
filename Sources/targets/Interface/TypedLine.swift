/// A command line of bash up to the cursor, taken apart as the shell does it.
struct TypedLine: Equatable, Sendable {
  enum Quote: Equatable, Sendable {
    case none, single, double
  }

  /// The words without their quotes, the one at the cursor last.
  private(set) var words: [String] = []

  /// The word at the cursor as it was typed.
  private(set) var typed = ""

  /// The quotes that are open at the cursor.
  private(set) var quote = Quote.none

  /// Only the last of several commands in a line is looked at.
  init(_ line: String) {
    var word: String.UnicodeScalarView?
    var isEscaped = false
    func end(_ scalar: Unicode.Scalar) -> Bool {
      quote == .none && !isEscaped && " \t\n;|&()".unicodeScalars.contains(scalar)
    }
    // A shell knows no characters of several scalars: an accent after a quote leaves it one.
    for scalar in line.unicodeScalars {
      if end(scalar) {
        if let word { words.append(String(word)) }
        if !" \t\n".unicodeScalars.contains(scalar) { words = [] }
        (word, typed) = (nil, "")
        continue
      }
      typed.unicodeScalars.append(scalar)
      var taken = word ?? String.UnicodeScalarView()
      if isEscaped {
        // Between double quotes, a backslash stands for itself before most characters.
        if quote == .double, !Self.special.contains(scalar) { taken.append("\\") }
        taken.append(scalar)
        isEscaped = false
        word = taken
      } else if scalar == "\\", quote != .single {
        isEscaped = true
      } else if scalar == "'", quote != .double {
        quote = quote == .single ? .none : .single
        word = taken
      } else if scalar == "\"", quote != .single {
        quote = quote == .double ? .none : .double
        word = taken
      } else {
        taken.append(scalar)
        word = taken
      }
    }
    words.append(word.map { String($0) } ?? "")
  }

  /// What stays special between double quotes.
  private static let special = "\\\"$`".unicodeScalars

  /// What stands on the line when the word at the cursor is completed to `text`.
  ///
  /// - Returns: `nil` if `text` does not begin with the word.
  func completed(to text: String) -> String? {
    let start = (words.last ?? "").unicodeScalars
    guard text.unicodeScalars.starts(with: start) else { return nil }
    return typed + quoted(text.unicodeScalars.dropFirst(start.count))
  }

  private func quoted(_ text: some Sequence<Unicode.Scalar>) -> String {
    var quoted = ""
    for scalar in text { quoted.unicodeScalars.append(contentsOf: self.quoted(scalar)) }
    return quoted
  }

  private func quoted(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let alone = String(scalar)
    let text =
      switch quote {
      case .single: scalar == "'" ? "'\\''" : alone
      // An exclamation mark is of the history there, with a backslash too.
      case .double where scalar == "!": "\"'!'\""
      case .double: Self.special.contains(scalar) ? "\\" + alone : alone
      case .none: isPlain(scalar) ? alone : "\\" + alone
      }
    return text.unicodeScalars
  }

  private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "_./:@%+,=-".unicodeScalars.contains(scalar)
  }
}
