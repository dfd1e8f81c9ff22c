/// What a snapshot is of, and where its parts are.
struct SnapshotDirectory: Equatable {
  /// The caller's number of the last change.
  let version: Int64

  /// What tells that change from others of the same number.
  let token: Int64

  /// The parts in the order they were written in.
  let parts: [SnapshotPart]

  func packed(_ key: SnapshotKey) -> [UInt8] {
    var packed = PackedBytes()
    for byte in key.packed { packed.append(byte) }
    packed.append(version)
    packed.append(token)
    for part in parts { part.append(to: &packed) }
    return packed.bytes
  }

  init(version: Int64, token: Int64 = 0, parts: [SnapshotPart]) {
    self.version = version
    self.token = token
    self.parts = parts
  }

  /// Reads the directory of a file.
  ///
  /// - Throws: An error when it is damaged or of another key.
  init(
    of file: UnsafeRawBufferPointer, _ header: SnapshotHeader, key: SnapshotKey
  ) throws(UnusableSnapshot) {
    let bytes = try header.directory.bytes(in: file)
    try UnusableSnapshot.unless(SnapshotPart.checksum(of: bytes) == header.directory.checksum)
    let key = key.packed
    try UnusableSnapshot.unless(bytes.starts(withBytes: key))
    var packed = PackedReader(UnsafeRawBufferPointer(rebasing: bytes[key.count...]))
    version = try packed.number()
    token = try packed.number()
    var parts: [SnapshotPart] = []
    while !packed.isAtEnd { parts.append(try SnapshotPart(from: &packed)) }
    self.parts = parts
  }
}
