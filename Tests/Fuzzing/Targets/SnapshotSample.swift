@testable import NameSearch

/// A snapshot of an index with all features, and its answers.
struct SnapshotSample {
  let key: SnapshotKey
  let content: [UInt8]
  let answers: SnapshotAnswers
  let rowSets: [RowSet]

  /// The ranges of the header, the directory and each part.
  let ranges: [Range<Int>]

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
  }

  /// Content with matching checksums, as another program might write it.
  func signed(_ content: [UInt8]) -> [UInt8] {
    let end = Int(header.directory.offset)
    guard content.count >= end else { return content }
    let blocks = (end + CheckedFile.blockSize - 1) / CheckedFile.blockSize
    let checksums = content.withUnsafeBytes { bytes in
      (0..<blocks).map { block in
        let range = CheckedFile.range(of: block, from: SnapshotHeader.byteCount, to: end)
        return CheckedFile.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[range]))
      }
    }
    let directory = SnapshotDirectory(version: 7, parts: parts, checksums: checksums).packed(key)
    let part = SnapshotPart(offset: UInt64(end), byteCount: UInt64(directory.count))
    let checksum = directory.withUnsafeBytes { CheckedFile.checksum(of: $0) }
    var signed = Array(content[..<end]) + directory
    let packed = SnapshotHeader(directory: part, checksum: checksum).packed
    signed.replaceSubrange(0..<packed.count, with: packed)
    return signed
  }

  /// Calls every query; the results may be anything.
  func use(_ snapshot: IndexSnapshot) {
    let index = snapshot.index
    _ = SnapshotAnswers(of: index)
    for set in snapshot.rowSets { _ = index.removing(set.map { index.name(at: $0) }) }
    var batch = NameBatch()
    for name in names.prefix(4) { batch.append(name) }
    let changed = index.adding(batch).removing(names.suffix(4))
    _ = SnapshotAnswers(of: changed)
    if index.base.isRight, let words = WordIndex(index.base, isCancelled: { false }) {
      _ = TableSearch(table: index.base, words: words).rows(
        with: NameQuery("c").needles, within: nil, isCancelled: { false })
    }
  }
}

extension SnapshotPart {
  fileprivate var range: Range<Int> { Int(offset)..<Int(offset + byteCount) }
}

/// The description of an index, and its search results.
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
