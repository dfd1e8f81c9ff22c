/// Takes the parts of a mapped snapshot, in the order they were written in.
///
/// Nothing outside the file is ever read. Values read now are compared with their checksums now;
/// columns are compared when they are read.
struct SnapshotReader {
  let version: Int64
  let token: Int64

  let file: CheckedFile
  private let parts: [SnapshotPart]
  private var next = 0

  /// Opens a snapshot.
  ///
  /// - Throws: An error when it is missing, has another key, or the part read so far is damaged.
  init(path: String, key: SnapshotKey) throws(UnusableSnapshot) {
    // Columns are mapped without conversion, so the machine must be little-endian.
    try UnusableSnapshot.unless(Int(littleEndian: 1) == 1)
    let mapped = try MappedFile(path)
    let header = try SnapshotHeader(of: mapped.bytes)
    let directory = try SnapshotDirectory(of: mapped.bytes, header, key: key)
    version = directory.version
    token = directory.token
    parts = directory.parts
    file = CheckedFile(
      mapped, from: SnapshotHeader.byteCount, to: Int(header.directory.offset),
      checksums: directory.checksums)
  }

  var isAtEnd: Bool { next == parts.count }

  private mutating func range() throws(UnusableSnapshot) -> Range<Int> {
    try UnusableSnapshot.unless(!isAtEnd)
    defer { next += 1 }
    return try parts[next].range(in: file.bytes.count)
  }

  mutating func packed() throws(UnusableSnapshot) -> PackedReader {
    let range = try range()
    try UnusableSnapshot.unless(file.isRight(range))
    return PackedReader(UnsafeRawBufferPointer(rebasing: file.bytes[range]))
  }

  /// A column that is compared with its checksums when it is read.
  mutating func column<Element>(
    of type: Element.Type = Element.self
  ) throws(UnusableSnapshot) -> Column<Element> {
    let range = try range()
    try UnusableSnapshot.unless(range.count % MemoryLayout<Element>.stride == 0)
    return Column(mapped: range, of: file)
  }

  /// Reads a whole column.
  mutating func values<Element: FixedWidthInteger & BitwiseCopyable & Sendable>(
    of type: Element.Type = Element.self
  ) throws(UnusableSnapshot) -> [Element] {
    let column = try column(of: type)
    let values = column.withUnsafeBufferPointer { Array($0) }
    try UnusableSnapshot.unless(!file.isDamaged)
    return values
  }
}
