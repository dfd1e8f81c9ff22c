/// The output that is allowed on a terminal: visible text, and certain escape sequences.
enum TerminalBytes {
  /// What is wrong with a text that must not control a terminal; `nil` if nothing is.
  static func offense(in text: String) -> String? {
    var previous: Unicode.Scalar = "\0"
    for scalar in text.unicodeScalars {
      if !isShown(scalar, after: previous) {
        return "U+" + String(scalar.value, radix: 16, uppercase: true)
      }
      previous = scalar
    }
    return nil
  }

  private static func isShown(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: return false
    case .format: return isMeant(scalar)
    case .unassigned: return !scalar.properties.isNoncharacterCodePoint
    default: return true
    }
  }

  /// Joiners, and signs such as those of Arabic that span digits.
  private static func isMeant(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D, 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  /// The sequences that the program may send, without Esc; numbers are written as `#`.
  private static let sequences: Set<String> = [
    "[?2026h", "[?2026l", "[?7h", "[?7l", "[?25h", "[?25l", "[K", "[J", "[X", "[#X", "[#;#H", "[#G",
    "[A", "[#A", "[B", "[#B", "[C", "[#C",
  ]

  /// What is wrong with the output to a terminal; `nil` if nothing is.
  static func offense(in bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "no UTF-8" }
    var rest = Array(text.unicodeScalars)[...]
    var shown = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" {
        let count = rest.dropFirst().prefix { !("@"..."~").contains($0) }.count + 2
        let sequence = String(String.UnicodeScalarView(rest.prefix(count)))
        rest = rest.dropFirst(count)
        if !isAllowed(sequence) { return "ESC \(sequence)" }
      } else if scalar != "\r", scalar != "\n" {
        shown.append(scalar)
      }
    }
    return offense(in: String(shown))
  }

  private static func isAllowed(_ sequence: String) -> Bool {
    if sequences.contains(sequence) { return true }
    if sequence.hasPrefix("["), sequence.hasSuffix("m") {
      return sequence.dropFirst().dropLast().utf8.allSatisfy {
        (48...57).contains($0) || $0 == 0x3B
      }
    }
    var form = ""
    for character in sequence {
      let isDigit = ("0"..."9").contains(character)
      if !isDigit || form.last != "#" { form.append(isDigit ? "#" : character) }
    }
    return sequences.contains(form)
  }
}
