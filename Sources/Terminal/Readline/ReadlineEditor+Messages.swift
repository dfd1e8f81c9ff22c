import CReadline

// What readline has to say, which it would print as it is.

extension ReadlineEditor {
  /// What readline has said since the last call, in any characters; `nil` if nothing.
  func takeMessages() -> [String]? {
    defer { messages = [] }
    return messages.isEmpty ? nil : messages
  }

  /// Keeps what readline has to say of an inputrc, which may be read again by a key.
  func catchingMessages(_ run: @convention(c) () -> Void) {
    var bytes = [CChar](repeating: 0, count: 4_096)
    creadline_catching_messages(&bytes, bytes.count, run)
    let said = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    // An inputrc that is read again may ask for the bell, which readline rings before it goes on.
    let lines = said.split(separator: 10).map { $0.drop { $0 == 7 } }.filter { !$0.isEmpty }
    messages += lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
