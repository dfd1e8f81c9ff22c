import TestSupport
import Testing

@testable import NameSearch

/// Whatever is in the file: it is not opened, or it answers; nothing traps or reads beyond it.
struct SnapshotDamageTests {
  private let folder = TemporaryDirectory()

  /// By first letters, as reading an alphabet for each of thousands of files would take minutes.
  private let key = SnapshotKey(
    subject: "list", order: NameOrder(localeIdentifier: "cs", sections: .firstLetter))
  private let questions: SnapshotQuestions
  private let answers: SnapshotAnswers
  private let names: [Name]
  private let file: SnapshotFile

  /// The numbers of the parts that have sections, and the like, and are not columns of names.
  private static let smallParts = [0, 14, 28, 29, 30, 31]

  init() throws {
    var random = SeededGenerator(seed: 11)
    names = SampleText.rows(60, using: &random)
    let base = NameIndex(order: key.order).adding(NameBatch(names))
    // An index with all there can be: names beside the base, names taken out, and words.
    let index = try #require(
      base.adding(try NameBatch(["Chrudim", "Žofie", "Zoe\u{308}", "c"]))
        .removing([base.name(at: Row(3)), base.name(at: Row(40))]).indexingWords())
    try #require(index.recent.count > 0 && index.removed.count == 2)
    questions = SnapshotQuestions(about: names, nameCount: 6, queryCount: 1, using: &random)
    answers = SnapshotAnswers(of: index, to: questions)
    let sets = [RowSet.random(of: index, oneIn: 2, using: &random)]
    let path = folder.path("snapshot")
    try IndexSnapshot.write(index, rowSets: sets, version: 1, key: key, to: path)
    file = try SnapshotFile(path)
  }

  private func opened() -> IndexSnapshot? { IndexSnapshot(path: file.path, key: key) }

  /// Asks everything there is to ask; the answers may be anything.
  private func use(_ snapshot: IndexSnapshot) {
    let index = snapshot.index
    _ = SnapshotAnswers(of: index, to: questions)
    _ = snapshot.rowSets.map { set in set.map { index.name(at: $0) } }
    let changed = index.adding(NameBatch(names.prefix(3))).removing(names.suffix(5))
    _ = SnapshotAnswers(of: changed, to: questions)
    _ = changed.adding(NameBatch(names)).count
    for set in snapshot.rowSets { _ = index.removing(set.map { index.name(at: $0) }) }
    if let words = WordIndex(index.base, isCancelled: { false }) {
      _ = TableSearch(table: index.base, words: words).rows(
        with: NameQuery("c").needles, within: nil, isCancelled: { false })
    }
  }

  @Test func thePartsThatAreDamagedBelowAreThoseMeant() throws {
    let parts = try file.parts(key)
    let index = try #require(opened()).index
    func content(_ number: Int) -> [UInt8] {
      let start = Int(parts[number].offset)
      return Array(file.original[start..<(start + Int(parts[number].byteCount))])
    }
    #expect(content(14) == index.base.sections.packed.bytes)
    #expect(content(28) == index.recent.sections.packed.bytes)
    #expect(parts[29].byteCount == 4 * UInt64(index.removed.count))
    #expect(parts[30].byteCount == 8 * UInt64(index.layout.pieces.count))
    #expect(SnapshotAnswers(of: index, to: questions) == answers)
  }

  @Test(arguments: UInt64(0)..<6)
  func aChangedFileIsNotOpenedUnlessTheChangeDoesNotCount(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<500 {
      let place = Int.random(in: 0..<file.original.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: try file.resize(to: place)
      case 1: try file.resize(to: file.original.count + 1 + place)
      default:
        let flip = UInt8.random(in: 1 ... .max, using: &random)
        try file.write([file.original[place] ^ flip], at: place)
      }
      if let snapshot = opened() {
        let found = SnapshotAnswers(of: snapshot.index, to: questions)
        #expect(found == answers, "\(place)")
        #expect(snapshot.rowSets.count == 1 && snapshot.version == 1)
      }
      try file.restore()
      if number % 100 == 0 { #expect(opened() != nil) }
    }
  }

  @Test(arguments: UInt64(0)..<3)
  func aChangeThatHidesItselfIsNoTrap(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts = try file.parts(key)
    let headers = [
      0..<SnapshotHeader.byteCount, Int(file.header.directory.offset)..<file.original.count,
    ]
    let places =
      headers
      + Self.smallParts.map {
        Int(parts[$0].offset)..<Int(parts[$0].offset + parts[$0].byteCount)
      }
    for _ in 0..<400 {
      let place = try #require(places.randomElement(using: &random)?.randomElement(using: &random))
      let flip = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      try file.write([file.original[place] ^ flip], at: place)
      file.forgeStamp()
      if let snapshot = opened() { use(snapshot) }
      try file.restore()
    }
  }

  @Test(arguments: UInt64(0)..<3)
  func aFileThatAnotherProgramMadeIsNoTrap(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts = try file.parts(key)
    for _ in 0..<500 {
      let part = try #require(parts.filter { $0.byteCount > 0 }.randomElement(using: &random))
      let start = Int(part.offset)
      var content = file.original
      let place = start + Int.random(in: 0..<Int(part.byteCount), using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        content[place] ^= UInt8.random(in: 1 ... .max, using: &random)
      case 1:
        content[place] = [0, 1, 0x7F, 0x80, 0xC3, 0xFF].randomElement(using: &random) ?? 0
      default:
        // A whole number, often one that points just beyond something.
        let word = start + (place - start) / 4 * 4
        guard word + 4 <= start + Int(part.byteCount) else { continue }
        let near = content[word] &+ UInt8.random(in: 0..<3, using: &random) &- 1
        let bytes: [UInt8] =
          Bool.random(using: &random)
          ? [near] + content[(word + 1)..<(word + 4)] : [0xFF, 0xFF, 0xFF, 0x7F]
        content.replaceSubrange(word..<(word + 4), with: bytes)
      }
      try file.replace(parts: parts, in: content, key: key)
      if let snapshot = opened() { use(snapshot) }
      try file.restore()
    }
  }

  @Test(arguments: [true, false])
  func partsThatAreElsewhereAreNoTrap(isForged: Bool) throws {
    let parts = try file.parts(key)
    for (number, part) in parts.enumerated() {
      let changes: [(offset: UInt64, byteCount: UInt64)] = [
        (part.offset, part.byteCount &- 1), (part.offset, part.byteCount &- 4),
        (part.offset, part.byteCount + 1), (part.offset, part.byteCount + 64),
        (part.offset, 0), (part.offset, .max), (part.offset, 1 << 40),
        (part.offset + 1, part.byteCount), (part.offset + 64, part.byteCount),
        (0, part.byteCount), (.max - 63, 64), (1 << 40, 0), (UInt64(file.original.count), 8),
      ]
      for change in changes {
        var moved = parts
        moved[number] = SnapshotPart(
          offset: change.offset, byteCount: change.byteCount, checksum: part.checksum)
        try file.replace(parts: moved, in: file.original, key: key)
        // A stamp vouches for the content of parts, so only opening is tried with it.
        if isForged { file.forgeStamp() }
        if let snapshot = opened(), !isForged { use(snapshot) }
        try file.restore()
      }
      try file.replace(
        parts: parts.dropLast(parts.count - number), in: file.original, key: key)
      if let snapshot = opened() { use(snapshot) }
      try file.restore()
    }
  }
}
