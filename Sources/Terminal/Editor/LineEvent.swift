/// Something that happened at the keyboard, to the terminal or to the process.
package enum LineEvent: Equatable, Sendable {
  /// The line, its cursor or its prompt changed; sent once for all keys that arrived together.
  case edited

  /// A key command was called, with the numeric argument if one was typed.
  case command(name: String, argument: Int?)

  /// Enter. On a screen the line stays until it is set; in plain mode it is cleared.
  case submitted(String)

  /// Ctrl-D on an empty line.
  case endOfInput

  /// Ctrl-C. A search or an argument has been left; the line stays until it is cleared.
  case interrupted

  /// Esc by itself, where it does not belong to a search or to vi mode.
  case escape

  /// The terminal has another size; everything must be painted anew.
  case resized

  /// The process was stopped and goes on; everything must be painted anew.
  case continued

  /// Tab was pressed twice: the candidates there are.
  case completionsListed([String])

  /// SIGTERM, SIGHUP or SIGQUIT. To be answered by `close()` and `dieOf(_:)`.
  case terminated(signal: Int32)

  /// The terminal is gone; nothing can be read or written any more.
  case hungUp
}
