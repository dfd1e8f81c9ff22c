import JSON
import PageSources
import Printing
import TestSupport
import Testing

/// The printed fields are those of `targets help formats`, in the same order and with the same types.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct FormatsTests {
  private let program: Program
  private let verdicts = ["--verdict", "r=revoke:dead", "--verdict", "t=trust:ok"]

  init() throws {
    program = try Program(["TARGETS_AS": "Ann \"A\", x"])
    let rows = [
      "1,\"Q \"\"uoted\"\", comma\",v1,a,b", "2,=cmd|' /C calc'!A0,v1,,=1+1",
      "3,Jose\u{301},v1,e\u{301},", "4,👩‍👩‍👧 \u{202E}x,v1,x,y", "5,plain,v1,,",
      "\"6,7\",\"two\nlines\tand a tab\",v1,\"c\nd\",", "8,gone,v1,,", "9,@at,,,",
    ]
    try importRows(rows)
    for words in [
      ["decide", "revoke", "--id", "1", "-m", "two\nlines, \"quoted\""],
      ["decide", "trust", "--id", "2", "--id", "4"], ["dead", "--id", "3", "--id", "8"],
      ["ok", "--id", "9"], ["snooze", "--id", "5", "--until", "2999-01-01T08:30"],
      ["like", "--id", "5", "--id", "6,7"], ["note", "--id", "6,7", "é\n\n\u{200D}=x"],
      ["run", "--dead", "--", "false", "{id}"],
      ["run", "--ok", "--", "true", "{id}"],
    ] { _ = try program.run([words[0], "-l", "t"] + words.dropFirst()) }
    // Two rows change, one is dropped, and one is new.
    try importRows(
      rows.map { $0.hasPrefix("4,") || $0.hasPrefix("3,") ? $0.replacing("v1", with: "v2") : $0 }
        .filter { !$0.hasPrefix("8,") } + ["10,new one,v1,,"])
    _ = try program.run("add", "-l", "t", "x bare")
  }

  private func importRows(_ rows: [String]) throws {
    if try program.run("lists").output == "" {
      #expect(try program.run(["new", "t"] + verdicts).error == "")
    }
    let text = "id,name,rev,who,why\r\n" + rows.map { $0 + "\r\n" }.joined()
    let run = try program.run(
      [
        "import", "-l", "t", "--mirror", "--csv", "--id-column", "id", "--name-column", "name",
        "--revision-column", "rev", "-",
      ], input: .text(text))
    #expect(run.status == .code(0), "\(run.error)")
  }

  private func output(_ words: String...) throws -> String {
    let run = try program.run(words)
    #expect(run.status == .code(0), "\(words): \(run.error)")
    return run.output
  }

  // MARK: Fields

  private func check(_ value: JSONValue, is field: PrintedField) throws {
    switch field.kind {
    case .text: #expect(value.text != nil, "\(field.name)")
    case .number: #expect(value.number?.integer != nil, "\(field.name)")
    case .truth: #expect(value.flag == true, "\(field.name)")
    case .time: try check(time: #require(value.text), of: field)
    case .class: #expect(["open", "dead", "ok"].contains(value.text))
    case .object: #expect(value.isObject, "\(field.name)")
    case .array: #expect(value.isList, "\(field.name)")
    }
  }

  private func check(time: String, of field: PrintedField) throws {
    let form = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z/
    #expect(try form.wholeMatch(in: time) != nil, "\(field.name): \(time)")
  }

  /// Checks the members of an object, and returns their names.
  @discardableResult
  private func check(_ object: JSONValue, has fields: [PrintedField]) throws -> Set<String> {
    #expect(object.isObject)
    var rest = fields[...]
    var names: Set<String> = []
    for (name, value) in object.members {
      let name = try #require(name)
      let place = try #require(rest.firstIndex { $0.name == name }, "\(name) is not in its place")
      try check(value, is: rest[place])
      rest = rest[(place + 1)...]
      names.insert(name)
    }
    return names
  }

  private func json(_ text: some StringProtocol) throws -> JSONValue {
    try #require(JSONValue(Array(text.utf8)), "\(text)")
  }

  /// The records of a CSV text; the first is the header.
  private func records(_ text: String) throws -> [[String]] {
    var records: [[String]] = []
    try RecordTexts.forEach(in: Array(text.utf8), form: .csv) { records.append($0 ?? []) }
    return records
  }

  private func check(csv text: String, has fields: [PrintedField], more: [String] = []) throws {
    let records = try records(text)
    #expect(records.first == fields.map(\.name) + more)
    for record in records.dropFirst() {
      #expect(record.count == fields.count + more.count, "\(record)")
      for (field, value) in zip(fields, record) where !value.isEmpty {
        switch field.kind {
        case .number: #expect(Int(value) != nil, "\(field.name)")
        case .truth: #expect(value == "true", "\(field.name)")
        case .time: try check(time: value, of: field)
        case .class: #expect(["open", "dead", "ok"].contains(value))
        default: break
        }
      }
    }
  }

  @Test func rowsAsLinesOfJSON() throws {
    var names: Set<String> = []
    for line in try output("show", "-l", "t", "--format", "ndjson").split(separator: "\n") {
      let row = try json(line)
      names.formUnion(try check(row, has: PrintedFields.row))
      for outcome in row["outcomes"].map({ Array($0.elements) }) ?? [] {
        try check(outcome, has: PrintedFields.outcome)
      }
    }
    // All fields except those of a source, and of rows that no longer exist, and of sections by a column.
    let others = PrintedFields.row.map(\.name).filter { !names.contains($0) }
    #expect(others == ["source", "dropped", "sectionOfColumn"])
  }

  @Test func rowsAsOneDocument() throws {
    let text = try output("show", "-l", "t", "--format", "json")
    let document = try json(text)
    #expect(
      try check(document, has: PrintedFields.document)
        == Set(PrintedFields.document.map(\.name)))
    #expect(document["version"]?.number?.integer == PrintedFields.version)
    for section in try #require(document["sections"]).elements {
      #expect(section.members.map(\.name) == ["title", "rows"])
      for row in try #require(section["rows"]).elements {
        try check(row, has: PrintedFields.row.filter { $0.name != "section" })
      }
    }
  }

  @Test func theLimitDoesNotChangeTheNumberOfMatches() throws {
    for limit in [1, 3, 100] {
      let text = try output("show", "-l", "t", "--format", "json", "--limit", "\(limit)")
      let document = try json(text)
      #expect(document["matched"]?.number?.integer == 9)
      #expect(document["total"]?.number?.integer == 9)
      let rows = try #require(document["sections"]).elements.flatMap {
        $0["rows"].map { Array($0.elements) } ?? []
      }
      #expect(rows.count == min(limit, 9))
    }
    let some = try json(
      try output("show", "-l", "t", "--dead", "--format", "json", "--limit", "1"))
    #expect(some["matched"]?.number?.integer == 1)
  }

  @Test func rowsAndReportAsCSV() throws {
    try check(
      csv: output("show", "-l", "t", "--format", "csv"), has: PrintedFields.csv,
      more: ["column.who", "column.why"] + PrintedFields.csvAfterColumns.map(\.name))
    #expect(
      PrintedFields.csv.map(\.name).joined(separator: ",")
        == "section,name,id,class,verdict,changed,earlier,liked,note,until,decidedAt,decidedBy,"
        + "decidedRevision,revision,detail,source")
    try check(csv: output("report", "-l", "t", "--format", "csv"), has: PrintedFields.report)
  }

  @Test func logs() throws {
    #expect(try program.run("undo", "-l", "t").status == .code(0))
    let lines = try output("log", "-l", "t", "--format", "ndjson").split(separator: "\n")
    for line in lines { try check(json(line), has: PrintedFields.log) }
    let all = try json(output("log", "-l", "t", "--format", "json"))
    #expect(all.elements.map { _ in 1 }.count == lines.count)
    for entry in all.elements { try check(entry, has: PrintedFields.log) }
    try check(csv: output("log", "-l", "t", "--format", "csv"), has: PrintedFields.log)
    #expect(
      PrintedFields.log.map(\.name).joined(separator: ",").hasPrefix(
        "when,author,role,what,name,id,verdict,revision,until,note,command,rows,undoes,undoneBy"))
  }

  @Test func figures() throws {
    let stats = try json(output("stats", "-l", "t", "--format", "json"))
    #expect(
      try check(stats, has: PrintedFields.stats) == Set(PrintedFields.stats.map(\.name)))
    for (list, name) in [("days", "day"), ("authors", "author")] {
      for object in try #require(stats[list]).elements {
        #expect(object.members.map(\.name) == [name, "decided"])
        #expect(object[name]?.text != nil && object["decided"]?.number?.integer != nil)
      }
    }
    try check(csv: output("stats", "-l", "t", "--format", "csv"), has: PrintedFields.figures)
    for (words, fields) in [
      (["lists"], PrintedFields.list), (["sections", "-l", "t"], PrintedFields.section),
    ] {
      let csv = try program.run(words + ["--format", "csv"]).output
      try check(csv: csv, has: fields)
      let list = try json(try program.run(words + ["--format", "json"]).output)
      #expect(list.isList)
      for object in list.elements {
        #expect(try check(object, has: fields) == Set(fields.map(\.name)))
      }
      for line in try program.run(words).output.split(separator: "\n") {
        #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == fields.count)
      }
    }
  }

  @Test func helpHasEveryField() throws {
    let text = try output("help", "formats")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 120)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(text.hasPrefix("Formats of printed rows, version \(PrintedFields.version).\n"))
    for fields in [
      PrintedFields.row, PrintedFields.csv, PrintedFields.outcome, PrintedFields.document,
      PrintedFields.section, PrintedFields.list, PrintedFields.log, PrintedFields.stats,
      PrintedFields.figures, PrintedFields.report,
    ] {
      for field in fields { #expect(text.contains(field.name), "\(field.name)") }
    }
    for format in PrintFormat.ofRows { #expect(text.contains(format.rawValue)) }
  }

  // MARK: Round trips

  /// The printed rows, without fields that no import reads: what is new to the list, and outcomes.
  private func comparable(_ text: String, _ format: String) throws -> [[String]] {
    if format == "csv" { return try records(text) }
    return try text.split(separator: "\n").map { line in
      try json(line).members.filter { !["new", "outcomes"].contains($0.name) }.map {
        "\($0.name ?? ""): \($0.value.text ?? "") \(columns(of: $0.value))"
      }
    }
  }

  private func columns(of value: JSONValue) -> [String] {
    value.members.map { "\($0.name ?? ""): \($0.value.text ?? "")" }
  }

  @Test(arguments: ["csv", "ndjson"])
  func importReadsWhatShowPrints(format: String) throws {
    let all = try output("show", "-l", "t", "--format", format)
    for part in ["revoke", "trust", "2999", "=cmd", "plain", "two"] { #expect(all.contains(part)) }
    #expect(try program.run(["new", "copy"] + verdicts).error == "")
    let file = try program.environment.home.write(all, to: "export")
    let run = try program.run("import", "-l", "copy", "--format", format, file)
    #expect((run.output, run.status) == ("", .code(0)))
    #expect(run.error == "import: 9 rows added to copy\n")
    let copy = try output("show", "-l", "copy", "--format", format)
    #expect(try comparable(copy, format) == comparable(all, format))
    let again = try program.run("import", "-l", "copy", "--format", format, file)
    #expect(again.error == "import: 0 rows added to copy\n")
    // The same decisions count.
    for filter in ["--dead", "--ok", "--changed", "--snoozed", "--noted", "--liked"] {
      let ids = try [("t"), ("copy")].map { list in
        try records(program.run("show", "-l", list, filter, "--format", "csv").output).map { $0[2] }
      }
      #expect(ids[0] == ids[1] && ids[0].count > 1, "\(filter)")
    }
  }
}
