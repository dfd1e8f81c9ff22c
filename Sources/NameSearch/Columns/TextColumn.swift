/// Many short texts in one buffer.
///
/// A zero byte, which no text contains, precedes the first text and follows each text, so a scan of
/// the whole buffer sees where texts end.
struct TextColumn: Sendable {
  private(set) var bytes: Column<UInt8>

  /// The start of each text; the last entry is where the next one would start.
  private(set) var starts: Column<UInt32>

  var count: Int { starts.count - 1 }

  /// The length of all texts together, without the zero bytes.
  var byteCount: Int { bytes.count - starts.count }

  init() {
    bytes = Column([0])
    starts = Column([1])
  }

  init(bytes: Column<UInt8>, starts: Column<UInt32>) {
    self.bytes = bytes
    self.starts = starts
  }

  mutating func reserve(count: Int, byteCount: Int) {
    bytes.reserveCapacity(bytes.count + byteCount + count)
    starts.reserveCapacity(starts.count + count)
  }

  @inline(__always)
  mutating func append(_ text: some Collection<UInt8>) {
    bytes.append(contentsOf: text)
    bytes.append(0)
    precondition(bytes.count <= Self.maximumBytes, "texts of more than 4 GiB")
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
  }

  mutating func append(contentsOf other: TextColumn) {
    let shift = UInt32(truncatingIfNeeded: bytes.count - 1)
    precondition(hasRoom(for: other), "texts of more than 4 GiB")
    bytes.append(contentsOf: other.bytes.dropFirst())
    starts.append(other.starts, from: 1) { $0 &+ shift }
  }

  /// The greatest length of `bytes`, since offsets have 32 bits.
  static let maximumBytes = Int(UInt32.max)

  func hasRoom(for other: TextColumn) -> Bool {
    bytes.count + other.bytes.count <= Self.maximumBytes
  }
}

// MARK: Texts

extension TextColumn {
  /// The range of a text in `bytes`, without the zero byte; empty if the offsets are damaged.
  @inline(__always)
  func range(_ place: Int) -> Range<Int> {
    let (start, end) = (Int(starts[place]), Int(starts[place + 1]) - 1)
    return start > 0 && start <= end && end < bytes.count ? start..<end : 0..<0
  }

  /// Whether the column is undamaged: each text starts after the previous one.
  var areRight: Bool {
    if !bytes.isMapped { return true }
    return bytes.isRight && starts.isRight && starts[0] == 1 && starts[count] == bytes.count
      && starts.rises(by: 1...(.max))
  }

  /// The place of the text that starts at an offset in `bytes`, in O(log *n*) for *n* texts.
  func place(ofTextAt offset: Int) -> Int {
    starts.withUnsafeBufferPointer { $0.place(ofTextAt: offset) }
  }

  @inline(__always)
  func withBytes<Result, Failure: Error>(
    at place: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer(of: range(place)) { (bytes) throws(Failure) in
      try body(UnsafeRawBufferPointer(bytes))
    }
  }

  func string(at place: Int) -> String {
    withBytes(at: place) { String(decoding: $0, as: UTF8.self) }
  }
}
