import ListModel
import TerminalText

extension FlagGlyphs {
  /// The signs for a row's flags, three columns wide.
  func text(of target: Row) -> StyledText {
    StyledText(DisplayText(decision(of: target)), .mark(of: target.flags))
      + StyledText(DisplayText(liked(target)), .likedMark)
      + StyledText(DisplayText(" "), Style())
  }
}

// All colors can be read on dark and on light backgrounds, in the default palettes of terminals: no
// yellow, cyan or green for text. A single sign may have these colors, as signs also differ in
// shape.
extension Style {
  static let header = Style(isBold: true)
  static let indexTitle = Style(isDim: true)
  static let indexTitleHere = Style(isBold: true)
  static let selectionMark = Style(isBold: true)

  /// The style of the sign for a decision, a change or a snooze; only dead rows are red.
  static func mark(of flags: Flags) -> Style {
    if flags.contains(.ok) { return okMark }
    if flags.contains(.dead) { return deadMark }
    if flags.isSnoozed { return snoozedMark }
    return flags.contains(.changed) ? changedMark : Style()
  }

  static let deadMark = Style(foreground: .red)
  static let changedMark = Style(foreground: .yellow)
  static let snoozedMark = Style(isDim: true)
  static let okMark = Style(foreground: .green)
  static let likedMark = Style(foreground: .magenta)
  static let dead = Style(isDim: true, isStruck: true)
  static let rule = Style(isDim: true)
  static let status = Style(isDim: true)
  static let notice = Style()
  static let error = Style(foreground: .red)
  static let prompt = Style(isBold: true)
  static let key = Style(isBold: true)
}
