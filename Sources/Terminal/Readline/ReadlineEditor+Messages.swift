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
    // An inputrc that is read again may ask for the bell, which readline rings here.
    let said = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)).filter { $0 != 7 }
    guard !said.isEmpty else { return }
    let text = String(decoding: said, as: UTF8.self)
    messages += text.split(separator: "\n").map { String($0) }
  }
}
