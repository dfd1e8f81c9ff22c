import LibraryTestSupport
import ListModel
import NameSearch
import Testing

@testable import PageSources

struct LineSplitterTests {
  /// Splits a stream that comes in the given chunks.
  private func split(_ chunks: [[UInt8]], input: String? = nil) -> RowBatch {
    var splitter = LineSplitter(input: input)
    var lines = RowBatch()
    for chunk in chunks { chunk.withUnsafeBytes { splitter.add($0, into: &lines) } }
    splitter.finish(into: &lines)
    return lines
  }

  private func split(_ text: String) -> RowBatch {
    split([Array(text.utf8)])
  }

  @Test(arguments: [1, 2, 3, 100], [nil, "jon", "x"])
  func namesMayBeEndedByNULs(chunkSize: Int, query: String?) {
    let text = Array("Arya\nStark\0\0\n Jon\0b\0x\ny".utf8)
    let filter = query.map { NameFilter(NameQuery($0)) }
    var splitter = LineSplitter(InputForm(endsWithNUL: true), input: nil, filter: filter)
    var lines = RowBatch()
    for start in stride(from: 0, to: text.count, by: chunkSize) {
      text[start..<min(start + chunkSize, text.count)].withUnsafeBytes {
        splitter.add($0, into: &lines)
      }
    }
    splitter.finish(into: &lines)
    let all = ["Arya\nStark", "Jon", "b", "x\ny"]
    #expect(lines.originals == (query == nil ? all : query == "x" ? ["x\ny"] : ["Jon"]))
    #expect(lines.count == 4)
    #expect(lines.report.count(of: .empty) == 1)
  }

  @Test(arguments: [
    ("", [], 0),
    ("Arya\nJon\n", ["Arya", "Jon"], 0),
    ("Arya\nJon", ["Arya", "Jon"], 0),
    ("Arya\r\nJon\r\n", ["Arya", "Jon"], 0),
    ("  Arya \t\n\u{a0}Jon\u{3000}\n", ["Arya", "Jon"], 0),
    ("Arya\n\n \t\nJon\n   ", ["Arya", "Jon"], 3),
    ("\u{feff}Arya\nJon", ["Arya", "Jon"], 0),
    ("\u{feff}", [], 0),
    ("\u{feff}\n", [], 1),
    ("Arya\rStark\u{b}\u{85}\u{2028}\u{2029}x\n", ["Arya\rStark\u{b}\u{85}\u{2028}\u{2029}x"], 0),
    ("Arya\nArya\n", ["Arya", "Arya"], 0),
  ])
  func linesEndAtLineFeedsOnly(text: String, names: [String], empty: Int) {
    let lines = split(text)
    #expect(lines.originals == names)
    #expect(lines.report.leftOutCount == empty)
    #expect(lines.report.count(of: .empty) == empty)
  }

  @Test func anOverlongLineAfterAMarkAndSpacesIsSkippedInAnyPieces() {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = mark + [UInt8](repeating: 0x09, count: 1 << 17)
    #expect(split([start, [0x41]]).report.count(of: .tooLong) == 1)
    #expect(split([start + [0x41]]).report.count(of: .tooLong) == 1)
    #expect(split([start, [0x09]]).report == LineReport())
  }

  @Test func aByteOrderMarkIsDroppedFromTheFirstLineOnly() {
    #expect(split("\u{feff}Arya\n\u{feff}Jon").originals == ["Arya", "\u{feff}Jon"])
  }

  @Test func skippedLinesAreCountedByFault() {
    let long = String(repeating: "x", count: Name.maximumBytes)
    var bytes = Array("ok\na\0b\n\(long)\n\(long)x\n".utf8)
    bytes += [0xff, 0x0a, 0xc3]
    let lines = split([bytes], input: "names.txt")
    #expect(lines.originals == ["ok", long])
    #expect(
      "\(lines.report)" == """
        4 lines skipped (2 not UTF-8: names.txt:5, names.txt:6; 1 too long: names.txt:4; \
        1 containing NUL: names.txt:2)
        """)
  }

  @Test(arguments: UInt64(0)..<60)
  func chunkBoundariesMakeNoDifference(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = [
      [0x0a], [0x0a], [0x0d, 0x0a], [0xef, 0xbb, 0xbf], [0], [0xff], Array("Arya Stark".utf8),
      Array("Zoë 日本".utf8), [0x20], [UInt8](repeating: 0x20, count: 40_000),
      [UInt8](repeating: 0x78, count: 4_000), [UInt8](repeating: 0x79, count: 70_000),
    ]
    let bytes = (0..<40).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
    let whole = split([bytes])
    var rest = bytes[...]
    var chunks: [[UInt8]] = []
    while !rest.isEmpty {
      let most = Bool.random(using: &random) ? 5 : 50_000
      let chunk = rest.prefix(Int.random(in: 1...most, using: &random))
      chunks.append(Array(chunk))
      rest = rest.dropFirst(chunk.count)
    }
    let parts = split(chunks)
    #expect(parts.originals == whole.originals)
    #expect(parts.report == whole.report)
  }

  @Test func whiteSpaceWithoutEndDoesNotSpoilTheNameInIt() {
    let space = [UInt8](repeating: 0x20, count: 100_000)
    let name = Array("Arya".utf8)
    #expect(split([space, name, space, [0x0a], name]).originals == ["Arya", "Arya"])
    let lines = split([name, space, name, [0x0a], name])
    #expect(lines.originals == ["Arya"])
    #expect(lines.report.firstLocations(of: .tooLong) == [.init(line: 1)])
  }

  @Test(arguments: [UInt8(0x78), 0x20, 0, 0xff])
  func littleOfAnEndlessLineIsStored(byte: UInt8) {
    var splitter = LineSplitter(input: nil)
    var lines = RowBatch()
    let chunk = [UInt8](repeating: byte, count: 1 << 20)
    for _ in 0..<20 { chunk.withUnsafeBytes { splitter.add($0, into: &lines) } }
    #expect(splitter.unfinished.count <= LineSplitter.thinningSize)
    #expect(splitter.unfinished.capacity <= 4 << 20)
    Array("\nArya\n".utf8).withUnsafeBytes { splitter.add($0, into: &lines) }
    #expect(lines.originals == ["Arya"])
    #expect(lines.report.leftOutCount == 1)
    #expect(splitter.unfinished.capacity <= 1 << 20)
  }
}
