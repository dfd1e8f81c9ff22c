import CReadline

extension ReadlineEditor {
  /// Text of macros beyond this is dropped until all keys are handled: a macro may call itself.
  private static let maximumMacroLength = 4 * LineLimit.bytes

  /// Makes the next keys of what readline has pushed back: the keys of a macro, for example.
  ///
  /// readline would handle them within the same call of `rl_callback_read_char`. In 8.2, that jumps
  /// into a function that has returned when such a key is not bound; and a macro that begins a
  /// search would wait in its middle for the next typed key. So this is called whenever readline
  /// has handled a key, before it looks for pushed keys.
  func takePushedKeys() {
    var pushed: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 256)
    while case let count = creadline_take_pushed(&bytes, bytes.count), count > 0 {
      pushed += bytes.prefix(count)
    }
    guard !pushed.isEmpty else { return }
    macroLength += pushed.count
    ready = pushed[...] + ready
    guard macroLength > Self.maximumMacroLength else { return }
    ready = []
    messages.append("a macro calls itself and was stopped")
  }
}
