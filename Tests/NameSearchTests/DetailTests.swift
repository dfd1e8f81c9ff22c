import LibraryTestSupport
import TestSupport
import Testing

@testable import NameSearch

/// The texts of a row besides its name.
struct DetailTests {
  private func batch(detail: [UInt8], section: [UInt8] = []) throws -> (NameBatch, TextMending) {
    var batch = NameBatch()
    let mending = try Array("Arya".utf8).withUnsafeBytes { name in
      try detail.withUnsafeBytes { detail in
        try section.withUnsafeBytes { section in
          try batch.append(validating: name, detail: detail, section: section)
        }
      }
    }
    return (batch, mending)
  }

  @Test(
    arguments: [
      ("", nil, []),
      (" \t\r", nil, []),
      (" a b\r", "a b", []),
      ("two\nlines", "two\nlines", []),
      ("Zoe\u{308}", "Zo\u{EB}", []),
      ("a\0b", "a\u{FFFD}b", TextMending.replaced),
      ("\0", "\u{FFFD}", .replaced),
      ("é\0", "é\u{FFFD}", .replaced),
    ] as [(String, String?, TextMending)])
  func aDetailIsTrimmedAndMadeValid(given: String, kept: String?, mending: TextMending) throws {
    for isSection in [false, true] {
      let bytes = Array(given.utf8)
      let (batch, done) =
        isSection ? try batch(detail: [], section: bytes) : try batch(detail: bytes)
      let text = isSection ? batch.section(at: 0) : batch.detail(at: 0)
      #expect(text.map { Array($0.utf8) } == kept.map { Array($0.utf8) })
      #expect((isSection ? batch.detail(at: 0) : batch.section(at: 0)) == nil)
      #expect(done == mending)
    }
  }

  @Test func invalidBytesAreReplaced() throws {
    let (batch, mending) = try batch(detail: [0x61, 0xFF, 0x62, 0xC3])
    #expect(batch.detail(at: 0) == "a\u{FFFD}b\u{FFFD}")
    #expect(mending == .replaced)
  }

  @Test(arguments: [-3, -2, -1, 0, 1, 2, 3, 100_000])
  func aLongDetailIsCutBetweenCharacters(excess: Int) throws {
    for piece in ["x", "é", "東", "𝒳"] {
      let count = (Name.maximumBytes + excess) / piece.utf8.count
      let bytes = Array(String(repeating: piece, count: count).utf8)
      let (batch, mending) = try batch(detail: bytes)
      let kept = try #require(batch.detail(at: 0))
      #expect(kept.utf8.count <= Name.maximumBytes)
      if bytes.count > Name.maximumBytes {
        #expect(mending.contains(.cut))
        #expect(kept.hasSuffix("…"))
        #expect(kept.dropLast().allSatisfy { String($0) == piece })
        #expect(kept.utf8.count > Name.maximumBytes - 4)
      } else {
        #expect(!mending.contains(.cut))
        #expect(kept.utf8.elementsEqual(bytes))
      }
    }
  }

  @Test func aDetailThatGrowsInNFCIsCut() throws {
    // Each of these takes nine bytes in NFC.
    let text = String(repeating: "\u{1D160}", count: 1_000)
    let (batch, mending) = try batch(detail: Array(text.utf8))
    #expect(mending == .cut)
    #expect(try #require(batch.detail(at: 0)).utf8.count <= Name.maximumBytes)
  }

