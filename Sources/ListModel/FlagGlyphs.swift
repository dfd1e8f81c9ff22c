package import TerminalText

/// The signs beside a row.
package struct FlagGlyphs: Sendable {
  package let selected: String
  package let picked: String
  private let dead: String
  private let spared: String
  private let snoozed: String
  private let liked: String

  /// The signs for terminals and locales of either kind.
  package init(glyphs: Glyphs) {
    func sign(of flag: RowFlag) -> String {
      (glyphs == .unicode ? flag.sign?.unicode : flag.sign?.ascii) ?? " "
    }
    (dead, spared) = (sign(of: .dead), sign(of: .spared))
    (snoozed, liked) = (sign(of: .snoozed), sign(of: .liked))
    (selected, picked) = glyphs == .unicode ? ("▸", "●") : (">", "*")
  }

  /// The sign for what was decided, or put off; a blank for an open row.
  package func decision(of target: Row) -> String {
    if target.isDead { return dead }
    if target.flags.contains(.spared) { return spared }
    return target.flags.contains(.snoozed) ? snoozed : " "
  }

  package func liked(_ target: Row) -> String { target.isLiked ? liked : " " }
}
