import CReadline

// Collects readline's messages, which readline would otherwise print unchanged.

extension ReadlineEditor {
  /// The messages since the last call, which may contain control characters; `nil` if there are none.
  func takeMessages() -> [String]? {
    defer { messages = [] }
    return messages.isEmpty ? nil : messages
  }

  /// Collects messages about an inputrc, which readline may read again because of a key.
  func catchingMessages(_ run: @convention(c) () -> Void) {
    var bytes = [CChar](repeating: 0, count: 4_096)
    creadline_catching_messages(&bytes, bytes.count, run)
    let said = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    // readline rings the bell before it reads an inputrc again, if the inputrc asks for that.
    let lines = said.split(separator: 10).map { $0.drop { $0 == 7 } }.filter { !$0.isEmpty }
    messages += lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
