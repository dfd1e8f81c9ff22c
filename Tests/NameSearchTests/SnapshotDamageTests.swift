import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

/// Whatever is in the file: it is not opened, or it answers; nothing traps or reads beyond it.
struct SnapshotDamageTests {
  @Test(arguments: SnapshotDamage.rules)
  func thePartsThatAreDamagedBelowAreThoseMeant(rule: NameOrder.SectionRule) throws {
    let damage = try SnapshotDamage(rule)
    let parts = try damage.file.parts(damage.key)
    let index = try #require(damage.opened()).index
    func content(_ number: Int) -> [UInt8] {
      let start = Int(parts[number].offset)
      return Array(damage.file.original[start..<(start + Int(parts[number].byteCount))])
    }
    #expect(content(17) == index.base.sections.packed.bytes)
    #expect(content(35) == index.recent.sections.packed.bytes)
    #expect(content(18).count == 4 * index.base.byName.count)
    #expect(parts[37].byteCount == 4 * UInt64(index.removed.count))
    #expect(parts[38].byteCount == 8 * UInt64(index.layout.pieces.count))
    #expect(SnapshotAnswers(of: index, to: damage.questions) == damage.answers)
  }

  @Test(arguments: SnapshotDamage.rules, UInt64(0)..<2)
  func aChangedFileIsNotOpenedUnlessTheChangeDoesNotCount(
    rule: NameOrder.SectionRule, seed: UInt64
  ) throws {
    let damage = try SnapshotDamage(rule)
    var random = SeededGenerator(seed: seed)
    for number in 0..<500 {
      let place = Int.random(in: 0..<damage.file.original.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: try damage.file.resize(to: place)
      case 1: try damage.file.resize(to: damage.file.original.count + 1 + place)
      default:
        let flip = UInt8.random(in: 1 ... .max, using: &random)
        try damage.file.write([damage.file.original[place] ^ flip], at: place)
      }
      if let snapshot = damage.opened() {
        let found = SnapshotAnswers(of: snapshot.index, to: damage.questions)
        #expect(found == damage.answers, "\(place)")
        #expect(snapshot.rowSets.count == 1 && snapshot.version == 1)
      }
      try damage.file.restore()
      if number % 100 == 0 { #expect(damage.opened() != nil) }
    }
  }

  @Test(arguments: SnapshotDamage.rules, UInt64(0)..<1)
  func aChangeThatHidesItselfIsNoTrap(
    rule: NameOrder.SectionRule, seed: UInt64
  ) throws {
    let damage = try SnapshotDamage(rule)
    var random = SeededGenerator(seed: seed)
    let parts = try damage.file.parts(damage.key)
    let headers = [
      0..<SnapshotHeader.byteCount,
      Int(damage.file.header.directory.offset)..<damage.file.original.count,
    ]
    let places =
      headers
      + SnapshotDamage.smallParts.map {
        Int(parts[$0].offset)..<Int(parts[$0].offset + parts[$0].byteCount)
      }
    for _ in 0..<400 {
      let place = try #require(places.randomElement(using: &random)?.randomElement(using: &random))
      let flip = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      try damage.file.write([damage.file.original[place] ^ flip], at: place)
      damage.file.forgeStamp()
      if let snapshot = damage.opened() { damage.use(snapshot) }
      try damage.file.restore()
    }
  }

  @Test(arguments: SnapshotDamage.rules, UInt64(0)..<1)
  func aFileThatAnotherProgramMadeIsNoTrap(
    rule: NameOrder.SectionRule, seed: UInt64
  ) throws {
    let damage = try SnapshotDamage(rule)
    var random = SeededGenerator(seed: seed)
    let parts = try damage.file.parts(damage.key)
    for _ in 0..<500 {
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
        // A whole number, often one that points just beyond something.
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

  @Test(arguments: SnapshotDamage.rules, [true, false])
  func partsThatAreElsewhereAreNoTrap(rule: NameOrder.SectionRule, isForged: Bool) throws {
    let damage = try SnapshotDamage(rule)
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
        moved[number] = SnapshotPart(
          offset: change.offset, byteCount: change.byteCount, checksum: part.checksum)
        try damage.file.replace(parts: moved, in: damage.file.original, key: damage.key)
        // A stamp vouches for the content of parts, so only opening is tried with it.
        if isForged { damage.file.forgeStamp() }
        if let snapshot = damage.opened(), !isForged { damage.use(snapshot) }
        try damage.file.restore()
      }
      try damage.file.replace(
        parts: parts.dropLast(parts.count - number), in: damage.file.original, key: damage.key)
      if let snapshot = damage.opened() { damage.use(snapshot) }
      try damage.file.restore()
    }
  }
}
