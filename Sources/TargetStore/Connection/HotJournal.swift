import Glibc

/// The journal of an edit that was not committed; see *The Rollback Journal* in SQLite's file format.
struct HotJournal {
  enum State {
    /// There is nothing to roll back.
    case cold
    case hot(HotJournal)
    case damaged
  }

  /// The length of the store before the edit, in pages.
  private let pageCount: Int
  private let pageSize: Int

  /// The first page of the store before the edit, which each edit of this program records first.
  private let firstPage: [UInt8]

  static func state(of descriptor: CInt) -> State {
    guard let beginning = bytes(of: descriptor, count: 8, at: 0),
      beginning.contains(where: { $0 != 0 })
    else { return .cold }
    return HotJournal(descriptor).map { .hot($0) } ?? .damaged
  }

  /// Reads a whole journal; `nil` if it contains anything that SQLite would not write.
  private init?(_ descriptor: CInt) {
    guard let first = Segment(descriptor, at: 0, sizes: nil) else { return nil }
    var firstPage: [UInt8]?
    var segment = first
    while true {
      guard segment.visitPages({ number, page in if number == 1 { firstPage = page } }) else {
        return nil
      }
      guard let next = Segment(descriptor, at: segment.end, sizes: first.sizes) else { break }
      segment = next
    }
    guard let firstPage else { return nil }
    (pageCount, pageSize) = (first.pageCount, first.sizes.page)
    self.firstPage = firstPage
  }

  /// Whether the edit was one of this file, as far as its first page tells.
  ///
  /// An edit adds one to the change counter. It writes the first page before or after other pages, so
  /// the file has its old or its new counter; with the old one the page is unchanged.
  func belongs(to file: StoreHeader) -> Bool {
    let (length, overflow) = pageCount.multipliedReportingOverflow(by: pageSize)
    guard pageCount > 0, !overflow, length <= file.fileSize else { return false }
    let sizes = firstPage[16..<18].elementsEqual(file.bytes[16..<18])
    let counter = firstPage.bigEndianNumber(at: 24)
    // Only this page records the length of the file.
    let knowsLength = counter == firstPage.bigEndianNumber(at: 92)
    guard sizes, !knowsLength || firstPage.bigEndianNumber(at: 28) == pageCount else {
      return false
    }
    if file.changeCounter == counter { return firstPage.starts(with: file.bytes) }
    return UInt32(file.changeCounter) == UInt32(counter) &+ 1
  }

  fileprivate static func bytes(of descriptor: CInt, count: Int, at place: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, place) == count ? bytes : nil
  }
}

/// The pages that were recorded before one sync, with their header.
private struct Segment {
  let pageCount: Int
  let sizes: (sector: Int, page: Int)

  private let descriptor: CInt
  private let start: Int
  private let recordCount: Int
  private let nonce: UInt32

  /// `nil` without a header; `sizes` are those of the first header.
  init?(_ descriptor: CInt, at start: Int, sizes: (sector: Int, page: Int)?) {
    let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    guard let header = HotJournal.bytes(of: descriptor, count: 28, at: start),
      header.starts(with: magic)
    else { return nil }
    let own = (sector: header.bigEndianNumber(at: 20), page: header.bigEndianNumber(at: 24))
    self.sizes = sizes ?? own
    guard Self.isSize(self.sizes.sector, from: 32), Self.isSize(self.sizes.page, from: 512) else {
      return nil
    }
    recordCount = header.bigEndianNumber(at: 8)
    nonce = UInt32(header.bigEndianNumber(at: 12))
    pageCount = header.bigEndianNumber(at: 16)
    self.descriptor = descriptor
    self.start = start
  }

  private static func isSize(_ number: Int, from least: Int) -> Bool {
    (least...65_536).contains(number) && number & (number - 1) == 0
  }

  private func place(ofRecord number: Int) -> Int {
    // Cannot overflow: the number of records and the page size have four bytes each.
    start + sizes.sector + number * (sizes.page + 8)
  }

  /// The offset where the next header would be.
  var end: Int {
    (place(ofRecord: recordCount) + sizes.sector - 1) / sizes.sector * sizes.sector
  }

  /// Calls `body` with each page and its number; false if a page differs from what was synced.
  func visitPages(_ body: (_ number: Int, _ page: [UInt8]) -> Void) -> Bool {
    for record in 0..<recordCount {
      guard let (number, page) = page(ofRecord: record) else { return false }
      body(number, page)
    }
    // Otherwise the header's record count is too low.
    return page(ofRecord: recordCount) == nil
  }

  /// `nil` if the checksum is wrong: the record was never written, or is left from an earlier edit.
  private func page(ofRecord record: Int) -> (number: Int, page: [UInt8])? {
    guard
      let bytes = HotJournal.bytes(
        of: descriptor, count: sizes.page + 8, at: place(ofRecord: record))
    else { return nil }
    let page = Array(bytes[4..<(4 + sizes.page)])
    let sum = stride(from: sizes.page - 200, to: 0, by: -200).reduce(nonce) {
      $0 &+ UInt32(page[$1])
    }
    guard bytes.bigEndianNumber(at: 4 + sizes.page) == Int(sum) else { return nil }
    return (bytes.bigEndianNumber(at: 0), page)
  }
}
