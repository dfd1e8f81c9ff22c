import Glibc
import Testing

@testable import NameSearch

/// A snapshot that tests write into, and can put back as it was.
final class SnapshotFile {
  let path: String
  let original: [UInt8]
  let header: SnapshotHeader
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    let file = try MappedFile(path)
    original = Array(file.bytes)
    header = try SnapshotHeader(of: file.bytes)
    descriptor = try #require(open(path, O_RDWR | O_CLOEXEC) as Int32?)
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

  /// Cuts the file, or adds zeros.
  func resize(to byteCount: Int) throws {
    try #require(ftruncate(descriptor, off_t(byteCount)) == 0)
  }

  func setTime(seconds: Int64, nanoseconds: Int64) {
    let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))
    futimens(descriptor, [time, time])
  }

  /// Makes the file look as if nobody had written to it since its writer.
  func forgeStamp() {
    setTime(seconds: header.stamp.seconds, nanoseconds: header.stamp.nanoseconds)
  }

  /// Writes other content and checksums that fit it, as another program might.
  func replace(
    parts: [SnapshotPart], in content: [UInt8], key: SnapshotKey, version: Int64 = 1
  ) throws {
    var content = content
    let parts = content.withUnsafeBytes { bytes in
      parts.map { part in
        SnapshotPart(
          offset: part.offset, byteCount: part.byteCount,
          checksum: (try? part.bytes(in: bytes)).map { SnapshotPart.checksum(of: $0) } ?? 0)
      }
    }
    let directory = SnapshotDirectory(version: version, parts: parts).packed(key)
    let offset = Int(header.directory.offset)
    content.replaceSubrange(offset..<(offset + directory.count), with: directory)
    let part = directory.withUnsafeBytes { SnapshotPart($0, at: offset) }
    let packed = SnapshotHeader(stamp: header.stamp, directory: part).packed
    content.replaceSubrange(0..<packed.count, with: packed)
    try write(content, at: 0)
  }

  /// Puts all back, the stamp included.
  func restore() throws {
    try resize(to: original.count)
    try write(original, at: 0)
    forgeStamp()
  }
}
