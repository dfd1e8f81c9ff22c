/// An input that is read from its beginning: first the bytes that choose a case, then the tested bytes.
struct Input {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  var isEmpty: Bool { rest.isEmpty }

  /// The next byte, or 0 at the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number of two bytes, from 0.
  mutating func number(below bound: Int) -> Int {
    let high = Int(byte())
    return (high << 8 | Int(byte())) % bound
  }

  /// An element chosen by the next byte.
  mutating func choice<Element>(_ elements: [Element]) -> Element {
    elements[Int(byte()) % elements.count]
  }

  /// The bytes up to a separator, which is removed, or up to the end.
  mutating func piece(upTo separator: UInt8) -> [UInt8] {
    let piece = rest.prefix { $0 != separator }
    rest = rest.dropFirst(piece.count + 1)
    return Array(piece)
  }

  /// The bytes up to a separator as text, with invalid UTF-8 replaced.
  mutating func text(upTo separator: UInt8 = 0xFF) -> String {
    String(decoding: piece(upTo: separator), as: UTF8.self)
  }

  /// All that is left.
  mutating func remainder() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }

  /// The remaining bytes as text, with invalid UTF-8 replaced.
  mutating func remainingText() -> String {
    String(decoding: remainder(), as: UTF8.self)
  }
}

/// Random numbers that an input determines (the SplitMix64 sequence).
struct FixedRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Collection where SubSequence == ArraySlice<UInt8> {
  /// The bytes in pieces of a few bytes each, as a slow pipe might deliver them.
  func cut(seed: UInt8) -> [ArraySlice<UInt8>] {
    var random = FixedRandom(UInt64(seed))
    // Limits the number of pieces of a long input.
    let most = Swift.max([1, 3, 20, 1_000][Int(seed) % 4], count / 500)
    var pieces: [ArraySlice<UInt8>] = []
    var rest = self[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...most, using: &random))
      pieces.append(piece)
      rest = rest[piece.endIndex...]
    }
    return pieces
  }
}

extension Collection<UInt8> {
  /// The bytes in a form for messages: printable ASCII unchanged, everything else in hexadecimal.
  var shown: String {
    map { byte in
      (0x20...0x7E).contains(byte) && byte != 0x5C
        ? String(Unicode.Scalar(byte))
        : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
