import NameIndex
public import TerminalText

/// Makes the lines of one row: marks, then the name, wrapped with a hanging indent.
struct RowPainter {
  /// Selection, dead, liked, and a space.
  static let markColumns = 4

  let glyphs: Glyphs
  let columns: Int

  /// A name takes at most so many lines; what is beyond is cut with an ellipsis.
  private static let mostLines = 4

  func lines(of target: Target, isSelected: Bool, limit: Int) -> [StyledText] {
    let style = Self.style(of: target, isSelected: isSelected)
    let name = DisplayText(target.name.original, glyphs: glyphs)
    let space = max(columns - Self.markColumns, 1)
    guard name.columns > space else {
      return [marks(of: target, isSelected: isSelected) + StyledText(name, style)]
    }
    let most = max(min(limit - 1, Self.mostLines), 1)
    var parts = name.wrapped(columns: space)
    if parts.count > most {
      let rest = parts[(most - 1)...].reduce(DisplayText.empty) { $0 + $1 }
      parts =
        parts.prefix(most - 1) + [
          (rest + DisplayText("  ")).truncated(columns: space, glyphs: glyphs)
        ]
    }
    let indent = StyledText(DisplayText.blank(columns: Self.markColumns), Style())
    return parts.enumerated().map { number, part in
      (number == 0 ? marks(of: target, isSelected: isSelected) : indent) + StyledText(part, style)
    }
  }

  private func marks(of target: Target, isSelected: Bool) -> StyledText {
    let marks = Marks(glyphs: glyphs)
    return StyledText(DisplayText(isSelected ? marks.selected : " "), .selectionMark)
      + StyledText(DisplayText(target.isDead ? marks.dead : " "), .deadMark)
      + StyledText(DisplayText(target.isLiked ? marks.liked : " "), .likedMark)
      + StyledText(DisplayText(" "), Style())
  }

  private static func style(of target: Target, isSelected: Bool) -> Style {
    var style = target.isDead ? Style.dead : Style()
    if isSelected { style.isBold = true }
    return style
  }
}

/// The signs that stand for what is kept about a name, and for the selection.
public struct Marks: Sendable {
  /// Beside the selected row.
  public let selected: String

  /// Beside a dead name.
  public let dead: String

  /// Beside a liked name.
  public let liked: String

  /// The signs for terminals and locales of either kind.
  public init(glyphs: Glyphs) {
    switch glyphs {
    case .unicode: (selected, dead, liked) = ("▸", "†", "♥")
    case .ascii: (selected, dead, liked) = (">", "x", "+")
    }
  }
}

extension Style {
  static let header = Style(foreground: .cyan, isBold: true)
  static let headerFill = Style(foreground: .cyan, isDim: true)
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
