import Synchronization

/// Takes the parts of a mapped snapshot, in the order they were written in.
///
/// What is taken is checked as far as that does not depend on the number of names, so that nothing
/// outside the file is ever read. The rest is checked only if the file does not have the stamp of
/// its writer.
struct SnapshotReader {
  let version: Int64
  let token: Int64

  private let file: MappedFile
  private let parts: [SnapshotPart]
  private var next = 0

  /// Whether the file is as its writer left it.
  let isTrusted: Bool

  /// Checks that read whole columns; empty for a trusted file.
  private var checks: [@Sendable () -> Bool] = []

  /// Opens a snapshot; `onChecksum` gets the number of each part whose checksum is made.
  ///
  /// - Throws: An error when it is missing, of another key, or damaged.
  init(
    path: String, key: SnapshotKey, onChecksum: @escaping @Sendable (Int) -> Void
  ) throws(UnusableSnapshot) {
    // Columns are mapped as they are.
    try UnusableSnapshot.unless(Int(littleEndian: 1) == 1)
    file = try MappedFile(path)
    let header = try SnapshotHeader(of: file.bytes)
    let directory = try SnapshotDirectory(of: file.bytes, header, key: key)
    version = directory.version
    token = directory.token
    parts = directory.parts
    isTrusted = header.stamp == file.stamp
    var checks: [@Sendable () -> Bool] = []
    for (number, part) in parts.enumerated() {
      _ = try part.bytes(in: file.bytes)
      checks.append { [file] in
        onChecksum(number)
        let bytes = try? part.bytes(in: file.bytes)
        return bytes.map { SnapshotPart.checksum(of: $0) == part.checksum } ?? false
      }
    }
    // Before anything in the parts is followed.
    if !isTrusted { try Self.run(checks) }
  }

  var isAtEnd: Bool { next == parts.count }

  mutating func bytes() throws(UnusableSnapshot) -> UnsafeRawBufferPointer {
    try UnusableSnapshot.unless(!isAtEnd)
    defer { next += 1 }
    return try parts[next].bytes(in: file.bytes)
  }

  mutating func packed() throws(UnusableSnapshot) -> PackedReader {
    PackedReader(try bytes())
  }

  mutating func column<Element>(
    of type: Element.Type = Element.self
  ) throws(UnusableSnapshot) -> Column<Element> {
    let bytes = try bytes()
    try UnusableSnapshot.unless(bytes.count % MemoryLayout<Element>.stride == 0)
    return Column(mapped: bytes.assumingMemoryBound(to: type), owner: file)
  }

  /// Makes `isRight` hold before the snapshot is used, unless its writer is trusted.
  mutating func check(whole isRight: @escaping @Sendable () -> Bool) {
    if !isTrusted { checks.append(isRight) }
  }

  /// Ends the reading.
  ///
  /// - Throws: An error when parts are left or a check fails.
  consuming func finish() throws(UnusableSnapshot) {
    try UnusableSnapshot.unless(isAtEnd)
    try Self.run(checks)
  }

  private static func run(_ checks: [@Sendable () -> Bool]) throws(UnusableSnapshot) {
    let isRight = Atomic(true)
    concurrentForEach(checks.count) { number in
      guard isRight.load(ordering: .relaxed) else { return }
      if !checks[number]() { isRight.store(false, ordering: .relaxed) }
    }
    try UnusableSnapshot.unless(isRight.load(ordering: .relaxed))
  }
}
