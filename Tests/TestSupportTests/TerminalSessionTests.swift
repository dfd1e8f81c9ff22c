import Glibc
import TestSupport
import Testing

@Suite(.ownThreads)
struct TerminalSessionTests {
  private func shell(
    _ script: String, standardInput: TerminalSession.Input = .terminal,
    standardOutput: TerminalSession.Output = .terminal, rows: Int = 6, columns: Int = 40,
    oracle: ByteOracle? = nil
  ) throws -> TerminalSession {
    try TerminalSession(
      "/bin/sh", ["-c", script], standardInput: standardInput, standardOutput: standardOutput,
      rows: rows, columns: columns, oracle: oracle)
  }

  @Test(arguments: [(#"\033[5n"#, "[5n"), (#"\007"#, "U+7"), (#"\033]0;title"#, "]")])
  func aSessionWithForbiddenOutputIsAnIssue(text: String, what: String) throws {
    try withKnownIssue {
      try shell("printf '\(text)'", oracle: .screen).waitForExit()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains(what) }
    }
  }

  @Test func allowedOutputIsNotAnIssue() throws {
    try shell(#"printf '\033[?2026h\033[1;31mrow\033[m\r\n\033[?2026l'"#, oracle: .screen)
      .waitForExit()
    try shell(#"printf 'row\n\b'"#, oracle: .plain).waitForExit()
  }

  @Test(arguments: [#"\r"#, #"\r\n"#, #"\033[m"#, #"\t"#])
  func aPlainSessionSendsNothingButTextAndLineFeeds(text: String) throws {
    withKnownIssue { try shell("printf 'a\(text)b'", oracle: .plain).waitForExit() }
  }

  @Test func typedTextIsEchoedAndRead() throws {
    let session = try TerminalSession("/bin/cat", rows: 6, columns: 40)
    session.send("Arya\n")
    #expect(session.wait { $0.rows.prefix(2) == ["Arya", "Arya"] })
    #expect(session.screen.cursor == Screen.Position(row: 2, column: 0))
    session.send("\u{4}")
    #expect(session.waitForExit() == .code(0))
  }

  @Test func everythingWrittenBeforeTheEndIsOnTheScreen() throws {
    let session = try shell("printf 'no newline'; exit 3")
    #expect(session.waitForExit() == .code(3))
    #expect(session.screen.text == "no newline")
    #expect(session.output == Array("no newline".utf8))
  }

  @Test func attributesAreThoseOfTheCells() throws {
    let session = try shell(
      #"printf '\033[1;4;9mdead\033[0m \033[7;31mrow\033[0m \033[38;2;1;2;3;45mrgb\033[m plain'"#)
    session.waitForExit()
    var dead = Screen.Attributes()
    (dead.bold, dead.underline, dead.strikethrough) = (true, true, true)
    var row = Screen.Attributes()
    (row.reverse, row.foreground) = (true, .palette(1))
    var rgb = Screen.Attributes()
    (rgb.foreground, rgb.background) = (.rgb(1, 2, 3), .palette(5))
    #expect(session.screen.attributes(of: "dead") == dead)
    #expect(session.screen.attributes(of: "row") == row)
    #expect(session.screen.attributes(of: "rgb") == rgb)
    #expect(session.screen.attributes(of: "plain") == Screen.Attributes())
    #expect(session.screen.attributes(of: "absent") == nil)
  }

  @Test func wideCharactersTakeTwoColumnsAndOnePlaceInTheText() throws {
    let session = try shell("printf '日本e\u{301}x'")
    session.waitForExit()
    #expect(session.screen.row(0) == "日本e\u{301}x")
    #expect(session.screen.position(of: "x") == Screen.Position(row: 0, column: 5))
    #expect(session.screen.cell(row: 0, column: 1)?.text == "")
  }

  @Test func theAlternateScreenAndTheHiddenCursorAreSeen() throws {
    let session = try shell(
      #"printf 'shell\033[?1049h\033[?25l\033[Happ'; read key; printf '\033[?25h\033[?1049l'"#)
    session.wait { $0.contains("app") }
    #expect(session.screen.isAlternate && !session.screen.cursorIsVisible)
    session.send("\n")
    session.waitForExit()
    #expect(!session.screen.isAlternate && session.screen.cursorIsVisible)
    #expect(session.screen.row(0).hasPrefix("shell"))
  }

  @Test func theTerminalAnswersQueries() throws {
    let session = try shell(
      #"stty raw -echo; printf 'ab\033[6n'; dd bs=1 count=6 2>/dev/null | od -c"#)
    #expect(session.waitForExit() == .code(0))
    #expect(session.screen.text.contains("[   1   ;   3   R"))
  }

  @Test func theProgramSeesTheSizeAndItsChange() throws {
    let session = try shell(
      "stty size; trap 'stty size; exit 7' WINCH; echo ready; while :; do read line; done",
      rows: 5, columns: 33)
    session.wait { $0.rows.contains("ready") }
    #expect(session.screen.row(0) == "5 33")
    session.resize(rows: 1, columns: 1)
    #expect(session.waitForExit() == .code(7))
    #expect(String(decoding: session.output, as: UTF8.self).hasSuffix("1 1\r\n"))
  }

  @Test func standardInputCanBeAPipeWhileTheKeyboardIsTheTerminal() throws {
    let session = try shell(
      "cat; echo end; read key </dev/tty; echo $key", standardInput: .openPipe)
    session.feed("first\n")
    session.wait { $0.contains("first") }
    session.feed("second\n")
    session.wait { $0.contains("second") }
    session.closeInput()
    session.wait { $0.contains("end") }
    session.send("typed\n")
    #expect(session.waitForExit() == .code(0))
    #expect(session.screen.rows.prefix(5) == ["first", "second", "end", "typed", "typed"])
  }

  @Test func aPipeFullOfBytesIsReadToItsEnd() throws {
    let bytes = [UInt8](repeating: 120, count: 3_000_000)
    let session = try shell("wc -c; echo done >&2", standardInput: .pipe(bytes))
    #expect(session.waitForExit() == .code(0))
    #expect(session.screen.rows.prefix(2) == ["3000000", "done"])
  }

  @Test func aFileCanBeStandardInput() throws {
    let directory = TemporaryDirectory()
    let path = try directory.write("Weese\n", to: "list/names.txt")
    let session = try shell("cat", standardInput: .file(path))
    session.waitForExit()
    #expect(session.screen.text == "Weese")
  }

  @Test func standardOutputCanBeCapturedSeparately() throws {
    let session = try shell(
      "echo data; echo shown >&2; head -c 100000 /dev/zero", standardOutput: .pipe)
    #expect(session.waitForExit() == .code(0))
    #expect(session.standardOutput.starts(with: Array("data\n".utf8)))
    #expect(session.standardOutput.count == 100_005)
    #expect(session.output == Array("shown\r\n".utf8))
  }

  @Test(arguments: [SIGTERM, SIGKILL, SIGINT, SIGHUP, SIGQUIT, SIGPIPE])
  func aSignalEndsTheProgram(number: Int32) throws {
    let session = try shell("echo ready; exec cat")
    session.wait { $0.contains("ready") }
    session.signal(number)
    #expect(session.waitForExit() == .signal(number))
  }

  @Test func controlCIsASignalToTheForegroundProgram() throws {
    let session = try TerminalSession("/bin/cat")
    session.send("a\n")
    session.wait { $0.row(1) == "a" }
    session.send("\u{3}")
    #expect(session.waitForExit() == .signal(SIGINT))
  }

  @Test func hangingUpRemovesTheTerminal() throws {
    let session = try shell("trap 'exit 9' HUP; echo ready; while :; do read line; done")
    session.wait { $0.contains("ready") }
    session.hangUp()
    #expect(session.waitForExit() == .code(9))
    #expect(session.attributes == nil)
  }

  @Test func aTerminalThatIsNotRestoredIsNoticed() throws {
    let tidy = try shell("stty raw -echo; stty sane; stty \(#"$(stty -g)"#)")
    let untidy = try shell("stty -icanon -echo")
    #expect(tidy.waitForExit() == .code(0))
    #expect(untidy.waitForExit() == .code(0))
    #expect(untidy.attributes != untidy.attributesAtStart)
    #expect(untidy.attributes?.isCanonical == false && untidy.attributes?.echoes == false)
    #expect(tidy.attributes?.isCanonical == true && tidy.attributes?.echoes == true)
  }

  @Test func jobControlWorksInAShell() throws {
    let session = try TerminalSession(
      "/bin/bash", ["--norc", "--noprofile", "-i"],
      environment: ProgramEnvironment(["PS1": "$ "]), rows: 10, columns: 60, oracle: nil)
    session.wait { $0.row(0) == "$" }
    session.send("echo up; cat\n")
    session.wait { $0.rows.contains("up") }
    session.send("here\n")
    session.wait { $0.rows.filter { $0 == "here" }.count == 2 }
    session.send("\u{1a}")
    session.wait { $0.contains("Stopped") && $0.cursorRow == "$" }
    session.send("fg\n")
    // Text that is typed before the shell has named its command would not be echoed.
    session.wait { $0.rows.contains("cat") && $0.cursorRow.isEmpty }
    session.send("again\n")
    session.wait { $0.rows.filter { $0 == "again" }.count == 2 }
    session.send("\u{4}")
    session.wait { $0.cursorRow == "$" }
    session.send("exit 4\n")
    #expect(session.waitForExit() == .code(4))
  }

  @Test func anExpectedScreenThatNeverComesIsAnIssue() throws {
    let session = try shell("printf 'something else'")
    withKnownIssue {
      #expect(!session.wait { $0.contains("expected") })
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains("exit code 0") && $0.rawValue.contains("else")
      }
    }
  }

  @Test func aProgramThatNeverEndsIsAnIssueAndIsKilled() throws {
    let session = try shell("trap '' TERM HUP; echo ready; while :; do read line; done")
    session.wait { $0.contains("ready") }
    withKnownIssue {
      session.waitForExit(timeout: .milliseconds(1))
    }
    #expect(session.exitStatus == .signal(SIGKILL))
  }

  @Test func theEnvironmentIsOnlyWhatIsGiven() throws {
    let session = try TerminalSession(
      "/usr/bin/env", environment: ProgramEnvironment(["NO_COLOR": "1", "TERM": nil]), rows: 20,
      columns: 120)
    session.waitForExit()
    let names = session.screen.rows.filter { !$0.isEmpty }.map { $0.prefix { $0 != "=" } }
    #expect(
      names == [
        "HOME", "INPUTRC", "LANG", "NO_COLOR", "PATH", "TMPDIR", "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
      ])
  }
}
