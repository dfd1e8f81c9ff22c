/// The maximum length of a line; typed or pasted text beyond it is dropped.
enum LineLimit {
  /// More than a command with the longest note needs, in which a sign between spaces stands for each line feed.
  ///
  /// So what is too long for a name or a note is refused, and not cut.
  static let bytes = 1 << 15

  /// Whether there may be no room for another character.
  static func isReached(by count: Int) -> Bool { count > bytes - 4 }

  /// The longest prefix of whole characters that a line may hold.
  static func prefix<Bytes: RandomAccessCollection<UInt8>>(of line: Bytes) -> Bytes.SubSequence {
    guard line.count > bytes else { return line[...] }
    var end = line.index(line.startIndex, offsetBy: bytes)
    // A character has at most three continuation bytes; other bytes can be cut anywhere.
    for _ in 0..<3 where line[end] & 0xC0 == 0x80 { end = line.index(before: end) }
    return line[..<end]
  }
}
