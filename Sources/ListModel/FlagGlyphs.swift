package import TerminalText

/// The symbols in front of a row.
package struct FlagGlyphs: Sendable {
  package let selected: String
  package let picked: String
  private let glyphs: Glyphs

  /// Makes the symbols for terminals and locales with or without Unicode.
  package init(glyphs: Glyphs) {
    self.glyphs = glyphs
    (selected, picked) = glyphs == .unicode ? ("▸", "●") : (">", "*")
  }

  /// The signs for a row's flags, one per column; `nil` where it has no flag with a sign.
  package func signs(of flags: Flags) -> [(text: String, style: Style)?] {
    RowFlag.signColumns.map { column in
      column.first { flags.contains(Flags($0)) }?.sign.map {
        (glyphs == .unicode ? $0.unicode : $0.ascii, $0.style)
      }
    }
  }
}
