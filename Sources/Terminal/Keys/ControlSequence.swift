package import TerminalText

/// All sequences that are sent to a terminal; no other code writes an escape character.
package enum ControlSequence: Hashable, Sendable {
  case beginUpdate, endUpdate
  case autowrapOff, autowrapOn
  case hideCursor, showCursor
  case enterScreen, leaveScreen
  case pasteOn, pasteOff

  /// Buttons and the wheel are reported, in the form without limits of size.
  case mouseOn, mouseOff, mouseFormOn, mouseFormOff
  case eraseToEndOfLine, eraseBelow

  /// Replaces this many cells from the cursor on with spaces; the cursor stays in place.
  case erase(Int)

  /// Row and column, counted from 0.
  case move(row: Int, column: Int)
  case column(Int)

  /// A number of cells; the cursor stops at the edge of the window.
  case up(Int), down(Int), right(Int)

  /// `from` must be the current style.
  case style(from: Style, to: Style, usesColor: Bool)

  /// Resets any style.
  case plain

  package var text: String {
    switch self {
    case .move(let row, let column): "\u{1B}[\(row + 1);\(column + 1)H"
    case .column(let column): "\u{1B}[\(column + 1)G"
    case .up(let count): "\u{1B}[\(Self.unlessOne(count))A"
    case .down(let count): "\u{1B}[\(Self.unlessOne(count))B"
    case .right(let count): "\u{1B}[\(Self.unlessOne(count))C"
    case .erase(let count): "\u{1B}[\(Self.unlessOne(count))X"
    case .style(let old, let new, let usesColor):
      Rendition.sequence(from: old, to: new, usesColor: usesColor)
    default: Self.fixed[self] ?? ""
    }
  }

  private static let fixed: [ControlSequence: String] = [
    .beginUpdate: "\u{1B}[?2026h", .endUpdate: "\u{1B}[?2026l",
    .autowrapOff: "\u{1B}[?7l", .autowrapOn: "\u{1B}[?7h",
    .hideCursor: "\u{1B}[?25l", .showCursor: "\u{1B}[?25h",
    .enterScreen: "\u{1B}[?1049h", .leaveScreen: "\u{1B}[?1049l",
    .pasteOn: "\u{1B}[?2004h", .pasteOff: "\u{1B}[?2004l",
    .mouseOn: "\u{1B}[?1000h", .mouseOff: "\u{1B}[?1000l",
    .mouseFormOn: "\u{1B}[?1006h", .mouseFormOff: "\u{1B}[?1006l",
    .eraseToEndOfLine: "\u{1B}[K", .eraseBelow: "\u{1B}[J", .plain: "\u{1B}[m",
  ]

  private static func unlessOne(_ count: Int) -> String { count == 1 ? "" : "\(count)" }

  /// The sequences without ESC, for tests of all output: `#` is a number, `*` any parameters.
  package static let patterns: [String] =
    fixed.filter { $0.key != .plain }.values.map { String($0.dropFirst()) }
    + ["[#;#H", "[#G", "[#A", "[#B", "[#C", "[#X", "[*m"]
}
