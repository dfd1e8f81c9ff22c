import TerminalText

// The prompt and messages of plain mode, which never interrupt a line that is being typed.

extension LineEditor {
  /// In plain mode, prints waiting messages if the line is empty, and then shows the line.
  ///
  /// A prompt that was printed cannot be removed, because plain mode never moves the cursor back to
  /// it; messages follow on their own lines.
  func showPlainLine() {
    guard configuration.mode == .plain, isOpen, !isLent, !readline.isRunning, !isSubmitting
    else {
      return
    }
    if !messages.isEmpty, editorLine.text.isEmpty {
      device.write(plainLine.breakOff() + messages)
      messages = []
    }
    if !keys.isPaused { drawPlainLine() }
  }

  /// In plain mode, shows the line, starts a new row and prints waiting messages.
  func endPlainLine() {
    guard configuration.mode == .plain else { return }
    drawPlainLine()
    device.write(plainLine.breakOff() + messages)
    messages = []
  }

  private func drawPlainLine() {
    device.write(
      plainLine.bytes(
        for: editorLine, columns: device.size.columns, glyphs: configuration.glyphs))
  }
}
