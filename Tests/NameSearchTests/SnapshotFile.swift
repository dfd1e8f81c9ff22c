import Glibc
import Testing

@testable import NameSearch

/// A snapshot that tests can overwrite and restore.
final class SnapshotFile {
  let path: String
  let original: [UInt8]
  let header: SnapshotHeader
  private let time: timespec
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    let file = try MappedFile(path)
    original = Array(file.bytes)
    header = try SnapshotHeader(of: file.bytes)
    descriptor = try #require(open(path, O_RDWR | O_CLOEXEC) as Int32?)
    var status = stat()
    fstat(descriptor, &status)
    time = status.st_mtim
  }

  deinit {
    close(descriptor)
  }

  func parts(_ key: SnapshotKey) throws -> [SnapshotPart] {
    try original.withUnsafeBytes { try SnapshotDirectory(of: $0, header, key: key).parts }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws {
    try #require(pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count)
  }

  /// Truncates the file, or appends zeros.
  func resize(to byteCount: Int) throws {
    try #require(ftruncate(descriptor, off_t(byteCount)) == 0)
  }

  /// Makes the file look as if it had not been written since its writer ended.
  func restoreTime() { futimens(descriptor, [time, time]) }

  /// Writes other content with matching checksums, as another program might.
  func replace(
    parts: [SnapshotPart], in content: [UInt8], key: SnapshotKey, version: Int64 = 1
  ) throws {
    let content = content.withUnsafeBytes { bytes in
      Self.signed(bytes, end: Int(header.directory.offset)) {
        SnapshotDirectory(version: version, parts: parts, checksums: $0).packed(key)
      }
    }
    try resize(to: content.count)
    try write(content, at: 0)
  }

  /// Restores everything, including the time.
  func restore() throws {
    try resize(to: original.count)
    try write(original, at: 0)
    restoreTime()
  }

  /// Content up to `end` with a matching header and directory.
  private static func signed(
    _ bytes: UnsafeRawBufferPointer, end: Int, directory: ([UInt64]) -> [UInt8]
  ) -> [UInt8] {
    let blocks = (end + CheckedFile.blockSize - 1) / CheckedFile.blockSize
    let checksums = (0..<blocks).map { block in
      let range = CheckedFile.range(of: block, from: SnapshotHeader.byteCount, to: end)
      return CheckedFile.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
    let directory = directory(checksums)
    let part = SnapshotPart(offset: UInt64(end), byteCount: UInt64(directory.count))
    let checksum = directory.withUnsafeBytes { CheckedFile.checksum(of: $0) }
    var content = Array(bytes[..<end]) + directory
    let packed = SnapshotHeader(directory: part, checksum: checksum).packed
    content.replaceSubrange(0..<packed.count, with: packed)
    return content
  }
}
