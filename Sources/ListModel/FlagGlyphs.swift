package import TerminalText

/// The symbols in front of a row.
package struct FlagGlyphs: Sendable {
  package let selected: String
  package let picked: String
  private let dead: String
  private let ok: String
  private let snoozed: String
  private let changed: String
  private let liked: String

  /// Makes the symbols for terminals and locales with or without Unicode.
  package init(glyphs: Glyphs) {
    func sign(of flag: RowFlag) -> String {
      (glyphs == .unicode ? flag.sign?.unicode : flag.sign?.ascii) ?? " "
    }
    (dead, ok) = (sign(of: .dead), sign(of: .ok))
    (snoozed, liked) = (sign(of: .snoozed), sign(of: .liked))
    changed = sign(of: .changed)
    (selected, picked) = glyphs == .unicode ? ("▸", "●") : (">", "*")
  }

  /// The sign for a decided or snoozed row; a space for an open row that has not changed.
  package func decision(of target: Row) -> String {
    if target.isDead { return dead }
    if target.flags.contains(.ok) { return ok }
    if target.flags.isSnoozed { return snoozed }
    return target.flags.contains(.changed) ? changed : " "
  }

  package func liked(_ target: Row) -> String { target.isLiked ? liked : " " }
}
