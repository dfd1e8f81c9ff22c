package import ListModel
package import TerminalText

/// The signs beside a row.
package struct Marks: Sendable {
  package let selected: String
  package let picked: String
  package let dead: String
  package let spared: String
  package let snoozed: String
  package let liked: String

  /// The signs for terminals and locales of either kind.
  package init(glyphs: Glyphs) {
    switch glyphs {
    case .unicode: (selected, picked, dead, spared, snoozed, liked) = ("▸", "●", "†", "✓", "z", "♥")
    case .ascii: (selected, picked, dead, spared, snoozed, liked) = (">", "*", "x", "s", "z", "+")
    }
  }

  /// The sign for what was decided, or put off; a blank for an open row.
  package func decision(of target: Target) -> String {
    if target.isDead { return dead }
    if target.flags.contains(.spared) { return spared }
    return target.flags.contains(.snoozed) ? snoozed : " "
  }

  /// The signs for a row's flags, three columns wide.
  func text(of target: Target) -> StyledText {
    StyledText(
      DisplayText(decision(of: target)), target.flags.contains(.spared) ? .sparedMark : .deadMark)
      + StyledText(DisplayText(target.isLiked ? liked : " "), .likedMark)
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
