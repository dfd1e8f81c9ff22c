/// Many short byte strings in one buffer, by their place.
struct ByteColumn: Sendable {
  private(set) var bytes: [UInt8] = []

  /// Where each string starts, and one more: where the last one ends.
  private(set) var offsets: [UInt32] = [0]

  var count: Int { offsets.count - 1 }

  /// Makes a column of buffers that were filled elsewhere.
  init(bytes: [UInt8] = [], offsets: [UInt32] = [0]) {
    self.bytes = bytes
    self.offsets = offsets
  }

  func range(_ place: Int) -> Range<Int> {
    Int(offsets[place])..<Int(offsets[place + 1])
  }

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

  mutating func reserve(count: Int, bytes: Int) {
    offsets.reserveCapacity(count + 1)
    self.bytes.reserveCapacity(bytes)
  }

  mutating func append(_ string: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: string)
    close()
  }

  mutating func append(_ string: [UInt8]) {
    bytes.append(contentsOf: string)
    close()
  }

  private mutating func close() {
    precondition(bytes.count <= UInt32.max, "names of more than 4 GiB do not fit into one index")
    offsets.append(UInt32(truncatingIfNeeded: bytes.count))
  }
}

// MARK: Putting together

extension ByteColumn {
  /// Puts strings of two columns together.
  init(_ plan: MergePlan, _ old: ByteColumn, _ new: ByteColumn) {
    var byteCount = 0
    for piece in plan.pieces {
      let source = piece.isNew ? new : old
      let (start, end) = (piece.rows.lowerBound, piece.rows.upperBound)
      byteCount += Int(source.offsets[end] - source.offsets[start])
    }
    precondition(byteCount <= UInt32.max, "names of more than 4 GiB do not fit into one index")
    reserve(count: plan.rowCount, bytes: byteCount)
    for piece in plan.pieces { append(piece.rows, of: piece.isNew ? new : old) }
  }

  private mutating func append(_ places: Range<Int>, of other: ByteColumn) {
    let start = other.offsets[places.lowerBound]
    let shift = UInt32(bytes.count) &- start
    bytes.append(contentsOf: other.bytes[Int(start)..<Int(other.offsets[places.upperBound])])
    for place in places { offsets.append(other.offsets[place + 1] &+ shift) }
  }
}
