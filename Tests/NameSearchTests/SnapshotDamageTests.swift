import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

/// Whatever is in the file: it is not opened, or it has answers; nothing traps or reads beyond it.
struct SnapshotDamageTests {
  @Test(arguments: SnapshotDamage.orders)
  func theTestDamagesTheIntendedParts(order: NameOrder) throws {
    let damage = try SnapshotDamage(order)
    let parts = try damage.file.parts(damage.key)
    let index = try #require(damage.opened()).index
    func content(_ number: Int) -> [UInt8] {
      let start = Int(parts[number].offset)
      return Array(damage.file.original[start..<(start + Int(parts[number].byteCount))])
    }
    #expect(content(17) == index.base.sections.packed.bytes)
    #expect(content(39) == index.recent.sections.packed.bytes)
    #expect(content(18).count == 4 * index.base.byName.count)
    #expect(content(19).count == 4 * index.base.positions.count)
    #expect(parts[45].byteCount == 4 * UInt64(index.removed.count))
    #expect(parts[46].byteCount == 8 * UInt64(index.layout.pieces.count))
    #expect(SnapshotAnswers(of: index, to: damage.questions) == damage.answers)
  }

  /// Opens a damaged file and calls every query; the answers must be right unless the index reports damage.
  private func expectRight(_ damage: SnapshotDamage, _ comment: Comment) {
    guard let snapshot = damage.opened() else { return }
    let found = SnapshotAnswers(of: snapshot.index, to: damage.questions)
    damage.use(snapshot)
    if snapshot.index.isDamaged { return }
    #expect(found == damage.answers, comment)
    #expect(snapshot.rowSets.count == 1 && snapshot.version == 1, comment)
  }

  @Test(arguments: SnapshotDamage.orders, UInt64(0)..<2)
  func aChangedFileIsFoundDamagedWhateverItsLengthAndTime(
    order: NameOrder, seed: UInt64
  ) throws {
    let damage = try SnapshotDamage(order)
    var random = SeededGenerator(seed: seed)
    for number in 0..<300 {
      let place = Int.random(in: 0..<damage.file.original.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: try damage.file.resize(to: place)
      case 1: try damage.file.resize(to: damage.file.original.count + 1 + place)
      default:
        let flip = UInt8.random(in: 1 ... .max, using: &random)
        try damage.file.write([damage.file.original[place] ^ flip], at: place)
        damage.file.restoreTime()
      }
      expectRight(damage, "\(place)")
      try damage.file.restore()
      if number % 100 == 0 { #expect(damage.opened() != nil) }
    }
  }

  /// In a file with many blocks, only those that were not read may be damaged unnoticed.
  @Test func aBitInAnyBlockIsFoundWhenItIsUsed() throws {
    var random = SeededGenerator(seed: 4)
    let names = SampleText.rows(10_000, using: &random)
    let key = SnapshotKey(subject: "list", order: NameOrder())
    let index = try #require(NameIndex(order: key.order).adding(NameBatch(names)).indexingWords())
    let folder = TemporaryDirectory()
    try IndexSnapshot.write(index, version: 1, key: key, to: folder.path("snapshot"))
    let file = try SnapshotFile(folder.path("snapshot"))
    let queries = ["arya", "é", "a", "x-y"].map { NameQuery($0) }
    let expected = queries.map { index.matches($0) }
    let texts = index.texts
    for block in 0..<(file.original.count / CheckedFile.blockSize + 1) {
      let range = CheckedFile.range(of: block, from: 0, to: file.original.count)
      let place = try #require(range.randomElement(using: &random))
      try file.write(
        [file.original[place] ^ 1 << UInt8.random(in: 0..<8, using: &random)], at: place)
      file.restoreTime()
      if let opened = IndexSnapshot(path: file.path, key: key)?.index {
        let found = queries.map { opened.matches($0) }
        #expect(found == expected || opened.isDamaged, "\(place)")
        let read = opened.texts
        _ = opened.removing((0..<opened.count).map { opened.name(at: NameRow($0)) }).count
        #expect(read == texts || opened.isDamaged, "\(place)")
        let merged = opened.adding(NameBatch(names.shuffled(using: &random).prefix(4_500)))
        #expect(merged.isDamaged || merged.texts == index.adding(NameBatch(names)).texts)
        // Padding is not used, but damage in it counts.
        #expect(!opened.isWhole() && opened.isDamaged)
        #expect(throws: SnapshotError.self) {
          try IndexSnapshot.write(merged, version: 1, key: key, to: folder.path("other"))
        }
      }
      try file.restore()
    }
  }

