import Glibc
import LibraryTestSupport
import TestSupport
import Testing

/// The state of the terminal when the window, the process or the environment changes.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct LineEditorLifeTests {
  @Test func ctrlCIsAnEventAndLeavesASearch() throws {
    let probe = try ProbeSession()
    probe.type("abc", #"edited "probe> " "abc" """#)
    probe.type("\u{3}", #"edited "probe> " "" """#)
    #expect(probe.events.contains(#"interrupted "abc""#))
    probe.type("\u{12}", probe.edited("(reverse-i-search)`': ", "", ""))
    probe.type("\u{3}", #"edited "probe> " "" """#)
    probe.type("x", #"edited "probe> " "x" """#)
  }

  @Test func ctrlCEndsAHangingPaste() throws {
    let probe = try ProbeSession()
    probe.type("\u{1B}[200~never", "ready")
    probe.type("\u{3}", #"interrupted """#)
    probe.type("x", #"edited "probe> " "x" """#)
  }

  @Test func aNewSizeIsReportedAndPainted() throws {
    let probe = try ProbeSession()
    probe.terminal.resize(rows: 5, columns: 20)
    probe.expect("resized")
    probe.terminal.wait { $0.row(1) == "size            20x5" }
  }

  @Test func aStormOfSizesEndsAtTheLastOne() throws {
    let probe = try ProbeSession()
    var random = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      probe.terminal.resize(
        rows: .random(in: 0...60, using: &random), columns: .random(in: 0...200, using: &random))
    }
    probe.terminal.resize(rows: 6, columns: 30)
    probe.terminal.wait { $0.row(1).hasSuffix("30x6") }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func aSignalThatEndsTheProcessRestoresTheTerminalFirst(signal: Int32) throws {
    let probe = try ProbeSession()
    #expect(probe.terminal.attributes != probe.terminal.attributesAtStart)
    probe.terminal.signal(signal)
    probe.expectEnd(.signal(signal))
  }

  /// A process that does not react is ended by the handler.
  @Test(arguments: ["screen", "5", "plain"], [SIGTERM, SIGHUP, SIGQUIT])
  func aSignalEndsABusyProgram(mode: String, signal: Int32) throws {
    let probe = try ProbeSession(mode)
    probe.type("\u{18}b", "busy")
    probe.terminal.signal(signal)
    probe.expectEnd(.signal(signal))
  }

  @Test func aCrashWaitsForAnotherThreadsTerminalChange() throws {
    let probe = try ProbeSession()
    probe.terminal.send("\u{18}r")
    probe.expectEnd(.signal(SIGSEGV))
  }

  @Test(arguments: [(65_535, 65_535), (10_000, 1_000), (500, 65_535)])
  func aHugeWindowIsUsedPartly(columns: Int, rows: Int) throws {
    let probe = try ProbeSession()
    probe.terminal.resizeUnseen(rows: rows, columns: columns)
    probe.expect("resized")
    probe.type("abc", #"edited "probe> " "abc" """#)
    probe.terminal.signal(SIGTERM)
    probe.expectEnd(.signal(SIGTERM))
    let output = String(decoding: probe.terminal.output, as: UTF8.self)
    #expect(output.contains("\(min(columns, 1_000))x\(min(rows, 500))"))
  }

  @Test(arguments: [("s", SIGSEGV), ("t", SIGILL), ("o", SIGSEGV)])
  func aCrashRestoresTheTerminalAndStaysACrash(key: String, signal: Int32) throws {
    let probe = try ProbeSession()
    probe.terminal.send("\u{18}" + key)
    probe.expectEnd(.signal(signal))
  }

  @Test(arguments: [
    SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGTRAP, SIGILL, SIGSYS, SIGUSR1, SIGUSR2, SIGPIPE, SIGVTALRM,
    SIGPROF, SIGPOLL, SIGPWR, SIGXCPU,
  ])
  func aFatalSignalRestoresTheTerminalLikeACrash(signal: Int32) throws {
    let probe = try ProbeSession()
    probe.terminal.signal(signal)
    probe.expectEnd(.signal(signal))
  }

  @Test func aNormalEndRestoresTheTerminal() throws {
    let probe = try ProbeSession()
    probe.type("\u{4}", "endOfInput")
    probe.expectEnd(.code(0))
  }

  @Test func aClosedWindowIsReported() throws {
    let probe = try ProbeSession()
    probe.terminal.hangUp()
    let status = probe.terminal.waitForExit()
    #expect(status == .signal(SIGHUP) || status == .code(0))
  }

  @Test func aBlockedTerminalDoesNotKeepTheProcessAlive() throws {
    let probe = try ProbeSession()
    probe.terminal.send("\u{18}f")
    probe.terminal.wait { $0.row(5) != "" }
    probe.terminal.send("\u{13}")
    probe.terminal.signal(SIGTERM)
    #expect(probe.terminal.waitForExit() == .signal(SIGTERM))
    #expect(probe.terminal.attributes == probe.terminal.attributesAtStart)
  }

  @Test func linesArePrintedBelowTheScreenAndTheScreenComesBack() throws {
    let probe = try ProbeSession()
    probe.type("abc\u{18}p", #"edited "probe> " "abc" """#)
    probe.terminal.wait { $0.row(0) == "probe> abc" && $0.isAlternate }
    probe.terminal.send("\u{15}\u{4}")
    probe.expectEnd(.code(0))
    #expect(probe.terminal.screen.contains("printed abc"))
  }

  @Test func keysThatArriveDuringAPauseAreHandledAfterIt() throws {
    let probe = try ProbeSession()
    probe.type("\u{18}wxyz", #"edited "probe> " "xyz" """#)
  }

  @Test func aStoppedProcessRestoresTheTerminalAndContinues() throws {
    let shell = try TerminalSession(
      "/bin/bash", ["--norc", "--noprofile", "-i"],
      environment: ProgramEnvironment(["PS1": "$ "]), rows: 10, columns: 60, oracle: nil)
    shell.wait { $0.cursorRow.hasPrefix("$") || $0.cursorRow.hasSuffix("$") }
    let program = try Executable.path(named: "line-editor-probe")
    shell.send("\(program) screen >/dev/null\r")
    shell.wait { $0.isAlternate && $0.row(0) == "probe>" }
    shell.send("abc")
    shell.wait { $0.row(0) == "probe> abc" }
    shell.send("\u{1A}")
    shell.wait { !$0.isAlternate && $0.contains("Stopped") && $0.cursorIsVisible }
    shell.send("echo $((6*7))\r")
    shell.wait { $0.contains("42") }
    shell.send("fg\r")
    shell.wait { $0.isAlternate && $0.row(0) == "probe> abc" }
    shell.send("d")
    shell.wait { $0.row(0) == "probe> abcd" }
    shell.send("\u{1A}")
    shell.wait { !$0.isAlternate }
    shell.send("bg; until [ -n \"$(jobs -s)\" ]; do :; done; echo again$((1+1))\r")
    shell.wait { $0.contains("again2") }
    shell.send("fg\r")
    shell.wait { $0.isAlternate && $0.row(0) == "probe> abcd" }
    shell.send("\u{15}\u{4}")
    shell.wait { !$0.isAlternate }
    shell.send("echo $((7*7))\r")
    shell.wait { $0.contains("49") }
  }

  /// The kernel discards the SIGCONT that ends a stop only where no thread that might get it has it blocked.
  @Test func aStopIsContinuedOnceThoughItsSignalIsBlocked() throws {
    let shell = try TerminalSession(
      "/bin/bash", ["--norc", "--noprofile", "-i"],
      environment: ProgramEnvironment(["PS1": "$ "]), rows: 10, columns: 60, oracle: nil)
    shell.wait { $0.cursorRow.hasPrefix("$") }
    let program = try Executable.path(named: "line-editor-probe")
    shell.send("\(program) stop\r")
    shell.wait { $0.contains("Stopped") }
    shell.send("fg\r")
    shell.wait { $0.contains("continued once") || $0.contains("continued twice") }
    #expect(shell.screen.contains("continued once"))
  }
}
