/// Many short texts in one buffer, by their place.
///
/// A zero byte, which no text holds, stands before the first text and behind each: so whoever looks
/// through the buffer as a whole sees where one ends, and never runs on into the next.
struct TextColumn: Sendable {
  private(set) var bytes: [UInt8]

  /// Where each text starts, and one more: where another one would.
  private(set) var starts: [UInt32]

  /// The number of texts.
  var count: Int { starts.count - 1 }

  /// The bytes of all texts together.
  var byteCount: Int { bytes.count - starts.count }

  /// Makes a column without texts.
  init() {
    bytes = [0]
    starts = [1]
  }

  /// Makes a column of buffers that were filled elsewhere.
  init(bytes: [UInt8], starts: [UInt32]) {
    self.bytes = bytes
    self.starts = starts
  }

  /// Makes room for further texts.
  mutating func reserve(count: Int, byteCount: Int) {
    bytes.reserveCapacity(bytes.count + byteCount + count)
    starts.reserveCapacity(starts.count + count)
  }

  /// Adds a text at the end; it holds no zero byte.
  mutating func append(_ text: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: text)
    close()
  }

  /// Adds a text at the end; it holds no zero byte.
  mutating func append(_ text: [UInt8]) {
    bytes.append(contentsOf: text)
    close()
  }

  private mutating func close() {
    bytes.append(0)
    Self.checkSize(bytes.count)
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Adds all texts of another column at the end.
  mutating func append(contentsOf other: TextColumn) {
    let shift = UInt32(truncatingIfNeeded: bytes.count - 1)
    Self.checkSize(bytes.count + other.bytes.count)
    bytes.append(contentsOf: other.bytes.dropFirst())
    starts.append(contentsOf: other.starts.dropFirst().lazy.map { $0 &+ shift })
  }

  /// Stops the program where offsets of 32 bits no longer reach.
  static func checkSize(_ byteCount: Int) {
    precondition(byteCount <= UInt32.max, "names of more than 4 GiB do not fit into one index")
  }
}

// MARK: Texts

extension TextColumn {
  /// Where a text lies in `bytes`.
  func range(_ place: Int) -> Range<Int> {
    Int(starts[place])..<(Int(starts[place + 1]) - 1)
  }

  /// Hands out the bytes of a text.
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    at place: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = range(place)
    return try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])))
    }
  }

  func string(at place: Int) -> String {
    withBytes(at: place) { String(decoding: $0, as: UTF8.self) }
  }
}