  /// A count, not a time: what a command reads does not grow with the list.
  @Test func onlyBlocksThatAreUsedAreCompared() throws {
    let key = SnapshotKey(subject: "list", order: NameOrder())
    let folder = TemporaryDirectory()
    var counts: [Int] = []
    for count in [20_000, 80_000] {
      let names = (0..<count).map { "name \($0 * 7_919 % 1_000_003) of host-\($0)" } + ["arya"]
      let index = try #require(try NameIndex(names, order: key.order).indexingWords())
      try IndexSnapshot.write(index, version: 1, key: key, to: folder.path("snapshot"))
      let opened = try #require(IndexSnapshot(path: folder.path("snapshot"), key: key)).index
      let rows = try #require(opened.matches(NameQuery("arya")))
      #expect(rows.map { opened.name(at: $0).text } == ["arya"])
      counts.append(opened.checkedBlockCount)
      #expect(opened.isWhole())
      #expect(opened.checkedBlockCount > 20)
    }
    #expect(counts[0] <= 24 && counts[1] <= counts[0] + 6, "\(counts)")
  }

  @Test(arguments: SnapshotDamage.orders, UInt64(0)..<1)
  func aFileOfAnotherProgramDoesNotTrap(
    order: NameOrder, seed: UInt64
  ) throws {
    let damage = try SnapshotDamage(order)
    var random = SeededGenerator(seed: seed)
    let parts = try damage.file.parts(damage.key)
    for _ in 0..<200 {
      let part = try #require(parts.filter { $0.byteCount > 0 }.randomElement(using: &random))
      let start = Int(part.offset)
      var content = damage.file.original
      let place = start + Int.random(in: 0..<Int(part.byteCount), using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        content[place] ^= UInt8.random(in: 1 ... .max, using: &random)
      case 1:
        content[place] = [0, 1, 0x7F, 0x80, 0xC3, 0xFF].randomElement(using: &random) ?? 0
      default:
        // A whole number, often one that points just beyond a valid range.
        let word = start + (place - start) / 4 * 4
        guard word + 4 <= start + Int(part.byteCount) else { continue }
        let near = content[word] &+ UInt8.random(in: 0..<3, using: &random) &- 1
        let bytes: [UInt8] =
          Bool.random(using: &random)
          ? [near] + content[(word + 1)..<(word + 4)] : [0xFF, 0xFF, 0xFF, 0x7F]
        content.replaceSubrange(word..<(word + 4), with: bytes)
      }
      try damage.file.replace(parts: parts, in: content, key: damage.key)
      if let snapshot = damage.opened() { damage.use(snapshot) }
      try damage.file.restore()
    }
  }

  @Test(arguments: SnapshotDamage.orders)
  func misplacedPartsDoNotTrap(order: NameOrder) throws {
    let damage = try SnapshotDamage(order)
    let parts = try damage.file.parts(damage.key)
    for (number, part) in parts.enumerated() {
      let changes: [(offset: UInt64, byteCount: UInt64)] = [
        (part.offset, part.byteCount &- 1), (part.offset, part.byteCount &- 4),
        (part.offset, part.byteCount + 1), (part.offset, part.byteCount + 64),
        (part.offset, 0), (part.offset, .max), (part.offset, 1 << 40),
        (part.offset + 1, part.byteCount), (part.offset + 64, part.byteCount),
        (0, part.byteCount), (.max - 63, 64), (1 << 40, 0), (UInt64(damage.file.original.count), 8),
      ]
      for change in changes {
        var moved = parts
        moved[number] = SnapshotPart(offset: change.offset, byteCount: change.byteCount)
        try damage.file.replace(parts: moved, in: damage.file.original, key: damage.key)
        if let snapshot = damage.opened() { damage.use(snapshot) }
        try damage.file.restore()
      }
      try damage.file.replace(
        parts: parts.dropLast(parts.count - number), in: damage.file.original, key: damage.key)
      if let snapshot = damage.opened() { damage.use(snapshot) }
      try damage.file.restore()
    }
  }
}
