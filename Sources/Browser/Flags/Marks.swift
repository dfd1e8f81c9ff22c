package import TerminalText

/// The signs that stand for what is kept about a name, and for the selection.
package struct Marks: Sendable {
  /// Beside the selected row.
  package let selected: String

  /// Beside a dead name.
  package let dead: String

  /// Beside a liked name.
  package let liked: String

  /// The signs for terminals and locales of either kind.
  package init(glyphs: Glyphs) {
    switch glyphs {
    case .unicode: (selected, dead, liked) = ("▸", "†", "♥")
    case .ascii: (selected, dead, liked) = (">", "x", "+")
    }
  }
}

extension Style {
  static let header = Style(foreground: .cyan, isBold: true)
  static let indexTitle = Style(isDim: true)
  static let indexTitleHere = Style(foreground: .cyan, isBold: true)
  static let selectionMark = Style(foreground: .yellow, isBold: true)
  static let deadMark = Style(foreground: .red)
  static let likedMark = Style(foreground: .magenta)
  static let dead = Style(isDim: true, isStruck: true)
  static let rule = Style(isDim: true)
  static let status = Style(isDim: true)
  static let notice = Style()
  static let error = Style(foreground: .red)
  static let prompt = Style(foreground: .green, isBold: true)
  static let key = Style(isBold: true)
}
