import TerminalText

// The prompt and messages of plain mode; a message never interrupts a line that is being typed.

extension LineEditor {
  /// In plain mode, prints waiting messages if the line is empty, and then shows the line.
  ///
  /// A prompt that is shown stays, because nothing may move the cursor back to it; messages follow on lines of
  /// their own.
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
