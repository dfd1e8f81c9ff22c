import Glibc

@testable import NameSearch

/// A snapshot of an index with all there can be, and what it answers.
struct SnapshotSample {
  let key: SnapshotKey
  let content: [UInt8]
  let answers: SnapshotAnswers
  let rowSets: [RowSet]

  /// Where the header, the directory and each part are.
  let ranges: [Range<Int>]

  /// Those of the header, the directory, and the parts that are not columns of names.
  let smallRanges: [Range<Int>]

  private let header: SnapshotHeader
  private let parts: [SnapshotPart]
  private let names: [Name]

  private static let texts = [
    "Arya Stark", "arya", "E\u{301}mile", "Émile", "Žofie", "Łódź-7", "東京", "한글 x", "ﬁre/alarm",
    "Straße", "naïve café", "#1", "--", "a b c d", "Chrudim", "ch", "Zoe\u{308}", "ёлка", "х", "İ",
  ]

  init(_ rule: NameOrder.SectionRule, in folder: ScratchFolder) throws {
    key = SnapshotKey(subject: "list", order: NameOrder(localeIdentifier: "cs", sections: rule))
    let names = try Self.texts.map { text throws(NameError) in try Name(text) }
    self.names = names
    var first = NameBatch()
    for (place, name) in names.dropLast(3).enumerated() {
      first.append(
        place % 4 == 0 ? try name.known(by: "\(place)", in: "s") : name,
        detail: place % 3 == 0 ? "détail \(place)" : nil, section: place % 2 == 0 ? "high" : nil)
    }
    var later = NameBatch()
    for name in names.suffix(3) { later.append(name, detail: "late") }
    let base = NameIndex(order: key.order).adding(first)
    let grown = base.adding(later)
    let index = grown.removing([base.name(at: NameRow(2))]).indexingWords() ?? grown
    answers = SnapshotAnswers(of: index)
    rowSets = [RowSet(rowCount: index.count, [NameRow(0), NameRow(index.count - 1)])]
    let path = "\(folder.path)/sample"
    try IndexSnapshot.write(index, rowSets: rowSets, version: 7, key: key, to: path)
    let content = try folder.read("sample")
    self.content = content
    let key = key
    let header = try content.withUnsafeBytes { try SnapshotHeader(of: $0) }
    let parts = try content.withUnsafeBytes {
      try SnapshotDirectory(of: $0, header, key: key).parts
    }
    (self.header, self.parts) = (header, parts)
    let ends = [0..<SnapshotHeader.byteCount, header.directory.range]
    ranges = ends + parts.map(\.range)
    smallRanges = ends + [0, 17, 35, 37, 38, 39].map { parts[$0].range }
  }

  /// Makes a file look as if nobody had written to it since its writer.
  func forgeStamp(_ path: String) {
    // The inode is another one, so the header gets that, and a checksum that fits.
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    let time = timespec(tv_sec: Int(header.stamp.seconds), tv_nsec: 0)
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    let stamp = FileStamp(
      byteCount: Int64(status.st_size), inode: UInt64(status.st_ino), time: time)
    let packed = SnapshotHeader(stamp: stamp, directory: header.directory).packed
    pwrite(descriptor, packed, packed.count, 0)
    futimens(descriptor, [time, time])
  }

  /// Content with checksums that fit it, as another program might write them.
  func signed(_ content: [UInt8]) -> [UInt8] {
    var content = content
    let parts = content.withUnsafeBytes { bytes in
      self.parts.map { part in
        SnapshotPart(
          offset: part.offset, byteCount: part.byteCount,
          checksum: (try? part.bytes(in: bytes)).map { SnapshotPart.checksum(of: $0) } ?? 0)
      }
    }
    let directory = SnapshotDirectory(version: 7, parts: parts).packed(key)
    let offset = Int(header.directory.offset)
    guard content.count >= offset + directory.count else { return content }
    content.replaceSubrange(offset..<(offset + directory.count), with: directory)
    let part = directory.withUnsafeBytes { SnapshotPart($0, at: offset) }
    let stamp = FileStamp(
      byteCount: Int64(content.count), inode: 0, time: timespec(tv_sec: 0, tv_nsec: 0))
    let packed = SnapshotHeader(stamp: stamp, directory: part).packed
    content.replaceSubrange(0..<packed.count, with: packed)
    return content
  }

  /// Asks everything there is to ask; the answers may be anything.
  func use(_ snapshot: IndexSnapshot) {
    let index = snapshot.index
    _ = SnapshotAnswers(of: index)
    for set in snapshot.rowSets { _ = index.removing(set.map { index.name(at: $0) }) }
    var batch = NameBatch()
    for name in names.prefix(4) { batch.append(name) }
    let changed = index.adding(batch).removing(names.suffix(4))
    _ = SnapshotAnswers(of: changed)
    if let words = WordIndex(index.base, isCancelled: { false }) {
      _ = TableSearch(table: index.base, words: words).rows(
        with: NameQuery("c").needles, within: nil, isCancelled: { false })
    }
  }
}

extension SnapshotPart {
  fileprivate var range: Range<Int> { Int(offset)..<Int(offset + byteCount) }
}

/// What an index says about itself, and what it finds.
struct SnapshotAnswers: Equatable {
  let counts: [Int]
  let names: [[[UInt8]]]
  let details: [[String?]]
  let sections: [IndexSection]
  let sectionsOfRows: [Int]
  let matches: [RowSet?]

  init(of index: NameIndex) {
    let rows = (0..<index.count).map { NameRow($0) }
    counts = [
      index.count, index.duplicateCount, index.meanNameLength, index.hasWordIndex ? 1 : 0,
    ]
    names = rows.map { row in
      let name = index.name(at: row)
      return [name.text, name.original, name.sourceID ?? ""].map { Array($0.utf8) }
        + [index.withOriginal(at: row) { Array($0) }]
    }
    details = rows.map { [index.detail(at: $0), index.value(at: $0)] }
    sections = index.sections
    sectionsOfRows = rows.map { index.section(of: $0) }
    matches = Self.queries.map { index.matches($0) }
  }

  private static let queries = ["a", "é", "ch", "strasse", "東", "l", "A", "d 1"].flatMap { text in
    [NameQuery(text), NameQuery(text, match: .phrase, sensitivity: .exact, looksInDetails: true)]
  }
}
