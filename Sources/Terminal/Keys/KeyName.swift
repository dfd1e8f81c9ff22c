/// The names of keys, as the help writes them.
enum KeyName {
  /// The name of the key that sends a sequence; `nil` for reports of the terminal, which are no keys.
  static func of(_ keys: [UInt8]) -> String? {
    guard keys.first == 0x1B, keys.count > 1, let last = keys.last else { return nil }
    if keys.count == 2 {
      return last > 0x20 && last < 0x7F ? "M-\(Character(Unicode.Scalar(last)))" : nil
    }
    let numbers = String(decoding: keys.dropFirst(2).dropLast(), as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let modifiers = numbers.count == 2 ? prefixes[numbers[1] ?? 0] : numbers.count < 2 ? "" : nil
    guard let modifiers else { return nil }
    let name: String?
    switch (keys[1], last) {
    case (UInt8(ascii: "["), UInt8(ascii: "~")): name = numbers[0].flatMap { numbered[$0] }
    case (UInt8(ascii: "["), _) where numbers.count == 2 && numbers[0] != 1: name = nil
    case (UInt8(ascii: "["), UInt8(ascii: "P")...UInt8(ascii: "S")) where numbers.count < 2:
      name = nil
    default: name = lettered[last]
    }
    return name.map { modifiers + $0 }
  }

  /// The name of the key that sends a byte; `nil` for a part of a character.
  static func of(_ byte: UInt8) -> String? {
    switch byte {
    case 0x09: "Tab"
    case 0x20: "Space"
    case 0x7F: "Backspace"
    case ..<0x20: "C-\(Character(Unicode.Scalar(byte | (byte < 0x1B ? 0x60 : 0x40))))"
    case ..<0x7F: "\(Character(Unicode.Scalar(byte)))"
    default: nil
    }
  }

  /// By the number for the modifier keys that are held.
  private static let prefixes: [Int: String] = [
    2: "S-", 3: "M-", 4: "M-S-", 5: "C-", 6: "C-S-", 7: "C-M-", 8: "C-M-S-",
  ]

  private static let numbered: [Int: String] = [
    1: "Home", 2: "Ins", 3: "Del", 4: "End", 5: "PgUp", 6: "PgDn", 7: "Home", 8: "End",
    11: "F1", 12: "F2", 13: "F3", 14: "F4", 15: "F5", 17: "F6", 18: "F7", 19: "F8", 20: "F9",
    21: "F10", 23: "F11", 24: "F12",
  ]

  private static let lettered: [UInt8: String] = [
    UInt8(ascii: "A"): "↑", UInt8(ascii: "B"): "↓", UInt8(ascii: "C"): "→", UInt8(ascii: "D"): "←",
    UInt8(ascii: "H"): "Home", UInt8(ascii: "F"): "End", UInt8(ascii: "Z"): "S-Tab",
    UInt8(ascii: "P"): "F1", UInt8(ascii: "Q"): "F2", UInt8(ascii: "R"): "F3",
    UInt8(ascii: "S"): "F4",
  ]
}
