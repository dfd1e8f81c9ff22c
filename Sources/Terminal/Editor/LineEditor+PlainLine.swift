import TerminalText

// The prompt in plain mode, and what is printed there: never into a line that is being typed.

extension LineEditor {
  /// Shows the line as it is now, in plain mode; before it what there is to print, if nothing is typed.
  func showPlainLine() {
    guard configuration.mode == .plain, isOpen, !readline.isRunning, !isSubmitting else {
      return
    }
    if !messages.isEmpty, editorLine.text.isEmpty {
      device.write(plainLine.takeBack() + messages)
      messages = []
    }
    if !keys.isPaused { drawPlainLine() }
  }

  /// Shows the line and goes to the next row, in plain mode, and prints what waited for that.
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
