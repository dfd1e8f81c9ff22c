import TerminalText

extension LineEditor {
  /// Shows the line as it is now, in plain mode.
  func showPlainLine() {
    guard configuration.mode == .plain, isOpen, !isPaused, !isInsideReadline else { return }
    drawPlainLine()
  }

  /// Shows the line and goes to the next row, in plain mode.
  func endPlainLine() {
    guard configuration.mode == .plain else { return }
    drawPlainLine()
    device.write(plainLine.breakOff())
  }

  private func drawPlainLine() {
    device.write(
      plainLine.bytes(
        for: editorLine, columns: device.size.columns, glyphs: configuration.glyphs))
  }
}
