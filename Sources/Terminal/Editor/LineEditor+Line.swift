package import TerminalText

extension LineEditor {
  /// The text before the line, shown unless a search or an argument is being typed.
  package var prompt: String {
    get { readline.prompt }
    set {
      readline.prompt = newValue
      showPlainLine()
    }
  }

  /// The line as it stands, with invalid UTF-8 read as U+FFFD.
  package var line: String { editorLine.text }

  /// The line with what stands before it now, to be shown.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line, 4,096 bytes at most.
  package var editorLine: EditorLine { readline.line }

  /// Replaces the line and puts the cursor at its end; the user can undo it.
  package func setLine(_ text: String) {
    readline.setLine(text)
    showPlainLine()
  }

  /// Starts a new, empty line, as after Enter.
  package func clearLine() {
    readline.clearLine()
    showPlainLine()
  }

  /// Has the line come back with ↑ or a search, in this run and later ones.
  ///
  /// An empty line and one that equals the newest are left out.
  package func addToHistory(_ line: String) {
    readline.addToHistory(line)
  }

  /// Prints lines that stay: beside the frames, and in plain mode before the prompt, or, while
  /// something is being typed, after that.
  ///
  /// Lines are not cut; the terminal wraps them.
  package func print(_ lines: [StyledText]) {
    guard isOpen else { return }
    guard configuration.mode == .plain else { return screen.print(lines) }
    messages += configuration.painter.bytes(printing: lines, hasStyle: false)
    showPlainLine()
  }
}
