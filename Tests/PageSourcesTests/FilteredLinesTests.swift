import LibraryTestSupport
import ListModel
import NameSearch
import Testing

@testable import PageSources

struct FilteredLinesTests {
  /// Lines of all kinds: mostly plain ones, and some that interrupt a plain range.
  private func line(_ random: inout SeededGenerator) -> String {
    let words = [
      "arya", "Arya", "ARYA", "stark", "Stark", "o'Brien", "al-ar", "x1", "ärya", "née", "東 ar",
      "-ar",
    ]
    switch Int.random(in: 0..<24, using: &random) {
    case 0: return ""
    case 1: return "  " + words[0]
    case 2: return "\tmarya \r"
    case 3: return "ar\0ya"
    case 4: return String(repeating: "arya ", count: Int.random(in: 1...900, using: &random))
    default:
      return (0..<Int.random(in: 1...3, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }.joined(separator: " ")
    }
  }

  /// The lines that a splitter finds in a text that arrives in pieces.
  private func lines(
    of text: [UInt8], cutAt cuts: [Int], filter: NameFilter?
  ) -> RowBatch {
    var splitter = LineSplitter(input: nil, filter: filter)
    var lines = RowBatch()
    for (start, end) in zip([0] + cuts, cuts + [text.count]) {
      text.withUnsafeBytes {
        splitter.add(UnsafeRawBufferPointer(rebasing: $0[start..<end]), into: &lines)
      }
    }
    splitter.finish(into: &lines)
    return lines
  }

  @Test(arguments: UInt64(0)..<40)
  func filteredLinesEqualMatchingLines(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Mostly plain, so that whole ranges are; sometimes a byte that is not UTF-8.
    let isPlain = seed % 2 == 0
    var text: [UInt8] = []
    for _ in 0..<400 {
      let line = isPlain ? ["Arya Stark", "Al Jar", "Marya"].randomElement(using: &random) : nil
      text += Array((line ?? self.line(&random)).utf8)
      if !isPlain, Int.random(in: 0..<50, using: &random) == 0 { text.append(0xFF) }
      text.append(0x0A)
    }
    if Bool.random(using: &random) { text.removeLast() }
    let cuts = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      Int.random(in: 0...text.count, using: &random)
    }.sorted()
    let all = lines(of: text, cutAt: cuts, filter: nil)
    let index = NameIndex(order: NameOrder(sections: .none)).adding(all.names)
    for typed in ["ar", "Ar", "arya st", "st ar", "är", "é", "-a", "o'b", "1", "東", "arya arya a"] {
      let query = NameQuery(typed)
      let some = lines(of: text, cutAt: cuts, filter: NameFilter(query))
      let matches = Set((index.matches(query) ?? RowSet(rowCount: 0)).map { index.name(at: $0) })
      let expected = (0..<all.names.count).map { all.names[$0] }.filter(matches.contains)
      #expect((0..<some.names.count).map { some.names[$0] } == expected, "\(typed)")
      #expect(some.count == all.count)
      #expect("\(some.report)" == "\(all.report)")
    }
  }
}
