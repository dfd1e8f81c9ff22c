/// The header of a snapshot file, which locates the directory of its parts.
struct SnapshotHeader: Equatable {
  /// The first part starts here.
  static let byteCount = 128

  /// "NameIndx".
  private static let magic: UInt64 = 0x7864_6E49_656D_614E

  /// Increment it with every change of the file format, of folding, of terms and of the order of names.
  static let format: UInt32 = 6

  /// The directory, which ends where the file ends, and its checksum.
  let directory: SnapshotPart
  let checksum: UInt64
  private let format: UInt32

  init(directory: SnapshotPart, checksum: UInt64, format: UInt32 = Self.format) {
    self.directory = directory
    self.checksum = checksum
    self.format = format
  }

  /// The header followed by its own checksum, less than `byteCount` bytes.
  var packed: [UInt8] {
    var packed = PackedBytes()
    packed.append(Self.magic)
    packed.append(format)
    packed.append(UInt32(Self.byteCount))
    directory.append(to: &packed)
    packed.append(checksum)
    packed.append(packed.bytes.withUnsafeBytes { CheckedFile.checksum(of: $0) })
    return packed.bytes
  }

  /// Reads the header of a file.
  ///
  /// - Throws: An error when it has another format, is damaged, or belongs to a file of another length.
  init(of file: UnsafeRawBufferPointer) throws(UnusableSnapshot) {
    var packed = PackedReader(file)
    try UnusableSnapshot.unless(file.count >= Self.byteCount)
    try UnusableSnapshot.unless(try packed.number(UInt64.self) == Self.magic)
    format = try packed.number()
    let byteCount = try packed.number(UInt32.self)
    try UnusableSnapshot.unless(format == Self.format && byteCount == Self.byteCount)
    directory = try SnapshotPart(from: &packed)
    checksum = try packed.number()
    // Packing it again gives the same bytes, including the checksum, only if no byte is wrong.
    let isWhole = self.packed.elementsEqual(file.prefix(self.packed.count))
    let range = try directory.range(in: file.count)
    try UnusableSnapshot.unless(
      isWhole && range.lowerBound >= Self.byteCount && range.upperBound == file.count)
  }
}
