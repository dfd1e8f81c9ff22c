import LibraryTestSupport
import ListModel
import NameSearch
import Testing

@testable import PageSources

struct RowSplitterTests {
  /// A row as text: its name, ID, detail and section.
  private struct Row: Equatable {
    var name: String
    var id: String?
    var detail: String?
    var section: String?
  }

  private func read(
    _ chunks: [[UInt8]], _ choice: ColumnChoice = ColumnChoice(form: .csv),
    filter: NameFilter? = nil
  ) throws -> RowBatch {
    var splitter = RowSplitter(choice, input: "rows.csv", location: nil, filter: filter)
    var lines = RowBatch()
    for chunk in chunks {
      try chunk.withUnsafeBytes { try splitter.add($0, into: &lines) }
    }
    try splitter.finish(into: &lines)
    return lines
  }

  private func read(
    _ text: String, _ choice: ColumnChoice = ColumnChoice(form: .csv)
  ) throws -> RowBatch {
    try read([Array(text.utf8)], choice)
  }

  private func rows(_ lines: RowBatch) -> [Row] {
    (0..<lines.names.count).map { place in
      Row(
        name: lines.names[place].original, id: lines.names[place].idInSource,
        detail: lines.names.detail(at: place), section: lines.names.section(at: place))
    }
  }

  private static let tabs = ColumnForm(delimiter: "\t", hasQuotes: false, hasHeader: false)

