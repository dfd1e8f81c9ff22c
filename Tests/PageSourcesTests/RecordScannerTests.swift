import LibraryTestSupport
import Testing

@testable import PageSources

struct RecordScannerTests {
  private typealias Record = NaiveRecords.Record

  private func form(_ delimiter: Unicode.Scalar = ",", hasQuotes: Bool = true) -> ColumnForm {
    ColumnForm(delimiter: delimiter, hasQuotes: hasQuotes, hasHeader: false)
  }

  /// The records of a text that arrives in chunks, with their line numbers; without
  /// `countsAllLines`, only the last record of each stretch has one.
  private func scan(
    _ chunks: [[UInt8]], _ form: ColumnForm, countsAllLines: Bool = true
  ) throws -> (records: [Record], openQuotes: [Int], longRecords: [Int]) {
    var scanner = RecordScanner(form)
    var records: [Record] = []
    var (quotes, long): ([Int], [Int]) = ([], [])
    func take(_ stretch: RecordStretch) {
      for number in 0..<stretch.count {
        let fields = stretch.fields(of: number).map { place in
          var field: [UInt8] = []
          stretch.append(stretch.field(place, of: number), to: &field)
          return field
        }
        let countsLine = countsAllLines || number == stretch.count - 1
        let line = countsLine ? stretch.line(of: number) : 0
        records.append(Record(fields: fields, line: line))
        let bytes = stretch.text[stretch.start(of: number)..<stretch.end(of: number)]
        if stretch.isPlain { #expect(bytes.allSatisfy { $0 < 0x80 && $0 > 0 }) }
      }
    }
    for chunk in chunks {
      try chunk.withUnsafeBytes { try scanner.add($0, take) }
      quotes += scanner.takeOpenQuotes()
      long += scanner.takeLongRecords()
    }
    try scanner.finish(take)
    return (records, quotes + scanner.takeOpenQuotes(), long + scanner.takeLongRecords())
  }

  private func fields(_ text: String, _ form: ColumnForm? = nil) throws -> [[String]] {
    try scan([Array(text.utf8)], form ?? self.form()).records.map { record in
      record.fields.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test(arguments: [
    // The examples of RFC 4180, section 2.
    ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc\r"], ["zzz", "yyy", "xxx\r"]]),
    ("aaa,bbb,ccc\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc\r"], ["zzz", "yyy", "xxx"]]),
    ("\"aaa\",\"bbb\",\"ccc\"\r\n", [["aaa", "bbb", "ccc\r"]]),
    ("\"aaa\",\"b\r\nbb\",\"ccc\"\nz", [["aaa", "b\r\nbb", "ccc"], ["z"]]),
    ("\"aaa\",\"b\"\"bb\",\"ccc\"", [["aaa", "b\"bb", "ccc"]]),
    // Cases that the RFC does not define.
    ("", []),
    ("\n", [[""]]),
    (",", [["", ""]]),
    ("\"\"", [[""]]),
    ("\"\"\"\"", [["\""]]),
    ("\"a\"b,c", [["ab", "c"]]),
    ("\"a\"b\"c\"\"d,e", [["ab\"c\"\"d", "e"]]),
    ("a\"b\",c", [["a\"b\"", "c"]]),
    (" \"a,b\"", [[" \"a", "b\""]]),
    ("\"a,b\nc", [["\"a", "b"], ["c"]]),
    ("x,\"\"\"\"\n\"\"\"", [["x", "\""], ["\"\"\""]]),
    ("\u{feff}\"a\",b", [["a", "b"]]),
    ("\u{feff}", []),
  ])
  func fieldsAreAsInRFC4180(text: String, expected: [[String]]) throws {
    #expect(try fields(text) == expected)
  }

  @Test func anyCharacterSeparates() throws {
    #expect(try fields("a→b→→\nc", form("→", hasQuotes: false)) == [["a", "b", "", ""], ["c"]])
    #expect(try fields("a\0b\n", form("\0", hasQuotes: false)) == [["a", "b"]])
    #expect(try fields("\"a\"\tb", form("\t", hasQuotes: false)) == [["\"a\"", "b"]])
    #expect(try fields("a\"b\"c", form("\"", hasQuotes: false)) == [["a", "b", "c"]])
    #expect(try fields("\"a→b\"→c", form("→")) == [["a→b", "c"]])
    // A part of a delimiter is not a delimiter.
    #expect(try fields("a\u{2092}b", form("→", hasQuotes: false)) == [["a\u{2092}b"]])
  }

  @Test(arguments: UInt64(0)..<400)
  func recordsAreThoseOfTheNaiveModelWhereverChunksBegin(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let delimiter: Unicode.Scalar = [",", ",", ";", "→", "\t"].randomElement(using: &random) ?? ","
    let hasQuotes = Int.random(in: 0..<4, using: &random) > 0
    let mark = String(delimiter)
    var pieces = [mark, mark, "\n", "\n", "\r\n", "a", "name", "é", "\u{feff}", "\0"]
    pieces += ["\"", "\"\"", "\"a\"", "\"b\(mark)c\"", "\"two\nlines\"", mark + "\""]
    if seed % 3 == 0 { pieces.append(String(repeating: "x", count: 200)) }
    let count = Int.random(in: 0...60, using: &random)
    var text = (0..<count).flatMap { _ in
      Array((pieces.randomElement(using: &random) ?? "").utf8)
    }
    if seed % 5 == 0 { text.insert(0xFF, at: text.count / 2) }
    if seed % 7 == 0 { text = [0xef, 0xbb, 0xbf] + text }
    let model = NaiveRecords(text, delimiter: Array(mark.utf8), hasQuotes: hasQuotes)
    var rest = text[...]
    var chunks: [[UInt8]] = []
    while !rest.isEmpty {
      let most = seed % 2 == 0 ? 3 : 100
      let chunk = rest.prefix(Int.random(in: 1...most, using: &random))
      chunks.append(Array(chunk))
      rest = rest.dropFirst(chunk.count)
    }
    for chunks in [chunks, [text]] {
      let found = try scan(chunks, form(delimiter, hasQuotes: hasQuotes))
      #expect(found.records == model.records)
      #expect(found.openQuotes == model.openQuotes)
      #expect(found.longRecords == [])
    }
  }

  @Test func manyFieldsAndRecordsHaveRoom() throws {
    let wide = String(repeating: "a,", count: 100_000) + "b\n"
    let text = wide + String(repeating: "a,b\n", count: 50_000) + wide
    let records = try scan([Array(text.utf8)], form(), countsAllLines: false).records
    #expect(records.count == 50_002)
    #expect(records[0].fields.count == 100_001)
    #expect(records.last?.fields.count == 100_001)
    #expect(records.last?.line == 50_002)
  }

  @Test func anUnclosedQuoteLosesNoRows() throws {
    let rows = (0..<200_000).map { "row \($0),x\n" }.joined()
    let text = Array("first,\"open\n\(rows)".utf8)
    for size in [1_000, 1 << 20] {
      let chunks = stride(from: 0, to: text.count, by: size).map {
        Array(text[$0..<min($0 + size, text.count)])
      }
      let found = try scan(chunks, form(), countsAllLines: false)
      #expect(found.records.count == 200_001)
      #expect(found.openQuotes == [1])
      #expect(found.records.last?.line == 200_001)
    }
  }

  @Test func aLongRecordIsSkipped() throws {
    var scanner = RecordScanner(form())
    var lines: [Int] = []
    func take(_ stretch: RecordStretch) {
      lines += (0..<stretch.count).map { stretch.line(of: $0) }
    }
    let chunk = [UInt8](repeating: 0x78, count: 300_000)
    try Array("a,b\n".utf8).withUnsafeBytes { try scanner.add($0, take) }
    for _ in 0..<30 {
      try chunk.withUnsafeBytes { try scanner.add($0, take) }
      #expect(scanner.unfinishedCount <= RecordScanner.longestRecord)
    }
    try Array("\nc,d\n".utf8).withUnsafeBytes { try scanner.add($0, take) }
    try scanner.finish(take)
    #expect(lines == [1, 3])
    #expect(scanner.takeLongRecords() == [2])
  }

  @Test func aLongFieldInQuotesIsReadUpToTheLimit() throws {
    let text = String(repeating: "x\n", count: RecordScanner.longestRecord / 2 - 10)
    let found = try scan([Array("a,\"\(text)\"\nb,c\n".utf8)], form())
    #expect(found.records.count == 2)
    #expect(found.records.first?.fields.last?.count == text.utf8.count)
    #expect(found.records.last?.line == text.utf8.count / 2 + 2)
  }
}
