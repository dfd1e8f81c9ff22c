/// Numbers and texts in sequence, for data that is too small for a column.
struct PackedBytes {
  private(set) var bytes: [UInt8] = []

  /// Appends a number, little-endian.
  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends the length of a text in bytes, and its bytes.
  mutating func append(_ text: String) {
    append(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }
}

/// Reads the values that `PackedBytes` wrote; valid only while the memory is.
struct PackedReader {
  private var rest: Slice<UnsafeRawBufferPointer>

  init(_ bytes: UnsafeRawBufferPointer) {
    rest = bytes[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type = Number.self
  ) throws(UnusableSnapshot) -> Number {
    let bytes = try take(MemoryLayout<Number>.size)
    return Number(littleEndian: bytes.loadUnaligned(as: Number.self))
  }

  mutating func text() throws(UnusableSnapshot) -> String {
    let bytes = try take(Int(try number(UInt32.self)))
    guard let text = String(validating: bytes, as: UTF8.self) else { throw UnusableSnapshot() }
    return text
  }

  private mutating func take(_ count: Int) throws(UnusableSnapshot) -> UnsafeRawBufferPointer {
    guard count <= rest.count else { throw UnusableSnapshot() }
    defer { rest = rest.dropFirst(count) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }
}
