/// How long a line may get; what is typed or pasted beyond is left out.
enum LineLimit {
  /// The length of the longest name.
  static let bytes = 4096

  /// True if a line of this length may not take another character.
  static func isReached(by count: Int) -> Bool { count > bytes - 4 }

  /// As much of the start as a line may hold, cut before a character rather than inside.
  static func prefix<Bytes: RandomAccessCollection<UInt8>>(of line: Bytes) -> Bytes.SubSequence {
    guard line.count > bytes else { return line[...] }
    var end = line.index(line.startIndex, offsetBy: bytes)
    // At most three bytes continue a character: more are not UTF-8 and can be cut anywhere.
    for _ in 0..<3 where line[end] & 0xC0 == 0x80 { end = line.index(before: end) }
    return line[..<end]
  }
}
