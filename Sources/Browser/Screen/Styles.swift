import ListModel
import TerminalText

extension FlagGlyphs {
  /// The signs for a row's flags, three columns wide.
  func text(of target: Row) -> StyledText {
    signs(of: target.flags).reduce(StyledText()) {
      $0 + StyledText(DisplayText($1?.text ?? " "), $1?.style ?? Style())
    } + StyledText(DisplayText(" "), Style())
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

  static let dead = Style(isDim: true, isStruck: true)
  static let rule = Style(isDim: true)
  static let status = Style(isDim: true)
  static let notice = Style()
  static let error = Style(foreground: .red)
  static let prompt = Style(isBold: true)
  static let key = Style(isBold: true)
}
