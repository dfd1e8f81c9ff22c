/// Finds the last line of an output that is not blank.
///
/// A carriage return also ends a line, because programs use it to replace what they showed before.
struct LastLine {
  /// The maximum length of the line in bytes; only the start of a longer line is kept.
  static let mostBytes = 4_096

  private var complete: [UInt8] = []
  private var current: [UInt8] = []

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        endLine()
      } else if current.count < Self.mostBytes {
        current.append(byte)
      }
    }
  }

  private mutating func endLine() {
    if current.contains(where: { $0 > 0x20 }) { swap(&complete, &current) }
    current.removeAll(keepingCapacity: true)
  }

  /// The line as text without control characters; `nil` if there was none.
  var text: String? {
    var copy = self
    copy.endLine()
    let scalars = String(decoding: copy.complete, as: UTF8.self).unicodeScalars
    var shown = String.UnicodeScalarView()
    var bytes = 0
    for scalar in scalars {
      let kept = Self.isControl(scalar) ? " " : scalar
      bytes += UTF8.width(kept)
      if bytes > Self.mostBytes { break }
      shown.append(kept)
    }
    let words = String(shown).split(separator: " ")
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
