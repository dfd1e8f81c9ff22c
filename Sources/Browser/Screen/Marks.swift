package import ListModel
package import TerminalText

/// The signs beside a row.
package struct Marks: Sendable {
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

  /// The signs for a row's flags, three columns wide.
  func text(of target: Row) -> StyledText {
    StyledText(
      DisplayText(decision(of: target)), target.flags.contains(.spared) ? .sparedMark : .deadMark)
      + StyledText(DisplayText(liked(target)), .likedMark)
      + StyledText(DisplayText(" "), Style())
  }
}

extension Style {
  static let header = Style(foreground: .cyan, isBold: true)
  static let indexTitle = Style(isDim: true)
  static let indexTitleHere = Style(foreground: .cyan, isBold: true)
  static let selectionMark = Style(foreground: .yellow, isBold: true)
  static let deadMark = Style(foreground: .red)
  static let sparedMark = Style(foreground: .green)
  static let likedMark = Style(foreground: .magenta)
  static let dead = Style(isDim: true, isStruck: true)
  static let rule = Style(isDim: true)
  static let status = Style(isDim: true)
  static let notice = Style()
  static let error = Style(foreground: .red)
  static let prompt = Style(foreground: .green, isBold: true)
  static let key = Style(isBold: true)
}