  @Test func aNameThatIsRefusedLeavesNothingBehind() throws {
    var batch = NameBatch()
    Array("detail".utf8).withUnsafeBytes { detail in
      Array("  ".utf8).withUnsafeBytes { name in
        _ = #expect(throws: NameError.empty) {
          try batch.append(validating: name, detail: detail, section: detail)
        }
      }
    }
    batch.append(try Name("Arya"))
    #expect(batch.count == 1)
    #expect(batch.detail(at: 0) == nil && batch.section(at: 0) == nil)
  }

  @Test(arguments: UInt64(0)..<20)
  func batchesKeepTheTextsOfTheirNames(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var all: [ColumnRow] = []
    var batch = NameBatch()
    for _ in 0..<6 {
      let isBare = Bool.random(using: &random)
      let rows = ColumnRow.random(Int.random(in: 0...9, using: &random), using: &random).map {
        isBare ? ColumnRow(name: $0.name) : $0
      }
      all += rows
      batch.append(contentsOf: NameBatch(rows))
    }
    #expect(batch.count == all.count)
    for (place, row) in all.enumerated() where place < batch.count {
      #expect(
        ColumnRow(
          name: batch[place], detail: batch.detail(at: place), section: batch.section(at: place))
          == row)
    }
    let bare = all.map { ColumnRow(name: $0.name.bare, detail: $0.detail, section: $0.section) }
    let raw = try NameBatch(raw: bare)
    for (place, row) in bare.enumerated() {
      #expect(
        ColumnRow(name: raw[place], detail: raw.detail(at: place), section: raw.section(at: place))
          == row)
    }
  }

  @Test func theFirstOfEqualRowsStaysWithItsTexts() throws {
    var batch = NameBatch()
    batch.append(try Name("Arya"), detail: "first")
    batch.append(try Name("Arya"), detail: "second")
    let index = NameIndex(order: NameOrder()).adding(batch)
    #expect(index.duplicateCount == 1)
    #expect(index.detail(at: NameRow(0)) == "first")
    #expect(index.hasDetails)
    let again = try index.adding(NameBatch(["Bran", "Sansa"])).adding(batch)
    #expect(again.row(of: try Name("Arya")).flatMap { again.detail(at: $0) } == "first")
    #expect(!NameIndex(order: NameOrder()).hasDetails)
  }

  @Test func aReturningRowHasItsNewTexts() throws {
    let names = (0..<100).map { "name \($0)" }
    var batch = NameBatch()
    for name in names { batch.append(try Name(name), detail: "old") }
    let index = NameIndex(order: NameOrder()).adding(batch)
    let name = try Name("name 7")
    let without = index.removing([name])
    for detail in ["old", "new", nil] {
      var again = NameBatch()
      again.append(name, detail: detail)
      let back = without.adding(again)
      #expect(back.count == 100)
      #expect(back.row(of: name).flatMap { back.detail(at: $0) } == detail)
      #expect(back.recent.count == (detail == "old" ? 0 : 1))
      #expect(back.adding(again).count == 100)
      #expect(back.removing([name]).count == 99)
    }
  }

  @Test func searchingATitleFindsItOrTheNextOne() throws {
    var batch = NameBatch()
    for (name, section) in [("a", "high"), ("b", "low"), ("c", "medium"), ("d", "-")] {
      batch.append(try Name(name), section: section)
    }
    let index = NameIndex(order: NameOrder(sections: .column)).adding(batch)
    #expect(index.sections.map(\.title) == ["high", "low", "medium", "-"])
    let matches = NameMatches(index: index, rows: RowSet(all: 4), query: NameQuery(""))
    #expect(matches.section(nearestTo: "h") == 0)
    #expect(matches.section(nearestTo: "HI") == 0)
    #expect(matches.section(nearestTo: "i") == 1)
    #expect(matches.section(nearestTo: "med") == 2)
    #expect(matches.section(nearestTo: "zzz") == 3)
    // Another order of the sections does not change which title is meant.
    let order = NameOrder(sections: .column, firstSections: ["medium", "low"])
    let other = NameIndex(order: order).adding(batch)
    #expect(other.sections.map(\.title) == ["medium", "low", "high", "-"])
    let found = NameMatches(index: other, rows: RowSet(all: 4), query: NameQuery(""))
    for (text, title) in [("h", "high"), ("i", "low"), ("MED", "medium"), ("zzz", "-")] {
      #expect(found.section(nearestTo: text).map { found.sections[$0].title } == title)
    }
  }
}
