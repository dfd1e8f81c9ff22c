/// An incoming bracketed paste, of which only as much as fits into a line is stored.
struct Paste {
  static let start = Array("\u{1B}[200~".utf8)
  static let end = Array("\u{1B}[201~".utf8)

  private var content: [UInt8] = []
  /// The newest bytes, which may be the start of the end marker.
  private var tail: [UInt8] = []

  /// Removes the bytes of the paste from `bytes`; returns whether its end has arrived.
  mutating func read(from bytes: inout ArraySlice<UInt8>) -> Bool {
    let all = tail + bytes
    if let end = Self.firstEnd(in: all) {
      keep(all[..<end])
      tail = []
      bytes = all[(end + Self.end.count)...]
      return true
    }
    let split = max(all.count - (Self.end.count - 1), 0)
    keep(all[..<split])
    tail = Array(all[split...])
    bytes = []
    return false
  }

  /// The text as one line: whole characters, no NUL, at most the length of a line.
  ///
  /// Trailing line breaks are dropped; all others become spaces.
  func finished() -> [UInt8] {
    var text = content + tail.filter { $0 != 0 }
    while let last = text.last, Self.isBreak(last) { text.removeLast() }
    let line = text.indices.compactMap { place -> UInt8? in
      guard Self.isBreak(text[place]) else { return text[place] }
      let isOneWithNext = text[place] == 0x0D && text[text.index(after: place)...].first == 0x0A
      return isOneWithNext ? nil : UInt8(ascii: " ")
    }
    return Array(LineLimit.prefix(of: line))
  }

  private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    // One byte more than fits shows where the last character ends.
    let room = LineLimit.bytes + 1 - content.count
    content += bytes.lazy.filter { $0 != 0 }.prefix(max(room, 0))
  }

  private static func firstEnd(in bytes: [UInt8]) -> Int? {
    var start = 0
    while let escape = bytes[start...].firstIndex(of: 0x1B) {
      if bytes[escape...].starts(with: end) { return escape }
      start = escape + 1
    }
    return nil
  }
}
