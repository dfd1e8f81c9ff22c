import TerminalText

/// The content of the screen or the area, as far as known.
struct ScreenState {
  /// True between `enter()` and `leave()`.
  var isEntered = false

  /// False while the process is stopped; showing the screen twice would lose the saved cursor.
  var isOn = false

  /// The newest frame, which may not be painted yet.
  var frame: Frame?

  /// Unused on the alternate screen.
  var area = LiveArea()

  /// The frame that is visible for certain, and its size.
  private var shown: (frame: Frame, size: ScreenSize)?

  /// `nil` if no frame of this size is known to be visible.
  func shownFrame(at size: ScreenSize) -> Frame? {
    shown.flatMap { $0.size == size ? $0.frame : nil }
  }

  /// Whether there is a frame that is not known to be visible.
  var isLost: Bool { isEntered && frame != nil && shown == nil }

  mutating func remember(_ frame: Frame, size: ScreenSize) {
    shown = (frame, size)
  }

  /// From now on, the content of the screen is unknown.
  mutating func forget() {
    shown = nil
  }
}
