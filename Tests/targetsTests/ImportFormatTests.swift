import TestSupport
import Testing

/// What `import --format` refuses, skips and reports.
@Suite(.ownThreads)
struct ImportFormatTests {
  private let program: Program

  init() throws { program = try Program() }

  private func imported(_ format: String, _ bytes: [UInt8], _ options: [String] = []) throws
    -> ProgramRun
  {
    try program.run(
      ["import", "-l", "l", "--format", format] + options + ["-"], input: .bytes(bytes))
  }

  private func names() throws -> String {
    try program.run("show", "-l", "l", "--format", "names").output
  }

  /// Replacing the invalid bytes would make one row of two.
  @Test(arguments: [
    ("csv", "name,class\nsrv?,dead\nb,open\nsrv?,open\n", "row 1: not UTF-8; row 3: not UTF-8"),
    ("todo", "x a?\nb\na?\n", "line 1: not UTF-8; line 3: not UTF-8"),
    (
      "ndjson", "{\"name\":\"a?\"}\n{\"name\":\"b\"}\n{\"name\":\"a?\"}\n",
      "line 1: not UTF-8; line 3: not UTF-8"
    ),
  ])
  func invalidUTF8IsSkippedAndReported(format: String, text: String, faults: String) throws {
    var invalid: UInt8 = 0xE3
    let bytes = text.utf8.map { byte -> UInt8 in
      if byte != UInt8(ascii: "?") { return byte }
      invalid += 1
      return invalid
    }
    let strict = try imported(format, bytes, ["--strict"])
    #expect(strict.error == "targets: import: input: \(faults); nothing was stored\n")
    #expect(strict.status == .code(2))
    #expect(try program.run("show", "-l", "l").status == .code(2))
    let run = try imported(format, bytes)
    #expect(
      run.error == "targets: import: input: \(faults)\nimport: 1 row added to l\n", "\(run.error)")
    #expect(run.status == .code(0))
    #expect(try names() == "b\n")
  }

  @Test func aHeaderThatIsNotUTF8IsRefused() throws {
    let run = try imported("csv", Array("name,".utf8) + [0xE4] + Array("\na,b\n".utf8))
    #expect(run.error == "targets: import: -: the header is not UTF-8\n")
    #expect(run.status == .code(2))
  }

  @Test(arguments: [("csv", "name\nAda\n"), ("todo", "Ada\n"), ("ndjson", "{\"name\":\"Ada\"}\n")])
  func aByteOrderMarkIsNotPartOfTheFirstRow(format: String, text: String) throws {
    #expect(try imported(format, [0xEF, 0xBB, 0xBF] + Array(text.utf8)).status == .code(0))
    #expect(try names() == "Ada\n")
  }

  @Test(arguments: ["csv", "todo", "ndjson"])
  func otherEncodingsAreNamed(format: String) throws {
    let text = "name\nAda\n"
    var utf16: [UInt8] = [0xFF, 0xFE]
    var utf32: [UInt8] = [0xFF, 0xFE, 0, 0]
    for byte in text.utf8 {
      utf16 += [byte, 0]
      utf32 += [byte, 0, 0, 0]
    }
    for (bytes, encoding) in [(utf16, "UTF-16"), (utf32, "UTF-32")] {
      let run = try imported(format, bytes)
      #expect(
        run.error == "targets: import: standard input: looks like \(encoding); "
          + "convert it with iconv -f \(encoding) -t UTF-8\n")
      #expect(run.status == .code(2))
    }
  }

  @Test func anIDHasAtMost1000Bytes() throws {
    for count in [1_001, 5_005] {
      let id = String(repeating: "i", count: count)
      let reason = "the ID is too long: \(count) bytes, at most 1000 are allowed"
      let csv = try imported("csv", Array("name,id\na,\(id)\n".utf8), ["--strict"])
      #expect(csv.error == "targets: import: input: row 1: \(reason); nothing was stored\n")
      let json = try imported("ndjson", Array(#"{"name":"a","id":"\#(id)"}"#.utf8), ["--strict"])
      #expect(json.error == "targets: import: input: line 1: \(reason); nothing was stored\n")
    }
    let id = String(repeating: "i", count: 1_000)
    #expect(try imported("csv", Array("name,id\na,\(id)\n".utf8), ["--strict"]).status == .code(0))
  }

  @Test(arguments: ["--id-column", "--revision-column"])
  func anIDOrARevisionThatIsNotUTF8SkipsItsRow(option: String) throws {
    let bytes =
      Array("key,name\n1,a\n".utf8) + [0xE4] + Array(",b\n".utf8) + [0xF6] + Array(",c\n".utf8)
    let run = try program.run(
      "import", "-l", "l", "--csv", "--name-column", "name", option, "key", "-",
      input: .bytes(bytes))
    #expect(
      run.error == "targets: import: input: 2 lines skipped (2 not UTF-8: lines 3, 4)\n"
        + "import: 1 row added to l\n", "\(run.error)")
    #expect(try names() == "a\n")
  }

  @Test(arguments: ["yes", "1", "TRUE"])
  func aTruthColumnTakesTrueOrNothing(value: String) throws {
    let text = "name,liked,changed\na,true,\nb,,\nc,\(value),\nd,,\(value)\n"
    let run = try imported("csv", Array(text.utf8))
    #expect(
      run.error.hasPrefix(
        "targets: import: input: row 3: liked takes true, false or nothing, not “\(value)”; "
          + "row 4: changed takes true, false or nothing, not “\(value)”\n"), "\(run.error)")
    #expect(try names() == "a\nb\n")
    #expect(try program.run("show", "-l", "l", "--liked", "--format", "names").output == "a\n")
  }

  @Test func theOnlyFileIsNamed() throws {
    let file = try program.environment.home.write("{}\n", to: "rows.ndjson")
    let run = try program.run("import", "-l", "l", "--format", "ndjson", file)
    #expect(
      run.error.hasPrefix(
        "targets: import: \(file): line 1: not a row as show --format prints it\n"), "\(run.error)")
  }

  /// A row that is changed, but has no earlier verdict, has it as its verdict.
  @Test func aChangedRowWithItsVerdictIsOpen() throws {
    let run = try imported(
      "ndjson", Array("{\"name\":\"b\",\"class\":\"dead\",\"changed\":true}\n".utf8), ["--strict"])
    #expect(run.error == "import: 1 row added to l\n")
    #expect(try program.run("show", "-l", "l", "--changed", "--format", "names").output == "b\n")
    #expect(try program.run("show", "-l", "l", "--dead", "--format", "names").output == "")
  }

  @Test func aChangedRowWithoutAKnownVerdictIsOpen() throws {
    let text = """
      {"name":"a","changed":true}
      {"name":"b","class":"dead","changed":true,"earlier":"gone"}

      """
    let run = try imported("ndjson", Array(text.utf8))
    #expect(
      run.error == "targets: import: input: line 1: no earlier verdict; imported as open; "
        + "line 2: no verdict “gone”; imported as open\nimport: 2 rows added to l\n",
      "\(run.error)")
    #expect(try program.run("show", "-l", "l", "--open", "--format", "names").output == "a\nb\n")
  }

  /// Only an input without rows has status 1, as the manual says.
  @Test func anInputOfKnownRowsSucceeds() throws {
    for added in [1, 0] {
      let run = try program.run("import", "-l", "l", "-", input: .text("a\n"))
      #expect(run.error == "import: \(added) \(added == 1 ? "row" : "rows") added to l\n")
      #expect(run.status == .code(0))
    }
    #expect(try program.run("import", "-l", "l", "-", input: .text("")).status == .code(1))
    let manual = try program.run("manual").output.split(whereSeparator: \.isWhitespace)
    #expect(
      manual.joined(separator: " ").contains("an input of import without \\-\\-mirror has no row;"))
  }
}
