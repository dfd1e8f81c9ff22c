import CUnicode

@testable import TerminalText

/// Inputs that show faults which are known and not yet mended, so that they do not hide others.
///
/// Nothing is to be added here without a report of it, and what is mended is to be taken out.
enum KnownFaults {
  /// `ShellWords` and `LinkHeader` go by characters: a quote with a mark behind it, or some sign of Arabic before it, is none for
  /// them, nor is a line feed behind a carriage return.
  static func hasJoinedSyntax(_ text: String) -> Bool {
    text.contains { character in
      character.unicodeScalars.count > 1
        && character.unicodeScalars.contains { $0.isASCII && !$0.properties.isAlphabetic }
    }
  }

  /// `ShellWords` parts words at white space of Unicode; a shell, at that of ASCII.
  static func hasUnicodeSpace(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0.properties.isWhitespace && $0 != " " && $0 != "\t" && $0 != "\n"
    }
  }

  /// A quote with a mark behind it is not quoted by `ShellLine`, nor doubled in CSV.
  static func hasJoinedQuote(_ text: String) -> Bool {
    text.contains { character in
      character.unicodeScalars.count > 1
        && character.unicodeScalars.contains { $0 == "'" || $0 == "\"" }
    }
  }

  /// A character of no columns, such as a vowel of Hangul alone, is lost behind a blank at the end of
  /// a line; in a single column, one behind a wide character is wrapped for ever.
  static func hasNoColumns(_ text: DisplayText) -> Bool {
    text.text.contains { ColumnWidth.of($0) == 0 }
  }

  /// U+0000 in a query is found at the end of each name.
  static func hasNUL(_ query: String) -> Bool { query.utf8.contains(0) }

  /// A wait of so many seconds that they are no `Int` ends `targets-from-http` when it is told.
  static func isEndless(_ wait: Double) -> Bool { wait > 1e18 }

  /// A joiner is kept before a character that then is replaced by its number.
  static func mayHaveUselessJoiner(_ shown: String) -> Bool {
    zip(shown.unicodeScalars, shown.unicodeScalars.dropFirst()).contains { joiner, next in
      (joiner == "\u{200C}" || joiner == "\u{200D}") && next == "<"
    }
  }

  /// The same in a text that is not made safe yet.
  static func hasUselessJoiner(_ text: String) -> Bool {
    zip(text.unicodeScalars, text.unicodeScalars.dropFirst()).contains { joiner, next in
      (joiner == "\u{200C}" || joiner == "\u{200D}")
        && cunicode_display(next.value) & UInt32(CUNICODE_HIDDEN) != 0
    }
  }
}
