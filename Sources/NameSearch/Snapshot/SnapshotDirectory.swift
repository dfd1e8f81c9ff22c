/// The key of a snapshot, and the location of its parts.
struct SnapshotDirectory: Equatable {
  /// The caller's version number of the content.
  let version: Int64

  /// The token that distinguishes this version from others with the same number.
  let token: Int64

  /// The parts in the order they were written in.
  let parts: [SnapshotPart]

  /// The checksums of the blocks between the header and the directory.
  let checksums: [UInt64]

  func packed(_ key: SnapshotKey) -> [UInt8] {
    var packed = PackedBytes()
    for byte in key.packed { packed.append(byte) }
    packed.append(version)
    packed.append(token)
    packed.append(UInt32(parts.count))
    for part in parts { part.append(to: &packed) }
    for checksum in checksums { packed.append(checksum) }
    return packed.bytes
  }

  init(version: Int64, token: Int64 = 0, parts: [SnapshotPart], checksums: [UInt64]) {
    self.version = version
    self.token = token
    self.parts = parts
    self.checksums = checksums
  }

  /// Reads the directory of a file.
  ///
  /// - Throws: An error when it is damaged or has another key.
  /// - Complexity: O(*b*) for a file of *b* blocks.
  init(
    of file: UnsafeRawBufferPointer, _ header: SnapshotHeader, key: SnapshotKey
  ) throws(UnusableSnapshot) {
    let bytes = UnsafeRawBufferPointer(rebasing: file[try header.directory.range(in: file.count)])
    try UnusableSnapshot.unless(CheckedFile.checksum(of: bytes) == header.checksum)
    let key = key.packed
    try UnusableSnapshot.unless(bytes.starts(withBytes: key))
    var packed = PackedReader(UnsafeRawBufferPointer(rebasing: bytes[key.count...]))
    version = try packed.number()
    token = try packed.number()
    var parts: [SnapshotPart] = []
    for _ in 0..<(try packed.number(UInt32.self)) { parts.append(try SnapshotPart(from: &packed)) }
    var checksums: [UInt64] = []
    while !packed.isAtEnd { checksums.append(try packed.number()) }
    let end = Int(header.directory.offset)
    for part in parts {
      let range = try part.range(in: end)
      try UnusableSnapshot.unless(range.lowerBound >= SnapshotHeader.byteCount)
    }
    let blocks = (end + CheckedFile.blockSize - 1) / CheckedFile.blockSize
    try UnusableSnapshot.unless(checksums.count == blocks)
    (self.parts, self.checksums) = (parts, checksums)
  }
}
