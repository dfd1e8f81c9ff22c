import TestSupport
import Testing

/// The program for scripts, dumb terminals and screen readers: lines in, lines out, without escape
/// sequences.
@Suite(.ownThreads)
struct PlainModeTests {
  private func open(
    _ arguments: [String], _ changes: [String: String?] = [:]
  ) throws -> (Program, TerminalSession) {
    let program = try Program(changes)
    let session = try program.open(
      arguments, input: .text("Arya Stark\nSansa Stark\nCersei Lannister\n"), oracle: .plain)
    session.wait { $0.contains("targets>") }
    session.wait { $0.contains("3 rows") }
    return (program, session)
  }

  @Test func inReviewModeNamesAddedByOthersAreNotReported() throws {
    let program = try Program()
    _ = try program.run("import", "-", input: .text("Ada\nBea\n"))
    let session = try program.open("review", "--plain", oracle: .plain)
    session.wait { $0.contains("Ada") }
    #expect(try program.run("add", "Zoe").status == .code(0))
    session.send("d\r")
    session.wait { $0.contains("Bea") }
    session.send("d\r")
    session.wait { $0.contains("Zoe") }
    #expect(session.screen.rows.contains { $0.contains("2 rows") })
    #expect(!session.screen.rows.contains { $0.contains("3 rows") })
    session.send(Key.controlD)
    #expect(session.waitForExit() == .code(0))
  }

  @Test(arguments: [["--plain"], []])
  func aQueryPrintsNumberedRowsAndCommandsWorkOnThem(arguments: [String]) throws {
    let (program, session) = try open(arguments, arguments.isEmpty ? ["TERM": "dumb"] : [:])
    session.send("zz\r")
    session.wait { $0.contains("no match") }
    session.send("st\r")
    session.wait { $0.contains("  2    Sansa Stark") }
    session.send(":dead 2\r")
    session.wait { $0.contains("Sansa Stark decided: dead") }
    session.send("\r")
    session.wait { $0.contains("  3 †  Sansa Stark") }
    session.send(":undo\r")
    session.wait { $0.contains("undone: dead, Sansa Stark") }
    for notice in ["3 rows", "no match", "decided: dead", "undone"] {
      #expect(session.screen.rows.count { $0.contains(notice) } == 1, "\(notice) is printed once")
    }
    session.send(Key.controlD)
    #expect(session.waitForExit() == .code(0))
    #expect(try program.run("show", "--format", "sections", "--dead").status == .code(1))
  }

  /// The prompt is empty after each line, but the query holds until another one is typed.
  @Test func commandsAreAboutTheRowsOfTheLastQuery() throws {
    let (program, session) = try open(["--plain"])
    session.send("st\r")
    session.wait { $0.contains("  2    Sansa Stark") }
    session.send(":save rows.txt\r")
    session.wait { $0.contains("2 rows written") }
    session.send(":like section\r")
    session.wait { $0.contains("Arya Stark liked") }
    session.send(":review sansa\r")
    session.wait { screen in screen.rows.contains { $0.hasPrefix("   Sansa Stark") } }
    session.send("q\r")
    // The row of the review is no longer selected.
    session.send(":dead\r")
    session.wait { $0.contains("select a row first") }
    session.send(":dead all\r")
    session.wait { $0.contains("2 rows changed") }
    session.send("\r")
    session.wait { $0.contains("  2    Cersei Lannister") }
    session.send(Key.controlD)
    #expect(session.waitForExit() == .code(0))
    #expect(
      try program.run("show", "--dead", "--format", "names").output == "Arya Stark\nSansa Stark\n")
  }

  @Test func aPlainPickerPicksAllRowsOfItsQuery() throws {
    let program = try Program()
    _ = try program.run("import", "-l", "few", "-", input: .text("Ada\nBea\nBob\n"))
    let session = try program.open("pick", "-m", "--plain", "-l", "few", oracle: .plain)
    session.wait { $0.contains("3 rows") }
    session.send("b\r")
    session.wait { $0.contains("  2    Bob") }
    session.send(":pick all\r")
    session.wait { $0.contains("2 rows picked") }
    session.send(Key.controlD)
    _ = session.waitForExit()
  }

  @Test func aFilterPrintsItsRowsAtOnce() throws {
    let (_, session) = try open(["--plain"])
    session.send(":show not-dead\r")
    session.wait { $0.contains("  3    Sansa Stark") }
    session.send(":dead 2\r")
    session.wait { $0.contains("Cersei Lannister decided: dead") }
    session.send(":show dead\r")
    session.wait { $0.contains("  1 †  Cersei Lannister") }
    session.send(Key.controlD)
    #expect(session.waitForExit() == .code(0))
  }

  @Test func aQueryOnTheCommandLineIsPrintedAtOnce() throws {
    let (_, session) = try open(["--plain", "-q", "sansa"])
    session.wait { $0.contains("  1    Sansa Stark") }
    session.send(":dead 1\r")
    session.wait { $0.contains("Sansa Stark decided: dead") }
    session.send(Key.controlD)
    #expect(session.waitForExit() == .code(0))
  }
}
