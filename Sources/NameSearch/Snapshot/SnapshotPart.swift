import CXXHash

/// Where a part of a snapshot is in the file.
struct SnapshotPart: Equatable, Sendable {
  /// Parts start at multiples of so many bytes, from the beginning of the file on.
  static let alignment = 64

  let offset: UInt64
  let byteCount: UInt64
  let checksum: UInt64

  init(offset: UInt64, byteCount: UInt64, checksum: UInt64) {
    self.offset = offset
    self.byteCount = byteCount
    self.checksum = checksum
  }

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    self.init(
      offset: UInt64(offset), byteCount: UInt64(bytes.count), checksum: Self.checksum(of: bytes))
  }

  /// - Complexity: O(*n*) for *n* bytes, at about the speed of memory.
  static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    cxxhash_of(bytes.baseAddress, bytes.count)
  }

  /// The bytes of the part in a whole file, not yet compared with the checksum.
  ///
  /// - Throws: An error when they are not all in the file.
  func bytes(in file: UnsafeRawBufferPointer) throws(UnusableSnapshot) -> UnsafeRawBufferPointer {
    let (end, overflow) = offset.addingReportingOverflow(byteCount)
    try UnusableSnapshot.unless(
      !overflow && end <= UInt64(file.count) && offset % UInt64(Self.alignment) == 0)
    return UnsafeRawBufferPointer(rebasing: file[Int(offset)..<Int(end)])
  }

  func append(to packed: inout PackedBytes) {
    packed.append(offset)
    packed.append(byteCount)
    packed.append(checksum)
  }

  init(from packed: inout PackedReader) throws(UnusableSnapshot) {
    offset = try packed.number()
    byteCount = try packed.number()
    checksum = try packed.number()
  }
}
