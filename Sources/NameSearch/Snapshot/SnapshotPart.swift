/// The location of a part of a snapshot in the file.
struct SnapshotPart: Equatable, Sendable {
  /// Parts start at multiples of this number of bytes.
  static let alignment = 64

  let offset: UInt64
  let byteCount: UInt64

  init(offset: UInt64, byteCount: UInt64) {
    self.offset = offset
    self.byteCount = byteCount
  }

  /// The range of the part in a file of `fileSize` bytes.
  ///
  /// - Throws: An error when it is not all in the file.
  func range(in fileSize: Int) throws(UnusableSnapshot) -> Range<Int> {
    let (end, overflow) = offset.addingReportingOverflow(byteCount)
    try UnusableSnapshot.unless(
      !overflow && end <= UInt64(fileSize) && offset % UInt64(Self.alignment) == 0)
    return Int(offset)..<Int(end)
  }

  func append(to packed: inout PackedBytes) {
    packed.append(offset)
    packed.append(byteCount)
  }

  init(from packed: inout PackedReader) throws(UnusableSnapshot) {
    offset = try packed.number()
    byteCount = try packed.number()
  }
}
