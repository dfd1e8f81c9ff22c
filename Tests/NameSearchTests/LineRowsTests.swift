import LibraryTestSupport
import NameSearch
import Testing

/// Rows that are identified by their number in the input, compared with a sorted array.
struct LineRowsTests {
  private static func batch(_ lines: [String]) -> NameBatch {
    var batch = NameBatch()
    for var line in lines {
      line.withUTF8 { bytes in
        let line = UnsafeRawBufferPointer(bytes)
        batch.append(line: line, shown: line, searched: line)
      }
    }
    return batch
  }

  private static func lines(_ index: NameIndex, _ rows: some Sequence<NameRow>) -> [String] {
    rows.map { row in index.withLine(at: row) { String(decoding: $0, as: UTF8.self) } }
  }

  private static let orders: [NameOrder] = [
    NameOrder(), NameOrder(isReversed: true), NameOrder(sections: .none),
    NameOrder(rows: .input), NameOrder(rows: .input, isReversed: true),
  ].map(\.numberingRows)

  @Test(arguments: orders, [1, 7, 100])
  func linesThatCollateEqualAreInTheOrderOfTheirBytes(order: NameOrder, pages: Int) throws {
    var random = SeededGenerator(seed: UInt64(pages))
    let words = ["b", "a", "a ", " a", "", "é", "e\u{301}", "b2", "zz", "\r"]
    // Each page is merged with all before it: fewer pages of one line each say as much.
    let lines = (0..<min(pages * 60, 300)).map { _ in words.randomElement(using: &random) ?? "" }
    var index = NameIndex(order: order)
    for start in stride(from: 0, to: lines.count, by: pages) {
      index = index.adding(Self.batch(Array(lines[start..<min(start + pages, lines.count)])))
    }
    #expect(index.count == lines.count && index.duplicateCount == 0)
    let rows = Array(try #require(index.matches(NameQuery(""))))
    let printed = Self.lines(index, rows)
    switch (order.rows, order.isReversed) {
    case (.input, false): #expect(printed == lines)
    case (.input, true): #expect(printed == lines.reversed())
    default:
      #expect(printed.sorted() == lines.sorted())
      for alike in [["a", "a ", " a"], ["é", "e\u{301}"]] {
        let bytes = alike.map { Array($0.utf8) }
        let found = printed.map { Array($0.utf8) }.filter { bytes.contains($0) }
        let byBytes = found.sorted { $0.lexicographicallyPrecedes($1) }
        #expect(found == (order.isReversed ? byBytes.reversed() : byBytes))
      }
    }
    // Each row is found by its own name, and no two names are equal.
    var numbers: Set<Int> = []
    for (place, row) in rows.enumerated() {
      let name = index.name(at: row)
      #expect(index.row(of: name) == row)
      let number = Int(try #require(name.number))
      numbers.insert(number)
      #expect(number < lines.count && lines[number] == printed[place])
    }
    #expect(numbers.count == lines.count)
    let called = index.rows(called: try Name("a"))
    #expect(called.count == lines.filter { $0.trimmed == "a" }.count)
  }
}

extension String {
  fileprivate var trimmed: String { filter { $0 != " " } }
}
