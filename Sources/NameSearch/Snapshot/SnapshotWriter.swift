/// Writes the parts of a snapshot one behind the other, from the memory they are in.
struct SnapshotWriter {
  private let file: NewFile
  private var end = SnapshotHeader.byteCount
  private var parts: [SnapshotPart] = []

  /// - Throws: ``SnapshotError`` when no file can be made.
  init(replacing path: String) throws(SnapshotError) {
    guard Int(littleEndian: 1) == 1 else {
      throw .unwritable(path: path, reason: "snapshots are for little-endian processors")
    }
    file = try NewFile(replacing: path)
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    parts.append(try part(bytes))
  }

  mutating func write<Element>(_ column: Column<Element>) throws(SnapshotError) {
    try column.withUnsafeBytes { (bytes) throws(SnapshotError) in try write(bytes) }
  }

  mutating func write<Element: BitwiseCopyable & Sendable>(
    _ values: [Element]
  ) throws(SnapshotError) {
    try write(Column(values))
  }

  mutating func write(_ packed: PackedBytes) throws(SnapshotError) {
    try write(packed.bytes)
  }

  private mutating func part(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) -> SnapshotPart
  {
    let part = SnapshotPart(bytes, at: end)
    try file.write(bytes, at: end)
    let aligned = SnapshotPart.alignment
    end = (end + bytes.count + aligned - 1) / aligned * aligned
    return part
  }

  /// Writes what says where the parts are, and puts the file in its place.
  ///
  /// - Throws: ``SnapshotError``; what was in the place is then still there.
  consuming func finish(
    version: Int64, token: Int64, key: SnapshotKey
  ) throws(SnapshotError) {
    let packed = Column(SnapshotDirectory(version: version, token: token, parts: parts).packed(key))
    let directory = try packed.withUnsafeBytes { (bytes) throws(SnapshotError) in try part(bytes) }
    let byteCount = Int64(directory.offset + directory.byteCount)
    let header = SnapshotHeader(stamp: file.stamp(byteCount: byteCount), directory: directory)
    try Column(header.packed).withUnsafeBytes { (bytes) throws(SnapshotError) in
      try file.write(bytes, at: 0)
    }
    try file.putInPlace()
  }
}
