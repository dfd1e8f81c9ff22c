import Glibc
import TestSupport
import Testing

/// The editor in some rows of the normal screen, below the output of a shell.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct InlineTests {
  /// libvterm cuts off rows in a narrower window, as xterm does.
  private let cutsRows: [String: String?] = ["XTERM_VERSION": "XTerm(379)"]

  private func shell(
    before: String, height: String, rows: Int = 10, columns: Int = 40
  ) throws -> TerminalSession {
    let program = try Executable.path(named: "line-editor-probe")
    return try TerminalSession(
      "/bin/sh", ["-c", "\(before); \(program) \(height) >/dev/null; echo after; read key"],
      environment: ProgramEnvironment(cutsRows), rows: rows, columns: columns)
  }

  @Test func theAreaIsBelowTheCursorAndDisappearsAfterwards() throws {
    let shell = try shell(before: "echo one; echo two", height: "4")
    shell.wait { $0.rows.prefix(4) == ["one", "two", "probe>", "size" + pad(32) + "40x4"] }
    #expect(!shell.screen.isAlternate)
    shell.send("abcdef")
    shell.wait { $0.row(2) == "probe> abcdef" && $0.row(5).hasSuffix(" 1") }
    #expect(shell.screen.row(6) == "")
    shell.send("\u{15}\u{4}")
    shell.wait {
      $0.rows.prefix(4) == ["one", "two", "after", ""] && $0.cursor == .init(row: 3, column: 0)
    }
    #expect(shell.screen.cursorIsVisible)
  }

  @Test func atTheBottomTheTerminalScrollsToMakeRoom() throws {
    let shell = try shell(before: "seq 10", height: "3")
    shell.wait { $0.row(7) == "probe>" && $0.row(6) == "10" && $0.row(0) == "4" }
    shell.send("\u{4}")
    shell.wait { $0.rows[6...] == ["10", "after", "", ""] }
  }

  @Test func textBeforeTheCursorStays() throws {
    let shell = try shell(before: "printf 'a prompt: '", height: "2")
    shell.wait { $0.rows.prefix(2) == ["a prompt:", "probe>"] }
    shell.send("\u{4}")
    shell.wait { $0.rows.prefix(2) == ["a prompt:", "after"] }
  }

  @Test(arguments: [("~8", [3, 4, 8]), ("~40%", [3, 4, 4])])
  func anAdaptiveAreaGrowsWithItsContent(height: String, rows: [Int]) throws {
    let shell = try shell(before: "seq 10", height: height)
    shell.wait { $0.contains("probe>") }
    // The probe shows two rows and one for each letter; the shell's last row is empty.
    for (text, count) in zip(["a", "b", "cdefghij"], rows) {
      shell.send(text)
      shell.wait { $0.row(10 - count).hasPrefix("probe> a") && $0.cursorRow.contains(text) }
      #expect(shell.screen.row(9 - count) == "10")
    }
    shell.send("\u{15}\u{4}")
    shell.wait { $0.contains("after") }
    #expect(shell.screen.rows.first { $0 == "10" } != nil && !shell.screen.contains("probe"))
  }

  @Test func linesArePrintedAboveTheArea() throws {
    let probe = try ProbeSession("3", variables: cutsRows)
    probe.type("abc\u{18}p", #"edited "probe> " "abc" """#)
    probe.terminal.wait { $0.rows.prefix(2) == ["printed abc", "probe> abc"] }
    probe.type("d\u{18}p", #"edited "probe> " "abcd" """#)
    probe.terminal.wait { $0.rows.prefix(3) == ["printed abc", "printed abcd", "probe> abcd"] }
    probe.settle()
    #expect(probe.isAsPaintedAnew())
    probe.terminal.send("\u{15}\u{4}")
    probe.expectEnd(.code(0))
    #expect(probe.terminal.screen.text == "printed abc\nprinted abcd")
  }

  @Test(arguments: ["1", "2", "10", "99", "100%"])
  func anyHeightFitsTheWindow(height: String) throws {
    let probe = try ProbeSession(height, variables: cutsRows)
    probe.type("abc", #"edited "probe> " "abc" """#)
    probe.terminal.wait { $0.row(0) == "probe> abc" && $0.cursor == .init(row: 0, column: 10) }
    probe.terminal.send("\u{15}\u{4}")
    probe.expectEnd(.code(0))
    #expect(probe.terminal.screen.text == "")
  }

  @Test func aWindowOfOneCellWorks() throws {
    let probe = try ProbeSession("5", variables: cutsRows)
    probe.terminal.resize(rows: 1, columns: 1)
    probe.expect("resized")
    probe.type("abc", #"edited "probe> " "abc" """#)
    probe.terminal.resize(rows: 10, columns: 40)
    probe.terminal.wait { $0.contains("probe> abc") && $0.contains("40x5") }
    probe.terminal.signal(SIGTERM)
    probe.expectEnd(.signal(SIGTERM))
  }

  @Test func aCrashLeavesTheCursorBelowTheArea() throws {
    let probe = try ProbeSession("3", variables: cutsRows)
    probe.type("abc", #"edited "probe> " "abc" """#)
    probe.terminal.send("\u{18}s")
    probe.expectEnd(.signal(SIGSEGV))
    #expect(probe.terminal.screen.cursor.column == 0)
  }

  @Test func aStoppedProcessRemovesAndRestoresItsArea() throws {
    let shell = try TerminalSession(
      "/bin/bash", ["--norc", "--noprofile", "-i"],
      environment: ProgramEnvironment(cutsRows.merging(["PS1": "$ "]) { $1 }), rows: 12,
      columns: 60, oracle: nil)
    shell.wait { $0.cursorRow == "$" }
    let program = try Executable.path(named: "line-editor-probe")
    shell.send("clear; cd \(String(program.prefix { $0 == "/" })); P=\(program); clear\r")
    shell.wait { $0.text == "$" }
    shell.send("$P 4 >/dev/null\r")
    shell.wait { $0.row(1) == "probe>" }
    shell.send("abc")
    shell.wait { $0.row(1) == "probe> abc" }
    shell.send("\u{1A}")
    shell.wait { $0.contains("Stopped") && $0.cursorRow == "$" }
    #expect(!shell.screen.contains("probe>"))
    shell.send("fg\r")
    shell.wait { $0.cursorRow == "probe> abc" }
    shell.send("\u{15}\u{4}")
    shell.wait { $0.cursorRow == "$" && !$0.contains("probe>") }
  }

  private func pad(_ count: Int) -> String { String(repeating: " ", count: count) }
}
