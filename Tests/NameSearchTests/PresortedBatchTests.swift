import LibraryTestSupport
import Testing

@testable import NameSearch

/// Presorted batches give the same index as unsorted ones.
struct PresortedBatchTests {
  private static let orders: [NameOrder] = [
    NameOrder(), NameOrder(isReversed: true), NameOrder(sections: .column),
    NameOrder(sections: .none, rows: .input),
    NameOrder(sections: .column, rows: .column("b", isDescending: true)),
    NameOrder(sections: .none, numbersRows: true),
    NameOrder(sections: .none, rows: .input, numbersRows: true),
  ]

  private static let texts = [
    "arya", "Arya", "bran", "Émile", "E\u{301}mile", "Ole", "ole ", "x10", "x9", "Ökonom", "河",
  ]

  private static func batch(using random: inout SeededGenerator) throws -> NameBatch {
    var batch = NameBatch()
    batch.titles.details = ["a", "b"]
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      var name = try Name(texts.randomElement(using: &random) ?? "")
      if Int.random(in: 0..<3, using: &random) == 0 {
        name = try name.known(by: "\(Int.random(in: 0..<3, using: &random))", in: "id")
      }
      let number = Int.random(in: 0..<9, using: &random)
      batch.append(
        name, detail: number < 6 ? Fields.joined(["d", "\(number)"]) : nil,
        section: number % 3 == 0 ? "s\(number)" : nil, revision: number > 4 ? "\(number)" : nil)
    }
    batch.order(by: .detail(1))
    return batch
  }

  /// All values that an index has for its rows.
  private static func rows(of index: NameIndex) -> [[String?]] {
    (0..<index.count).map { offset in
      let row = NameRow(offset)
      let name = index.name(at: row)
      return [
        name.text, name.original, name.sourceID, index.fields(at: row), index.value(at: row),
        index.revision(at: row), index.sections[index.section(of: row)].title,
        index.position(at: row).map { "\($0)" },
      ]
    }
  }

  @Test(arguments: orders, UInt64(0)..<6)
  func theIndexIsTheSame(order: NameOrder, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (plain, sorted) = (NameIndex(order: order), NameIndex(order: order))
    for _ in 0..<4 {
      let batches = try (0..<Int.random(in: 1...4, using: &random)).map { _ in
        try Self.batch(using: &random)
      }
      plain = plain.adding(batches)
      sorted = sorted.adding(
        batches.map { Bool.random(using: &random) ? sorted.presorted($0) : $0 })
      #expect(Self.rows(of: sorted) == Self.rows(of: plain))
      #expect(sorted.duplicateCount == plain.duplicateCount)
    }
  }

  @Test func linesKeepTheirBytes() {
    let order = NameOrder(sections: .none, numbersRows: true)
    var batch = NameBatch()
    for number in 0..<50 {
      let line = Array("\(number % 7) \u{FFFD}".utf8.dropLast()) + [UInt8(number)]
      line.withUnsafeBytes { batch.append(line: $0, shown: $0, searched: $0) }
    }
    let empty = NameIndex(order: order)
    let (plain, sorted) = (empty.adding(batch), empty.adding(empty.presorted(batch)))
    for row in (0..<50).map({ NameRow($0) }) {
      #expect(
        sorted.withLine(at: row) { Array($0) } == plain.withLine(at: row) { Array($0) })
    }
  }

  /// Enough names, with long equal beginnings, that the merge has several pieces.
  @Test(arguments: [0, 1, 4])
  func manyNamesAreMerged(sortedCount: Int) {
    var random = SeededGenerator(seed: 7)
    let empty = NameIndex(order: NameOrder(sections: .none))
    var all: Set<String> = []
    let batches = (0..<4).map { number in
      var batch = NameBatch()
      for _ in 0..<30_000 {
        let number = Int.random(in: 0..<200_000, using: &random)
        let text = (number % 2 == 0 ? "a name with a long beginning " : "") + "n\(number)"
        all.insert(text)
        var copy = text
        copy.withUTF8 { try? batch.append(validating: UnsafeRawBufferPointer($0)) }
      }
      return number < sortedCount ? empty.presorted(batch) : batch
    }
    let index = empty.adding(batches)
    let found = (0..<index.count).map { index.name(at: NameRow($0)).text }
    #expect(Set(found) == all)
    #expect(index.duplicateCount == 120_000 - all.count)
    // Names of the same length with lower-case letters and digits are in the order of their bytes.
    let ofOneLength = found.filter { $0.utf8.count == 6 }
    #expect(ofOneLength == ofOneLength.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(ofOneLength.count > 1_000)
  }
}
