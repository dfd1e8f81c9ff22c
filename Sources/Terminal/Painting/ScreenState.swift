import TerminalText

/// What the screen, or the program's area of it, shows, as far as it is known.
struct ScreenState {
  /// True between entering and leaving it.
  var isEntered = false

  /// True while the terminal is turned to it: not while the process is stopped.
  ///
  /// A terminal that is turned to the alternate screen twice forgets where the cursor was before
  /// the first time.
  var isOn = false

  /// The frame painted last.
  var frame: Frame?

  /// The area below the line the program was called in; unused on the alternate screen.
  var area = LiveArea()

  /// The frame that is seen for certain, and the size it was painted at.
  private var shown: (frame: Frame, size: ScreenSize)?

  /// The frame that is seen at this size, if that is known.
  func shownFrame(at size: ScreenSize) -> Frame? {
    shown.flatMap { $0.size == size ? $0.frame : nil }
  }

  /// True if a frame should be seen and is not.
  var isLost: Bool { isEntered && frame != nil && shown == nil }

  mutating func remember(_ frame: Frame, size: ScreenSize) {
    shown = (frame, size)
  }

  /// Nothing is known of the screen any more.
  mutating func forget() {
    shown = nil
  }
}
