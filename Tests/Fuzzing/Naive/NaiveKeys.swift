@testable import Terminal

/// Splits a terminal's input, with all of it available at once.
struct NaiveKeys {
  enum Step: Equatable {
    case keys([UInt8]), pasted([UInt8]), mouse(MouseEvent), escape
  }

  private(set) var steps: [Step] = []
  private let takesEscape: Bool
  private let isBound: ([UInt8]) -> Bool
  private var rest: ArraySlice<UInt8>

  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// The bytes of the longest line.
  private static let longest = 32_768

  init(_ bytes: [UInt8], takesEscape: Bool, isBound: @escaping ([UInt8]) -> Bool) {
    self.takesEscape = takesEscape
    self.isBound = isBound
    rest = bytes[...]
    while !rest.isEmpty { read() }
  }

  /// Adjacent keys are one step.
  mutating func add(_ step: Step) {
    if case .keys(let more) = step, case .keys(let keys)? = steps.last {
      steps[steps.count - 1] = .keys(keys + more)
    } else {
      steps.append(step)
    }
  }

  private mutating func take(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  private mutating func read() {
    guard rest.first == 0x1B else { return add(.keys(take(1))) }
    guard rest.count > 1 else { return readEnd() }
    switch rest[rest.startIndex + 1] {
    case 0x1B:
      let key = take(1)
      add(takesEscape ? .keys(key) : .escape)
    case UInt8(ascii: "O"):
      if rest.count < 3 { readEnd() } else { end(take(3)) }
    case UInt8(ascii: "["):
      let parameters = rest.dropFirst(2).prefix { (0x20...0x3F).contains($0) }.count
      if parameters >= 32 {
        _ = take(32)
      } else if parameters + 2 == rest.count {
        readEnd()
      } else {
        end(take(parameters + 3))
      }
    case let key:
      let keys = take(2)
      // Such a key is only named.
      let isNamed = key > 0x20 && key < 0x7F
      if takesEscape || isBound(keys) || !isNamed { add(.keys(keys)) }
    }
  }

  /// Handles incomplete input when no more arrives.
  private mutating func readEnd() {
    let keys = take(rest.count)
    add(keys.count == 1 && !takesEscape ? .escape : .keys(keys))
  }

  private mutating func end(_ sequence: [UInt8]) {
    if sequence == Self.pasteStart { return readPaste() }
    if sequence.starts(with: "\u{1B}[<".utf8) {
      if let event = MouseEvent(sequence) { add(.mouse(event)) }
    } else if sequence != Self.pasteEnd, takesEscape || isBound(sequence) {
      add(.keys(sequence))
    }
  }

  private mutating func readPaste() {
    let end = rest.indices.first { rest[$0...].starts(with: Self.pasteEnd) }
    // Without an end, the last bytes might be the beginning of the end marker.
    let content = end.map { rest[..<$0] } ?? rest.dropLast(5)
    let tail = end == nil ? rest.suffix(5) : []
    rest = end.map { rest[($0 + Self.pasteEnd.count)...] } ?? []
    var text = Array(content.filter { $0 != 0 }.prefix(Self.longest + 1)) + tail.filter { $0 != 0 }
    while [0x0A, 0x0D].contains(text.last) { text.removeLast() }
    var line: [UInt8] = []
    for (place, byte) in text.enumerated() {
      if byte == 0x0D, text[(place + 1)...].first == 0x0A { continue }
      line.append(byte == 0x0A || byte == 0x0D ? 0x20 : byte)
    }
    steps.append(.pasted(Self.cut(line)))
  }

  /// At most as many bytes as a line may have, without an incomplete character.
  private static func cut(_ line: [UInt8]) -> [UInt8] {
    guard line.count > longest else { return line }
    let isInside = (0...3).prefix { line[longest - $0] & 0xC0 == 0x80 }.count
    return Array(line.prefix(longest - min(isInside, 3)))
  }
}
