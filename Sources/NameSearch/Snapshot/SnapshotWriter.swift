/// Writes the parts of a snapshot one after another.
struct SnapshotWriter {
  private let file: SnapshotDraft
  private var end = SnapshotHeader.byteCount
  private var parts: [SnapshotPart] = []
  private var checksums: [UInt64] = []

  /// The bytes of the last block that are not written yet.
  private var block: [UInt8] = []

  /// - Throws: ``SnapshotError`` when no file can be made.
  init(replacing path: String) throws(SnapshotError) {
    guard Int(littleEndian: 1) == 1 else {
      throw .unwritable(path: path, reason: "snapshots are for little-endian processors")
    }
    file = try SnapshotDraft(replacing: path)
    block.reserveCapacity(CheckedFile.blockSize)
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    parts.append(SnapshotPart(offset: UInt64(end), byteCount: UInt64(bytes.count)))
    var rest = bytes[...]
    while !rest.isEmpty {
      let room = CheckedFile.blockSize - end % CheckedFile.blockSize
      let piece = rest.prefix(room)
      try append(UnsafeRawBufferPointer(rebasing: piece))
      rest = rest.dropFirst(piece.count)
    }
    // Blocks are multiples of the alignment.
    let gap = (SnapshotPart.alignment - end % SnapshotPart.alignment) % SnapshotPart.alignment
    try Column([UInt8](repeating: 0, count: gap)).withUnsafeBytes { (zeros) throws(SnapshotError) in
      try append(zeros)
    }
  }

  /// Appends bytes that belong to one block.
  private mutating func append(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    block.append(contentsOf: bytes)
    end += bytes.count
    if !bytes.isEmpty, end % CheckedFile.blockSize == 0 { try endBlock() }
  }

  private mutating func endBlock() throws(SnapshotError) {
    guard !block.isEmpty else { return }
    let place = end - block.count
    checksums.append(block.withUnsafeBytes { CheckedFile.checksum(of: $0) })
    try Column(block).withUnsafeBytes { (bytes) throws(SnapshotError) in
      try file.write(bytes, at: place)
    }
    block.removeAll(keepingCapacity: true)
  }

  mutating func write<Element>(_ column: Column<Element>) throws(SnapshotError) {
    try column.withUnsafeBytes { (bytes) throws(SnapshotError) in try write(bytes) }
  }

  mutating func write<Element: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ values: [Element]
  ) throws(SnapshotError) {
    try write(Column(values))
  }

  mutating func write(_ packed: PackedBytes) throws(SnapshotError) {
    try write(packed.bytes)
  }

  /// Writes the directory of the parts, and gives the file its final name.
  ///
  /// - Throws: ``SnapshotError``; the previous file is unchanged.
  consuming func finish(
    version: Int64, token: Int64, key: SnapshotKey
  ) throws(SnapshotError) {
    try endBlock()
    let place = end
    let directory = SnapshotDirectory(
      version: version, token: token, parts: parts, checksums: checksums)
    let packed = Column(directory.packed(key))
    let (file, checksum) = (file, packed.withUnsafeBytes { CheckedFile.checksum(of: $0) })
    try packed.withUnsafeBytes { (bytes) throws(SnapshotError) in try file.write(bytes, at: place) }
    let part = SnapshotPart(offset: UInt64(place), byteCount: UInt64(packed.count))
    let header = SnapshotHeader(directory: part, checksum: checksum)
    try Column(header.packed).withUnsafeBytes { (bytes) throws(SnapshotError) in
      try file.write(bytes, at: 0)
    }
    try file.putInPlace()
  }
}
