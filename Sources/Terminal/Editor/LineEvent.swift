/// An event of the keyboard, the terminal or the process.
package enum LineEvent: Equatable, Sendable {
  /// The line, its cursor or its prompt changed; sent once for all keys that arrive together.
  case edited

  /// A key command was called, with the numeric argument if one was typed.
  case command(name: String, argument: Int?)

  /// Whether C-x was typed and waits for the next key.
  case prefixChanged(isTyped: Bool)

  /// Enter; on a screen, the line stays until it is changed; in plain mode, it is cleared.
  case submitted(String)

  /// Ctrl-D on an empty line.
  case endOfInput

  /// Ctrl-C; a search or an argument has ended, and the line stays until it is cleared.
  case interrupted

  /// Esc alone, outside a search and vi mode.
  case escape

  case mouse(MouseEvent)

  /// A printable key without a command, while letters are commands.
  case unknownKey(String, argument: Int?)

  /// A paste while the line takes no text; counting stops at the length of a full line.
  case pasteIgnored(characters: Int)

  /// The window's size changed; everything must be repainted.
  case resized

  /// The process was stopped and continues; everything must be repainted.
  case continued

  /// Tab was pressed twice.
  case completionsListed([String])

  /// readline's messages about the user's inputrc, which may contain control characters.
  case complained([String])

  /// SIGTERM, SIGHUP (also if the terminal is gone) or SIGQUIT; answer it with `close()` and
  /// `dieOf(_:)`.
  case terminated(signal: Int32)
}
