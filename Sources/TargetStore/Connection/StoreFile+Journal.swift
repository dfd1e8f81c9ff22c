import Glibc

// What a writer that was cut off has left.

extension StoreFile {
  /// Rejects a journal of a file of another length, by which SQLite would cut off rows, or add pages
  /// of nothing.
  ///
  /// - Throws: ``StoreError/damaged(path:reason:)``.
  func checkJournal(of status: Status) throws(StoreError) {
    let descriptor = open(location + "-journal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard let journal = HotJournal(descriptor) else { return }
    guard journal.pageCount * journal.pageSize <= status.size else {
      throw .damaged(path: path, reason: "the journal beside it is of a longer file")
    }
    guard journal.pageCountOfFirstPage.map({ $0 == journal.pageCount }) ?? true else {
      throw .damaged(path: path, reason: "the journal beside it is of a file of another length")
    }
  }
}

/// The journal of an edit that was not committed; see *The Rollback Journal* in SQLite's file format.
private struct HotJournal {
  /// The length of the store before the edit, in pages.
  let pageCount: Int
  let pageSize: Int

  private let descriptor: CInt
  private let sectorSize: Int
  private let nonce: UInt32

  /// `nil` if there is nothing to be rolled back.
  init?(_ descriptor: CInt) {
    let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    guard let header = Self.bytes(of: descriptor, count: 28, at: 0), header.starts(with: magic)
    else {
      return nil
    }
    self.descriptor = descriptor
    nonce = UInt32(truncatingIfNeeded: Self.number(in: header, at: 12))
    pageCount = Self.number(in: header, at: 16)
    sectorSize = Self.number(in: header, at: 20)
    pageSize = Self.number(in: header, at: 24)
  }

  /// The length of the store as its own first page has it, if that is among the first pages here.
  var pageCountOfFirstPage: Int? {
    guard (512...65_536).contains(pageSize), (32...65_536).contains(sectorSize) else { return nil }
    for record in 0..<1_000 {
      let place = sectorSize + record * (pageSize + 8)
      guard let number = Self.bytes(of: descriptor, count: 4, at: place) else { return nil }
      guard Self.number(in: number, at: 0) == 1 else { continue }
      guard let page = Self.bytes(of: descriptor, count: pageSize + 4, at: place + 4),
        Self.number(in: page, at: pageSize) == Int(checksum(of: page)),
        // Only then does the page know the length.
        Self.number(in: page, at: 24) == Self.number(in: page, at: 92)
      else { return nil }
      return Self.number(in: page, at: 28)
    }
    return nil
  }

  /// Tells a page that is written whole from one that a writer is just writing.
  private func checksum(of page: [UInt8]) -> UInt32 {
    stride(from: pageSize - 200, to: 0, by: -200).reduce(nonce) { $0 &+ UInt32(page[$1]) }
  }

  private static func bytes(of descriptor: CInt, count: Int, at place: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, place) == count ? bytes : nil
  }

  private static func number(in bytes: [UInt8], at place: Int) -> Int {
    bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
