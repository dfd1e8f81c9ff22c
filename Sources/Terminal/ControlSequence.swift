package import TerminalText

/// Every sequence that is sent to a terminal; no other piece of code writes an escape.
package enum ControlSequence: Hashable, Sendable {
  case beginUpdate, endUpdate
  case autowrapOff, autowrapOn
  case hideCursor, showCursor
  case enterScreen, leaveScreen
  case pasteOn, pasteOff
  case eraseToEndOfLine

  /// Row and column count from 0.
  case move(row: Int, column: Int)

  /// Within the row; counts from 0.
  case column(Int)

  /// Replaces the style in force.
  case style(Style, usesColor: Bool)

  /// The sequence as it is sent.
  package var text: String {
    switch self {
    case .move(let row, let column): "\u{1B}[\(row + 1);\(column + 1)H"
    case .column(let column): "\u{1B}[\(column + 1)G"
    case .style(let style, let usesColor): Self.rendition(of: style, usesColor: usesColor)
    default: Self.fixed[self] ?? ""
    }
  }

  private static let fixed: [ControlSequence: String] = [
    .beginUpdate: "\u{1B}[?2026h", .endUpdate: "\u{1B}[?2026l",
    .autowrapOff: "\u{1B}[?7l", .autowrapOn: "\u{1B}[?7h",
    .hideCursor: "\u{1B}[?25l", .showCursor: "\u{1B}[?25h",
    .enterScreen: "\u{1B}[?1049h", .leaveScreen: "\u{1B}[?1049l",
    .pasteOn: "\u{1B}[?2004h", .pasteOff: "\u{1B}[?2004l",
    .eraseToEndOfLine: "\u{1B}[K",
  ]

  private static func rendition(of style: Style, usesColor: Bool) -> String {
    var codes = ""
    if style.isBold { codes += ";1" }
    if style.isDim { codes += ";2" }
    if style.isUnderlined { codes += ";4" }
    if style.isReversed { codes += ";7" }
    if style.isStruck { codes += ";9" }
    if usesColor, let color = style.foreground {
      let value = color.rawValue
      codes += value < 8 ? ";\(30 + value)" : ";\(90 + value - 8)"
    }
    return "\u{1B}[0\(codes)m"
  }

  /// The sequences without their ESC, as tests that watch every byte a terminal gets expect
  /// them: `#` stands for a number, `*` for any parameters.
  package static let patterns: [String] =
    fixed.values.map { String($0.dropFirst()) } + ["[#;#H", "[#G", "[*m"]
}
