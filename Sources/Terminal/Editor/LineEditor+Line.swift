package import TerminalText

extension LineEditor {
  /// The text before the line, unless a search or an argument is being typed.
  package var prompt: String {
    get { readline.prompt }
    set {
      readline.prompt = newValue
      showPlainLine()
    }
  }

  /// Whether letters are the commands of `plainKeys` instead of text.
  package var takesPlainKeys: Bool {
    get { readline.takesPlainKeys }
    set { readline.takesPlainKeys = newValue }
  }

  /// Whether the line is a text; otherwise each key is an answer, and pastes are dropped and reported.
  package var takesText: Bool {
    get { readline.takesText }
    set { readline.takesText = newValue }
  }

  /// Invalid UTF-8 is read as U+FFFD.
  package var line: String { editorLine.text }

  /// The line with its current prompt, in O(*n*) for *n* bytes, which are limited.
  package var editorLine: EditorLine { readline.line }

  /// Replaces the line and puts the cursor at its end; the user can undo it.
  package func setLine(_ text: String) {
    readline.setLine(text)
    showPlainLine()
  }

  /// Starts a new empty line, as after Enter.
  package func clearLine() {
    readline.clearLine()
    showPlainLine()
  }

  /// Adds a line to the history of this and later runs, unless it is empty or equals the newest.
  package func addToHistory(_ line: String) {
    readline.addToHistory(line)
  }

  /// Prints lines that stay; in plain mode before the prompt, or after a line that is being typed.
  package func print(_ lines: [StyledText]) {
    guard isOpen else { return }
    guard configuration.mode == .plain else { return screen.print(lines) }
    messages += configuration.painter.bytes(printing: lines, hasStyle: false)
    showPlainLine()
  }
}
