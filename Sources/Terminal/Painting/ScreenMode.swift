package import TerminalText

package enum ScreenMode: Hashable, Sendable {
  /// Frames on the alternate screen; the line is part of them.
  case screen

  /// Frames in rows below the command line, so that the scrollback is kept.
  case inline(AreaHeight)

  /// A prompt and lines of text, without escape sequences.
  case plain

  /// The size of the frames: the window, or as many of its rows as are used.
  func size(in window: ScreenSize) -> ScreenSize {
    guard case .inline(let height) = self else { return window }
    return ScreenSize(columns: window.columns, rows: height.rows(of: window))
  }
}