  @Test func theNameIsTheFirstColumnAndTheRestIsItsDetail() throws {
    let lines = try read("name,reason,severity\r\nArya,\"a, b\",high\r\nJon,,low\r\nSansa,,\r\n")
    #expect(
      rows(lines) == [
        Row(name: "Arya", detail: "a, b  high"), Row(name: "Jon", detail: "low"),
        Row(name: "Sansa"),
      ])
    #expect(lines.report.isEmpty)
    #expect(lines.count == 3)
  }

  @Test(arguments: [
    ColumnChoice(form: .csv, name: .number(2), id: [.number(1)], section: .number(4)),
    ColumnChoice(form: .csv, name: .title("name"), id: [.title("key")], section: .title("kind")),
  ])
  func columnsAreChosenByNumberOrTitle(choice: ColumnChoice) throws {
    let lines = try read(
      "key, name ,note,\"kind\"\n7,Arya,x,high\n8, Jon , y ,\n,Bran,z,low", choice)
    #expect(
      rows(lines) == [
        Row(name: "Arya", id: "7", detail: "x", section: "high"),
        Row(name: "Jon", id: "8", detail: "y"), Row(name: "Bran", detail: "z", section: "low"),
      ])
  }

  @Test func rowsWithoutQuotesAndHeaderAreReadUnchanged() throws {
    let lines = try read(
      "Arya\t\"x\"\ty\r\nJon", ColumnChoice(form: Self.tabs, section: .number(3)))
    #expect(
      rows(lines) == [Row(name: "Arya", detail: "\"x\"", section: "y"), Row(name: "Jon")])
    #expect("\(lines.report)" == "1 row with too many or too few columns: line 2")
  }

  @Test func aColumnMayBeForTwoThings() throws {
    let choice = ColumnChoice(form: .csv, id: [.number(1)], section: .number(1))
    #expect(
      rows(try read("name,x\nArya,1\n", choice)) == [
        Row(name: "Arya", id: "Arya", detail: "1", section: "Arya")
      ])
  }

  @Test(arguments: [
    (
      ColumnChoice.Column.number(4), "rows.csv: no column “4”; the header has “a”, “b”, “”"
    ),
    (.title("c"), "rows.csv: no column “c”; the header has “a”, “b”, “”"),
    (.title("A"), "rows.csv: no column “A”; the header has “a”, “b”, “”"),
  ])
  func aColumnThatIsMissingIsAnErrorThatStays(column: ColumnChoice.Column, words: String) {
    for choice in [
      ColumnChoice(form: .csv, name: column), ColumnChoice(form: .csv, id: [column]),
      ColumnChoice(form: .csv, section: column),
    ] {
      var splitter = RowSplitter(choice, input: "rows.csv", location: nil)
      var lines = RowBatch()
      for text in ["a,b,\n", "x,y\n", ""] {
        let error = #expect(throws: PageSourceError.self) {
          try Array(text.utf8).withUnsafeBytes { try splitter.add($0, into: &lines) }
        }
        #expect(error.map { "\($0)" } == words)
      }
      #expect(throws: PageSourceError.self) { try splitter.finish(into: &lines) }
      #expect(lines.names.isEmpty)
    }
  }

  @Test func aTitleThatSeveralColumnsHaveIsAnError() {
    let choice = ColumnChoice(form: .csv, name: .title("a"))
    #expect(throws: PageSourceError.ambiguousColumn("rows.csv", "a")) {
      try read("a,b,a\n", choice)
    }
    #expect(throws: PageSourceError.noColumn("rows.csv", "a", known: ["b"])) {
      try read("b\na\n", choice)
    }
  }

  @Test func anEmptyInputHasNoRows() throws {
    for text in ["", "\u{feff}", "name,x\n", "name,x"] {
      let lines = try read(text)
      #expect(lines.names.isEmpty && lines.report.isEmpty && lines.count == 0)
    }
  }

  @Test func faultsOfRowsAreReported() throws {
    let long = String(repeating: "x", count: 5_000)
    var bytes = Array("name,x\nArya,1\n,2\n\nJon\nBran,1,2\n\(long),3\nRickon,\(long)\n".utf8)
    bytes += Array("Hodor,a".utf8) + [0xFF, 0x0A] + Array("a".utf8) + [0, 0x2C, 0x62, 0x0A]
    bytes += Array("Sansa,\"open\nRobb,1\n".utf8)
    let lines = try read([bytes])
    #expect(rows(lines).map(\.name) == ["Arya", "Jon", "Bran", "Rickon", "Hodor", "Sansa", "Robb"])
    #expect(rows(lines)[5].detail == "\"open")
    #expect(
      "\(lines.report)" == """
        4 lines skipped (2 empty: lines 3, 4; 1 too long: line 7; 1 containing NUL: line 10); \
        2 rows with too many or too few columns: lines 5, 6; 1 unclosed quote: line 11; \
        1 detail cut short: line 8; 1 detail with invalid UTF-8: line 9
        """)
  }

  // MARK: Laws

  /// The rows that the rules give for a text, computed one record after another.
  private func expected(_ text: [UInt8], _ choice: ColumnChoice) -> (rows: [Row], leftOut: Int) {
    let form = choice.form
    var records = NaiveRecords(text, delimiter: form.delimiter, hasQuotes: form.hasQuotes).records
    if form.hasHeader, !records.isEmpty { records.removeFirst() }
    func number(_ column: ColumnChoice.Column?) -> Int? {
      if case .number(let number)? = column { number - 1 } else { nil }
    }
    let (name, id, section) = (number(choice.name), number(choice.id.first), number(choice.section))
    func field(_ place: Int?, _ record: NaiveRecords.Record) -> [UInt8] {
      place.flatMap { $0 < record.fields.count ? record.fields[$0] : nil } ?? []
    }
    func said(_ bytes: [UInt8]) -> String? {
      var batch = NameBatch()
      if let name = try? Name("x") {
        bytes.withUnsafeBytes { detail in
          _ = batch.append(
            name, detail: detail, section: UnsafeRawBufferPointer(start: nil, count: 0))
        }
      }
      return batch.detail(at: 0)
    }
    var rows: [Row] = []
    for record in records {
      let bytes = field(name, record)
      guard let called = bytes.withUnsafeBytes({ try? Name(validating: $0) }) else { continue }
      // An ID is used unchanged; invalid UTF-8 is replaced only in a detail.
      let spaces = Array("\t\n\u{b}\u{c}\r ".utf8)
      let end = field(id, record).reversed().drop(while: spaces.contains)
      let bare = end.reversed().drop(while: spaces.contains)
      let known = bare.isEmpty ? nil : String(decoding: bare, as: UTF8.self)
      let rest = record.fields.indices.filter { $0 != name && $0 != id && $0 != section }
      let details = rest.compactMap { said(record.fields[$0]) }
      rows.append(
        Row(
          name: called.original, id: known,
          detail: details.isEmpty ? nil : details.joined(separator: "  "),
          section: said(field(section, record))))
    }
    return (rows, records.count - rows.count)
  }

  private func randomText(_ form: ColumnForm, using random: inout SeededGenerator) -> [UInt8] {
    let mark = String(decoding: form.delimiter, as: UTF8.self)
    let isPlain = Bool.random(using: &random)
    var fields = ["arya", "Arya Stark", "stark", "al-ar", "x1", "", " spaced ", "7", "high", "o'b"]
    if !isPlain { fields += ["née", "東 ar", "a\0b", "\t"] }
    if form.hasQuotes, Int.random(in: 0..<3, using: &random) > 0 {
      fields += ["\"ar\(mark)ya\"", "\"st\nar\"", "\"a\"\"r\"", "\"\"", "\"ar\"ya", "a\"r"]
    }
    var text: [UInt8] = form.hasHeader ? Array("h1\(mark)h2\(mark)h3\(mark)h4\n".utf8) : []
    for _ in 0..<Int.random(in: 0...120, using: &random) {
      let isEven = Int.random(in: 0..<12, using: &random) > 0
      let count = isEven ? 4 : Int.random(in: 1...6, using: &random)
      let row = (0..<count).map { _ in fields.randomElement(using: &random) ?? "" }
      text += Array((row.joined(separator: mark) + "\n").utf8)
      if !isPlain, Int.random(in: 0..<40, using: &random) == 0 { text.append(0xFF) }
    }
    if Bool.random(using: &random), !text.isEmpty { text.removeLast() }
    return text
  }

  @Test(arguments: UInt64(0)..<300)
  func rowsAreThoseOfTheNaiveModelWithAndWithoutAFilter(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let forms = [
      ColumnForm.csv, Self.tabs, .init(delimiter: ";", hasQuotes: true, hasHeader: false),
      .init(delimiter: "→", hasQuotes: false, hasHeader: false),
      .init(delimiter: "x", hasQuotes: false, hasHeader: false),
    ]
    let form = forms[Int(seed) % forms.count]
    let choice = ColumnChoice(
      form: form, name: .number(Int.random(in: 1...2, using: &random)),
      id: Bool.random(using: &random) ? [] : [.number(3)],
      section: Bool.random(using: &random) ? nil : .number(4))
    let text = randomText(form, using: &random)
    let model = expected(text, choice)
    let cuts = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      Int.random(in: 0...text.count, using: &random)
    }.sorted()
    let chunks = zip([0] + cuts, cuts + [text.count]).map { Array(text[$0..<$1]) }
    let all = try read(chunks, choice)
    #expect(rows(all) == model.rows)
    #expect(all.report.leftOutCount == model.leftOut)
    // Equal names are one row in an index, unless they have IDs.
    var numbered = NameBatch()
    for place in 0..<all.names.count {
      let name = try all.names[place].bare.known(by: "\(place)", in: "place")
      numbered.append(name, detail: all.names.detail(at: place))
    }
    let index = NameIndex(order: NameOrder(sections: .none)).adding(numbered)
    let queries = ["ar", "Ar", "st ar", "arya high", "7", "née", "東", "-a", "\"", "o'b"]
    for looksInDetails in [false, true] {
      for typed in queries.shuffled(using: &random).prefix(4) {
        let query = NameQuery(typed, looksInDetails: looksInDetails)
        let some = try read(chunks, choice, filter: NameFilter(query))
        let found = index.matches(query) ?? RowSet(rowCount: index.count)
        let matching = found.compactMap { index.name(at: $0).idInSource.flatMap { Int($0) } }
          .sorted()
        #expect(rows(some) == matching.map { model.rows[$0] }, "\(typed) \(looksInDetails)")
        #expect(some.count == all.count)
        #expect(some.report == all.report)
      }
    }
  }
}
