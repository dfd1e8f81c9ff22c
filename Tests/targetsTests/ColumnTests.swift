import TestSupport
import Testing

/// Rows with several columns, in the built program.
@Suite(.ownThreads)
struct ColumnTests {
  private let table =
    "name,reason,severity\r\nArya,\"old, unused\",high\r\nSansa,,low\r\nBran,\"two\nlines\",high\r\n"
    + "Jon,\"said \"\"no\"\"\",\r\n"

  private func failure(
    _ run: ProgramRun, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run.status == .code(2), sourceLocation: sourceLocation)
    #expect(run.error == "targets: \(words)\n", sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
  }

  @Test(arguments: [false, true])
  func csvIsReadFromPipesAndFiles(hasMark: Bool) throws {
    let program = try Program()
    let text = (hasMark ? "\u{feff}" : "") + table
    let expected = [
      #"{"section":"A","name":"Arya","class":"open","detail":"old, unused  high","columns":{"reason":"old, unused","severity":"high"}}"#,
      #"{"section":"B","name":"Bran","class":"open","detail":"two\nlines  high","columns":{"reason":"two\nlines","severity":"high"}}"#,
      #"{"section":"J","name":"Jon","class":"open","detail":"said \"no\"","columns":{"reason":"said \"no\""}}"#,
      #"{"section":"S","name":"Sansa","class":"open","detail":"low","columns":{"severity":"low"}}"#,
    ].map { $0 + "\n" }.joined()
    let pipe = try program.run("--csv", "--format", "ndjson", input: .text(text))
    #expect(pipe.output == expected)
    #expect(pipe.error == "")
    let path = try program.environment.home.write(text, to: "rows.csv")
    for arguments in [
      ["--csv", "--format", "ndjson", path],
      ["show", "--csv", "--format", "ndjson", "--input", path],
    ] {
      let run = try ProgramRun(
        program.path, arguments, environment: program.environment,
        directory: program.environment.home.path)
      #expect(run.output == expected)
    }
    let json = try program.run("-f", "br", "--csv", "--format", "json", path)
    #expect(
      json.output.contains(
        #""rows":[{"name":"Bran","class":"open","detail":"#))
    #expect(
      try program.run("--csv", "--format", "names", path).output == "Arya\nBran\nJon\nSansa\n")
  }

  @Test func severalColumnsAreOneID() throws {
    let program = try Program()
    let text = ["host,port,what", "a,1,first", "a,2,second", #""b, ""c""",,third"#, ",,fourth", ""]
      .joined(separator: "\n")
    let columns = ["--csv", "--name-column", "what", "--id-column", "port,host"]
    let all = try program.run(columns + ["--format", "ndjson"], input: .text(text)).output
    #expect(
      all
        == [
          #"{"section":"F","name":"first","id":"1,a","class":"open"}"#,
          #"{"section":"F","name":"fourth","class":"open"}"#,
          #"{"section":"S","name":"second","id":"2,a","class":"open"}"#,
          #"{"section":"T","name":"third","id":",\"b, \"\"c\"\"\"","class":"open"}"#, "",
        ].joined(separator: "\n"))
    #expect(try program.run(["import"] + columns + ["-"], input: .text(text)).status == .code(0))
    #expect(try program.run("dead", "--id", "2,a").status == .code(0))
    #expect(try program.run("show", "--dead").output == "second\n")
    let wrong = try program.run("-f", "", "--csv", "--id-column", "port,no", input: .text(text))
    #expect(wrong.error.contains("no column “no”; the header has “host”, “port”, “what”"))
  }

  @Test(arguments: [("\\t", "\t"), ("\t", "\t"), ("\\0", "\0"), (";", ";"), ("→", "→")])
  func rowsAreSplitAtAnyCharacter(option: String, character: String) throws {
    let rows = [["Arya", "\"a\"", "high"], ["Bran", "b", "low"]]
    let text = rows.map { $0.joined(separator: character) + "\n" }.joined()
    let run = try Program().run(
      "--delimiter", option, "--name-column", "2", "--section-column", "3", "--format", "ndjson",
      input: .text(text))
    #expect(
      run.output
        == #"{"section":"high","name":"\"a\"","class":"open","detail":"Arya","columns":{"1":"Arya"},"sectionOfColumn":true}"#
        + "\n"
        + #"{"section":"low","name":"b","class":"open","detail":"Bran","columns":{"1":"Bran"},"sectionOfColumn":true}"#
        + "\n")
    #expect(run.error == "")
  }

  @Test func sectionsAreTheValuesOfAColumn() throws {
    let program = try Program()
    let run = try program.run("--csv", "--section-column", "severity", input: .text(table))
    #expect(run.output == "high\n   Arya\n   Bran\nlow\n   Sansa\n-\n   Jon\n")
    let index = try program.run(
      "sections", "--csv", "--section-column", "3", "--input", "-", input: .text(table))
    #expect(index.output == "high\t2\nlow\t1\n-\t1\n")
    let some = try program.run(
      "sections", "--csv", "--section-column", "3", "--input", "-", "br", input: .text(table))
    #expect(some.output == "high\t1\n")
  }

  @Test(arguments: [("sv", "high\t1\nÅre\t1\nÖland\t1\n"), ("de", "Åre\t1\nhigh\t1\nÖland\t1\n")])
  func sectionsAreInTheOrderOfTheLocale(locale: String, expected: String) throws {
    let run = try Program().run(
      "sections", "--delimiter", ",", "--section-column", "2", "--locale", locale, "--input", "-",
      input: .text("a,Öland\nb,high\nc,Åre\n"))
    #expect(run.output == expected)
  }

  @Test func rowsOfUnequalLengthAreReportedAndAnErrorIfStrict() throws {
    let program = try Program()
    let text = "name,x\nArya,1\nBran\nJon,1,2\nSansa,\"open\n"
    let words =
      "input: 2 rows with too many or too few columns: lines 3, 4; 1 unclosed quote: line 5"
    let run = try program.run("--csv", "--format", "names", input: .text(text))
    #expect(run.output == "Arya\nBran\nJon\nSansa\n")
    #expect(run.error == "targets: \(words)\n")
    #expect(run.status == .code(0))
    failure(
      try program.run("--csv", "--strict", "--format", "names", input: .text(text)), words)
    failure(
      try program.run("import", "--csv", "--strict", "-", input: .text(text)),
      "import: " + words + "; nothing was stored")
    #expect(try program.run("show", "--format", "sections").status == .code(1))
  }

  @Test func aNULBetweenColumnsIsNoSignOfUTF16() throws {
    let run = try Program().run(
      "--delimiter", "\\0", "--name-column", "2", "--format", "names",
      input: .text("1\0a\n2\0b\n"))
    #expect((run.status, run.output, run.error) == (.code(0), "a\nb\n", ""))
  }

  @Test func aRowWithAnIDThatIsTooLongIsSkipped() throws {
    let (long, longest) = (
      String(repeating: "x", count: 1_001), String(repeating: "y", count: 1_000)
    )
    let run = try Program().run(
      "--csv", "--id-column", "id", "--name-column", "name", "--format", "names",
      input: .text("id,name\n\(long),a\n\(longest),b\n"))
    #expect(run.output == "b\n")
    #expect(run.error == "targets: input: 1 line skipped (1 too long: line 2)\n")
  }

  @Test func columnsThatAreMissingAreNamed() throws {
    let program = try Program()
    failure(
      try program.run("--csv", "--name-column", "host", input: .text(table)),
      "standard input: no column “host”; the header has “name”, “reason”, “severity”")
    failure(
      try program.run("-f", "a", "--csv", "--section-column", "4", input: .text(table)),
      "standard input: no column “4”; the header has “name”, “reason”, “severity”")
    failure(
      try program.run("--csv", "--name-column", "a", input: .text("a,a\n1,2\n")),
      "standard input: several columns have the title “a”; use the number of one")
  }

  @Test(arguments: [
    (["--name-column", "2"], "--name-column requires --csv or --delimiter"),
    (["--delimiter", ",", "--name-column", "name"], "--name-column takes a column number"),
    (["--csv", "--id-column", "0"], "--id-column takes a column number, starting at 1, not “0”"),
    (["--csv", "--section-column", "99999999999999999999"], "starting at 1"),
    (["--csv", "--section-column", ""], "--section-column takes a column number"),
    (["--delimiter", "ab"], "--delimiter takes a single character"),
    (["--delimiter", ""], "--delimiter takes a single character"),
    (["--delimiter", "\n"], "--delimiter cannot be a newline"),
    (["--csv", "--delimiter", "\""], "--delimiter cannot be a double quote with --csv"),
    (["--csv", "--from", "demo:"], "cannot be combined with --from"),
    (
      ["--csv", "--section-column", "1", "--sections", "none"],
      "--section-column cannot be combined with --sections"
    ),
    (["show", "--format", "sections", "--csv"], "--csv requires --input"),
  ])
  func optionsThatDoNotGoTogetherAreWrongUsage(arguments: [String], words: String) throws {
    let program = try Program()
    let run = try ProgramRun(
      program.path, arguments, input: .text(table), environment: program.environment,
      directory: program.environment.home.path)
    #expect(run.status == .code(2))
    #expect(run.output == "")
    #expect(run.error.contains(words), "\(run.error)")
  }

  @Test func detailsAreSearchedOnRequest() throws {
    let program = try Program()
    #expect(try program.run("-f", "unused", "--csv", input: .text(table)).status == .code(1))
    for query in ["unused", "unused ar", "old high arya"] {
      let run = try program.run(
        "-f", query, "--csv", "--search-details", "--format", "names", input: .text(table))
      #expect(run.output == "Arya\n")
    }
    let none = try program.run(
      "-f", "unused br", "--csv", "--search-details", input: .text(table))
    #expect(none.status == .code(1))
  }

  @Test func rowsWithAnIdentityKeepTheirFlagsWhenNamesChange() throws {
    let program = try Program()
    let first = "id,name\n7,Arya\n8,Bran\n"
    let imported = try program.run(
      "import", "--csv", "--id-column", "id", "--name-column", "name", "-", input: .text(first))
    #expect(imported.error == "import: 2 rows added to ./default\n")
    #expect(try program.run("dead", "Arya").status == .code(0))
    let run = try program.run(
      "--csv", "--id-column", "id", "--name-column", "name", "--format", "ndjson",
      input: .text("id,name,x\n7,No One,y\n8,Bran,\n9,Arya,\n"))
    #expect(
      run.output
        == #"{"section":"A","name":"Arya","id":"9","class":"open"}"#
        + "\n"
        + #"{"section":"B","name":"Bran","id":"8","class":"open"}"#
        + "\n"
        + #"{"section":"N","name":"No One","id":"7","class":"dead","verdict":"dead","detail":"y","columns":{"x":"y"}}"#
        + "\n"
    )
  }

  /// Columns stay separate even if rows lack some, and in lists that are copied, exported or mirrored.
  @Test func theColumnsOfAListStaySeparate() throws {
    let program = try Program()
    let rows = "name,team,\"last, seen\",x\r\na,,today,\r\nb,ops,,y\r\nc,,,\r\nd,ops  eu,now,\r\n"
    _ = try program.run("import", "-l", "from", "--csv", "-", input: .text(rows))
    let csv = try program.run("show", "-l", "from", "--format", "csv").output
    let lines = csv.split(separator: "\r\n")
    #expect(
      lines[0].hasSuffix(
        #",revision,detail,source,column.team,"column.last, seen",column.x,sectionOfColumn"#))
    #expect(lines[1].hasSuffix(",today,,,today,,"))
    #expect(lines[2].hasSuffix(",ops  y,,ops,,y,"))
    #expect(lines[3].hasSuffix(",,,,,") && lines[4].hasSuffix(",ops  eu  now,,ops  eu,now,,"))
    let json = try program.run("show", "-l", "from", "--format", "ndjson").output
    #expect(json.contains(#""detail":"ops  y","columns":{"team":"ops","x":"y"}}"#))
    for (format, text) in [("csv", csv), ("ndjson", json)] {
      let read = try program.run(
        "import", "-l", format, "--format", format, "-", input: .text(text))
      #expect(read.status == .code(0), "\(read.error)")
      #expect(try program.run("show", "-l", format, "--format", "csv").output == csv)
      #expect(try program.run("show", "-l", format, "--format", "ndjson").output == json)
    }
    let other = program.environment.home.path("other.db")
    #expect(try program.run("store", "copy", program.store, other).status == .code(0))
    let copied = try program.run("show", "-l", "from", "--format", "csv", "--store", other)
    #expect(copied.output == csv)
    let run = try program.run("run", "-l", "from", "--all", "--", "echo", "{}", "{detail}")
    #expect(run.output == "a today\nb ops  y\nd ops  eu  now\n")
    // The words of each column are found.
    for (word, name) in [("eu", "d\n"), ("now", "d\n"), ("today", "a\n"), ("y", "b\n")] {
      let found = try program.run(
        "show", "-l", "from", "--search-details", word, "--format", "names")
      #expect(found.output == name)
    }
  }

  /// The titles of a list's columns stay, even if a later input has other titles, or another order.
  @Test func aLaterInputMayHaveOtherColumns() throws {
    let program = try Program()
    func take(_ rows: String, _ options: String...) throws {
      let run = try ProgramRun(
        program.path, ["import", "-l", "l"] + options + ["-"], input: .text(rows),
        environment: program.environment, directory: program.environment.home.path)
      // The status is 1 if no row is new.
      #expect(run.status == .code(0) || run.status == .code(1), "\(run.error)")
    }
    func columns() throws -> [String] {
      try program.run("show", "-l", "l", "--format", "ndjson").output.split(separator: "\n")
        .map { String($0.firstMatch(of: /"columns":({.*?})/)?.1 ?? "{}") }
    }
    try take("name,a,a,,b\nr1,1,2,3,4\nr2,,,5,\n", "--csv")
    let first = #"{"a":"1","a 3":"2","4":"3","b":"4"}"#
    #expect(try columns() == [first, #"{"4":"5"}"#])
    try take("name,c,b,a\nr3,x,y,z\n", "--csv")
    #expect(try columns() == [first, #"{"4":"5"}"#, #"{"a":"z","b":"y","c":"x"}"#])
    // An existing row gets the new values.
    try take("name,b,c\nr2,B,C\n", "--csv")
    #expect(try columns()[1] == #"{"b":"B","c":"C"}"#)
    let all = try program.run("show", "-l", "l", "--format", "ndjson").output
    try take(all, "--format", "ndjson")
    #expect(try program.run("show", "-l", "l", "--format", "ndjson").output == all)
    // Two files can have different columns.
    let home = program.environment.home
    try home.write("name,b,a\ns1,B1,A1\n", to: "one.csv")
    try home.write("name,a,b\ns2,A2,B2\n", to: "two.csv")
    let two = try program.run("import", "-l", "two", "--csv", "one.csv", "two.csv")
    #expect(two.status == .code(0))
    let both = #""columns":{"b":"B1","a":"A1"}"#
    for words in [
      ["show", "-l", "two", "--format", "ndjson"],
      ["show", "--input", "one.csv", "--input", "two.csv", "--csv", "--format", "ndjson"],
    ] {
      let run = try ProgramRun(
        program.path, words, environment: program.environment, directory: home.path)
      #expect(run.output.contains(both), "\(run.output)")
      #expect(run.output.contains(both.replacing("1", with: "2")), "\(run.output)")
    }
    try take("name,c\nr1,new\n", "--mirror", "--force", "--csv")
    #expect(try columns() == [#"{"c":"new"}"#])
    #expect(try program.run("undo", "-l", "l").status == .code(0))
    #expect(try columns().first == first)
  }

  /// The separator between columns cannot be part of a value.
  @Test func aUnitSeparatorBecomesASpace() throws {
    let program = try Program()
    for (rows, options) in [
      ("name,a,\"b\u{1f}c\"\nr1,1\u{1f}9,2\nr2,\"3\u{1f}\u{1f}\",é\u{1f}4\n", ["--csv"])
    ] {
      let run = try ProgramRun(
        program.path, ["--format", "ndjson"] + options, input: .text(rows),
        environment: program.environment, directory: program.environment.home.path)
      #expect(run.output.contains(#""columns":{"a":"1 9","b c":"2"}"#), "\(run.output)")
      #expect(run.output.contains(#""b c":"é 4"}"#), "\(run.output)")
    }
    let cut = try program.run(
      "--delimiter", "\u{1f}", "--format", "ndjson", input: .text("r\u{1f}1\u{1f}\u{1f}3\n"))
    #expect(cut.output.contains(#""columns":{"2":"1","4":"3"}"#), "\(cut.output)")
  }

  // MARK: On a terminal

  private func open(
    _ program: Program, _ arguments: [String], columns: Int = 60
  ) throws -> TerminalSession {
    try program.open(arguments, input: .text(table), rows: 12, columns: columns)
  }

  @Test func detailsAndSectionsAreShown() throws {
    let program = try Program()
    let session = try open(program, ["--csv", "--section-column", "severity", "--search-details"])
    session.waitForStatus("4 of 4")
    #expect(session.screen.rows[0].hasPrefix("high     Arya  old, unused"))
    #expect(session.screen.rows[1].contains("Bran  two"))
    #expect(session.screen.rows[2].hasPrefix("low      Sansa"))
    #expect(session.screen.rows[3].hasPrefix("-        Jon   said \"no\""))
    #expect(session.screen.rows[0].hasSuffix("high"))
    session.send("lines")
    session.waitForStatus("1 of 4")
    session.wait { $0.rows[0].contains("Bran") }
    session.send(Key.controlU)
    session.waitForStatus("4 of 4")
    session.send(":jump low" + Key.enter)
    session.send(":dead" + Key.enter)
    session.waitForStatus("1 dead")
    session.leave()
    let run = try program.run("--csv", "--dead", "--format", "names", input: .text(table))
    #expect(run.output == "Sansa\n")
  }

  @Test func aRowWithAnIDIsEditedByIt() throws {
    let program = try Program()
    let session = try open(program, ["--csv", "--id-column", "2"])
    session.waitForStatus("4 of 4")
    session.send("ar")
    session.waitForStatus("1 of 4")
    session.send(Key.alt("x"))
    session.waitForStatus("1 dead")
    session.send(Key.controlU)
    session.leave()
    let run = try program.run(
      "--csv", "--id-column", "2", "--dead", "--format", "names",
      input: .text("name,id\nSomeone else,\"old, unused\"\nArya,1\n"))
    #expect(run.output == "Someone else\n")
  }

  @Test func faultsOfRowsAreShownInTheStatus() throws {
    let program = try Program()
    let session = try program.open(
      "--csv", input: .text("name,x\nArya,1,2\n"), rows: 12, columns: 90)
    session.waitForStatus("1 row with too many or too few columns: line 2")
    session.leave()
  }
}
