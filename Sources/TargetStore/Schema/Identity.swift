/// Universally unique identifiers (RFC 9562, version 4), as text in lower case.
enum Identity {
  static func random() -> String {
    let (high, low) = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    let digits =
      hex(high & ~0xF000 | 0x4000) + hex(low & ~(3 << 62) | 2 << 62)
    let lengths = [8, 4, 4, 4, 12]
    var rest = Substring(digits)
    return lengths.map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }.joined(separator: "-")
  }

  /// The SQL condition for a row of `list` whose UUID does not have the form of ``random()``.
  ///
  /// A file may come from others, and the UUID becomes part of the path of a snapshot.
  static let isMissing = """
    (length(uuid) <> 36 OR trim(uuid, '-0123456789abcdef') <> '')
    """

  private static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
