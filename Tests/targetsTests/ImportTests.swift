import Glibc
import TestSupport
import Testing

/// `import` with and without a terminal, complete and interrupted; and `export`.
@Suite(.ownThreads)
struct ImportTests {
  private func names(_ count: Int) -> String {
    (0..<count).map { "Name \($0)\n" }.joined()
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The bar appears and disappears: the output shows that it was there.
  @Test(arguments: [("C.UTF-8", [], "━"), ("C", [], "="), ("C.UTF-8", ["--ascii"], "=")])
  func progressIsShownOnATerminalWhichIsRestored(
    locale: String, options: [String], sign: String
  ) throws {
    let program = try Program(["LC_ALL": locale])
    let file = try program.environment.home.write(names(60_000), to: "names")
    let session = try program.open(["import", file] + options)
    session.expectEnd(.code(0))
    let output = text(session.output)
    #expect(output.contains("rows read, "))
    #expect(output.contains("% ") && output.contains(" of 60,000 rows, "))
    #expect(output.contains(sign))
    #expect(options.isEmpty && locale != "C" || output.utf8.allSatisfy { $0 < 0x80 })
    #expect(
      session.screen.rows.filter { !$0.isEmpty } == ["import: 60,000 rows added to ./default"])
  }

  /// Equal rows of one input are one row.
  @Test(arguments: [
    ["import", "-"], ["import", "-n", "-"], ["import", "--mirror", "-l", "./default", "-"],
    ["import", "-l", "filled", "-"],
  ])
  func equalRowsAreCountedOnce(command: [String]) throws {
    let program = try Program()
    _ = try program.run("add", "-l", "filled", "x")
    let run = try program.run(command, input: .text("a\nb\na\na\n"))
    let lines = run.error.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains("2 "), "\(run.error)")
    #expect(lines.last == "targets: import: 2 duplicate rows in the input")
    #expect(run.status == .code(0))
  }

  @Test func equalRowsOfAPrintedListAreCountedOnce() throws {
    let program = try Program()
    let rows = "{\"name\":\"a\",\"class\":\"ok\"}\n{\"name\":\"a\",\"class\":\"dead\"}\n"
    let run = try program.run("import", "--format", "ndjson", "-", input: .text(rows))
    #expect(
      run.error
        == "import: 1 row added to ./default\ntargets: import: 1 duplicate row in the input\n")
    #expect(try program.run("show", "--dead", "--format", "names").output == "a\n")
  }

  @Test(arguments: ["dumb", nil])
  func aDumbTerminalShowsOnlyTheResult(terminal: String?) throws {
    let program = try Program(["TERM": terminal])
    let file = try program.environment.home.write(names(20_000), to: "names")
    let session = try program.open("import", file)
    session.expectEnd(.code(0))
    #expect(text(session.output) == "import: 20,000 rows added to ./default\r\n")
  }

  @Test func aPipeGetsOnlyTheResult() throws {
    let program = try Program()
    let run = try program.run("import", "-", input: .text(names(20_000)))
    #expect(run.output == "")
    #expect(run.error == "import: 20,000 rows added to ./default\n")
  }

  /// The bar disappears before any message.
  @Test func skippedLinesAreReportedOnASeparateLine() throws {
    let program = try Program()
    let file = try program.environment.home.write("Ada\n\nBo\n", to: "names")
    let session = try program.open("import", file)
    session.expectEnd(.code(0))
    #expect(
      session.screen.rows.filter { !$0.isEmpty } == [
        "targets: import: input: 1 line skipped (1 empty: line 2)",
        "import: 2 rows added to ./default",
      ])
  }

  @Test func aMirrorRefusesAnInputThatEndsWithinAQuote() throws {
    let program = try Program()
    _ = try program.run("add", "-l", "l", "a", "b", "c")
    let text = "name,x\na,1\nb,\"open\n"
    let run = try program.run("import", "--csv", "--mirror", "-l", "l", "-", input: .text(text))
    #expect(run.status == .code(2))
    #expect(run.error == "targets: import: input: 1 unclosed quote: line 3; nothing was changed\n")
    #expect(try program.run("show", "-l", "l", "--format", "names").output == "a\nb\nc\n")
    let plain = try program.run("import", "--csv", "-l", "l", "-", input: .text(text))
    #expect(plain.status == .code(0))
  }

  @Test func strictMeansAllOrNothing() throws {
    let program = try Program()
    let file = try program.environment.home.write(names(20_000) + "a\0b\n", to: "names")
    let run = try program.run("import", "--strict", file)
    #expect(run.status == .code(2))
    #expect(run.output == "")
    #expect(try program.run("lists").status == .code(1))
    #expect(try program.run("import", file).status == .code(0))
  }

  @Test func controlCDuringAnImportStoresNothing() throws {
    let program = try Program()
    let session = try program.open("import", "-", input: .openPipe)
    session.feed(names(10))
    session.wait { $0.rows[0].hasPrefix("import: 10 rows read, ") }
    session.send(Key.controlC)
    #expect(session.waitForExit() == .signal(SIGINT))
    #expect(try program.run("lists").status == .code(1))
  }
}
