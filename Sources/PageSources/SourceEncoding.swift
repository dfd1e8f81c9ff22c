/// Detects UTF-16 and UTF-32, for which the report of invalid lines would be confusing.
package enum SourceEncoding: String, Sendable {
  case utf16 = "UTF-16"
  case utf32 = "UTF-32"

  static let sampleSize = 4096

  /// The byte order mark of UTF-8, which may precede the first name.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Looks for a byte order mark or the zeros of UTF-16 and UTF-32; `nil` if there are none so far.
  package init?(of sample: some Collection<UInt8>) {
    let bytes = Array(sample.prefix(Self.sampleSize))
    if bytes.starts(with: [0xff, 0xfe, 0, 0]) || bytes.starts(with: [0, 0, 0xfe, 0xff]) {
      self = .utf32
    } else if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      self = .utf16
    } else if Self.looksLikeUTF32(bytes) {
      self = .utf32
    } else if Self.looksLikeUTF16(bytes) {
      self = .utf16
    } else {
      return nil
    }
  }

  /// Characters are below U+110000, so the highest of four bytes is 0 and the next at most 16.
  private static func looksLikeUTF32(_ bytes: [UInt8]) -> Bool {
    let fours = stride(from: 0, to: bytes.count - 3, by: 4)
    guard bytes.count >= 8 else { return false }
    let isText = fours.allSatisfy { bytes[$0...($0 + 3)].contains { $0 != 0 } }
    let isBig = fours.allSatisfy { bytes[$0] == 0 && bytes[$0 + 1] <= 0x10 }
    let isLittle = fours.allSatisfy { bytes[$0 + 3] == 0 && bytes[$0 + 2] <= 0x10 }
    return isText && (isBig || isLittle)
  }

  /// Zeros are only at even or only at odd offsets, in at least every other pair (Latin letters),
  /// or in one of 20 pairs if there is a line break.
  private static func looksLikeUTF16(_ bytes: [UInt8]) -> Bool {
    let pairs = stride(from: 0, to: bytes.count - 1, by: 2)
    let even = pairs.count { bytes[$0] == 0 }
    let odd = pairs.count { bytes[$0 + 1] == 0 }
    guard even + odd >= 2, even == 0 || odd == 0 else { return false }
    let newline = UInt8(ascii: "\n")
    let hasLineBreak = pairs.contains {
      even == 0
        ? bytes[$0] == newline && bytes[$0 + 1] == 0 : bytes[$0] == 0 && bytes[$0 + 1] == newline
    }
    let pairCount = bytes.count / 2
    return (even + odd) * 2 >= pairCount || hasLineBreak && (even + odd) * 20 >= pairCount
  }
}
