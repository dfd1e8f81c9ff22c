package import TerminalText

/// How the terminal is used.
package enum ScreenMode: Hashable, Sendable {
  /// Frames on the alternate screen; the line is painted as part of them.
  case screen

  /// Frames in rows below the line the program was called in; the scrollback stays as it is.
  case inline(AreaHeight)

  /// A prompt and lines of text, without any escape sequence.
  case plain

  /// The size of what frames are painted on: the window, or as many of its rows as are used.
  func size(in window: ScreenSize) -> ScreenSize {
    guard case .inline(let height) = self else { return window }
    return ScreenSize(columns: window.columns, rows: height.rows(of: window))
  }
}
