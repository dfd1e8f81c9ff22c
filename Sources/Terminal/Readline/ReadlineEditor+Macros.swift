import CReadline

extension ReadlineEditor {
  /// The maximum number of bytes that macros may add until all keys are handled.
  ///
  /// The rest is dropped, because a macro may call itself; until then nothing ends it, not even Ctrl-C.
  private static let maximumMacroLength = 16_384

  /// Puts the keys that readline has pushed back, such as those of a macro, before the next keys.
  ///
  /// readline would handle them within the same call of `rl_callback_read_char`. In 8.2, that jumps
  /// into a function that has already returned if such a key is not bound. And a macro that begins
  /// a search would stop there and wait for the next typed key. So this is called whenever readline
  /// has handled a key, before it looks for pushed-back keys.
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
