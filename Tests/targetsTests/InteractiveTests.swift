import Glibc
import TestSupport
import Testing

/// The program from a user's view: keys as input, and a screen as output.
@Suite(.ownThreads)
struct InteractiveTests {
  private let names = "Arya Stark\nSansa Stark\nCersei Lannister\nAlliser Thorne\nTywin Lannister\n"

  private func open(
    _ program: Program, _ arguments: [String] = [], rows: Int = 24, columns: Int = 60
  ) throws -> TerminalSession {
    let session = try program.open(arguments, input: .text(names), rows: rows, columns: columns)
    session.wait { $0.contains("5 of 5") && !$0.contains("loading") }
    return session
  }

  @Test func namesAreInSectionsBesideTheIndex() throws {
    let session = try open(Program(), rows: 12, columns: 40)
    #expect(
      session.screen.rows == [
        "A     Alliser Thorne                 2 A",
        "      Arya Stark                       C",
        "C     Cersei Lannister               1 S",
        "S     Sansa Stark                    1 T",
        "T     Tywin Lannister                1",
        "", "", "", "",
        "────────────────────────────────────────",
        "5 of 5 · F1 for help",
        "targets>",
      ])
    #expect(session.screen.cursor == .init(row: 11, column: 9))
    session.leave()
  }

  @Test func theKeysAfterControlXAreShownUntilTheNextKey() throws {
    let session = try open(Program())
    session.send(Key.down + Key.controlX)
    session.waitForStatus("C-x: d dead, o ok")
    session.send("d")
    session.waitForStatus("Alliser Thorne decided: dead")
    session.send(Key.controlX)
    session.waitForStatus("C-x: d dead, o ok")
    session.send(Key.controlG)
    session.wait { !$0.contains("C-x: ") && $0.contains("Alliser Thorne decided: dead") }
    for (key, name) in [("q", "q"), ("Q", "Q"), ("\u{1}", "C-a"), (" ", "Space")] {
      session.send(Key.controlX)
      session.waitForStatus("C-x: d dead, o ok")
      session.send(key)
      session.waitForStatus("C-x \(name) does nothing here; F1 for help")
    }
    session.waitForPrompt("")
    session.leave()
  }

  @Test func typingFiltersAndDeletingWidens() throws {
    let session = try open(Program())
    session.send("st")
    session.waitForStatus("2 of 5")
    session.send(" ar")
    session.waitForStatus("1 of 5")
    #expect(session.screen.contains("Arya Stark"))
    session.wait { !$0.contains("Sansa") }
    session.send(String(repeating: Key.backspace, count: 5))
    session.waitForStatus("5 of 5")
    session.leave()
  }

  @Test func flagsOfPipedNamesAreStored() throws {
    let program = try Program()
    let first = try open(program)
    first.send("ce" + Key.down + Key.enter)
    first.waitForStatus("Cersei Lannister decided: dead")
    #expect(first.screen.attributes(of: "Cersei Lannister")?.strikethrough == true)
    first.send(Key.controlU + "tywin" + Key.alt("x"))
    first.waitForStatus("Tywin Lannister decided: dead")
    first.send(Key.controlX + "u")
    first.waitForStatus("undone: dead, Tywin Lannister")
    first.send(Key.controlU + ":quit" + Key.enter)
    first.expectEnd(.code(0))

    let second = try open(program)
    second.waitForStatus("1 dead")
    #expect(second.screen.contains("†  Cersei Lannister"))
    #expect(!second.screen.contains("†  Tywin"))
    second.leave()
    #expect(try program.run("show", "--dead", "--format", "names").output == "Cersei Lannister\n")
  }

  @Test func keysTypedTogetherAreHandledInOrder() throws {
    let program = try Program()
    let session = try open(program)
    session.send("ce" + Key.down + Key.enter + Key.controlU + "ar" + Key.down + Key.enter)
    session.waitForStatus("2 dead")
    session.send(Key.controlU)
    session.waitForPrompt("")
    session.leave()
    #expect(
      try program.run("show", "--dead", "--format", "names").output
        == "Arya Stark\nCersei Lannister\n")
  }

  @Test func editsTypedBeforeLeavingAreStored() throws {
    let program = try Program()
    let session = try open(program)
    session.send(":dead Arya Stark" + Key.enter + ":save kept" + Key.enter + ":quit" + Key.enter)
    session.expectEnd(.code(0))
    #expect(try program.run("show", "--dead", "--format", "names").output == "Arya Stark\n")
    let file = try ProgramRun("/bin/cat", [program.environment.home.path("kept")])
    #expect(file.output.split(separator: "\n").count == 5)
  }

  @Test func textTypedAfterOpeningAListIsForThatList() throws {
    let program = try Program()
    _ = try program.run("add", "--list", "sea", "Yara Greyjoy")
    _ = try program.run("add", "--list", "wall", "Jon Snow")
    _ = try program.run("add", "Arya Stark")
    let session = try program.open()
    session.wait { $0.contains("1 of 1") }
    session.send(
      ":switch sea" + Key.enter + ":dead Yara Greyjoy" + Key.enter + ":switch wall" + Key.enter
        + ":dead Jon Snow" + Key.enter + ":quit" + Key.enter)
    session.expectEnd(.code(0))
    for (list, name) in [("sea", "Yara Greyjoy"), ("wall", "Jon Snow")] {
      let dead = try program.run("show", "--list", list, "--dead", "--format", "names")
      #expect(dead.output == name + "\n")
    }
  }

  @Test func aLetterJumpsToItsSection() throws {
    let session = try open(Program(), rows: 5)
    session.send(Key.alt("g") + "t")
    session.wait { $0.contains("▸   Tywin Lannister") }
    session.send(Key.alt("g") + "b")
    session.wait { $0.contains("▸   Cersei Lannister") }
    #expect(session.screen.row(0).hasPrefix("C ▸   Cersei"))
    session.waitForPrompt("")
    session.send(Key.alt("g"))
    session.waitForStatus("jump to")
    session.send(Key.escape)
    session.wait { !$0.contains("jump to") }
    session.leave()
  }

  @Test func tabCompletesCommandsAndNames() throws {
    let session = try open(Program())
    session.send(":dea" + Key.tab)
    session.waitForPrompt(":dead")
    session.send(" ar" + Key.tab)
    session.waitForPrompt(":dead Arya Stark")
    session.send(Key.enter)
    session.waitForStatus("Arya Stark decided: dead")
    session.waitForPrompt("")
    session.leave()
  }

  @Test func theHistoryIsKeptForTheNextRun() throws {
    let program = try Program()
    let first = try open(program)
    first.send(":show dead" + Key.enter)
    first.waitForStatus("dead only")
    first.leave()
    let second = try open(program)
    second.send("\u{10}")  // Ctrl-P
    second.waitForPrompt(":show dead")
    second.send(Key.controlU + Key.controlD)
    second.expectEnd(.code(0))
  }

  @Test func theRowsArePrintedIntoTheScrollback() throws {
    let session = try open(Program())
    session.send("lann")
    session.waitForStatus("2 of 5")
    session.send("\u{1}:print " + Key.enter)  // Ctrl-A, to insert the command before the text
    session.waitForStatus("2 rows printed")
    session.waitForPrompt("lann")
    session.send(Key.controlU)
    session.leave()
    #expect(
      Array(session.screen.rows.prefix(5)) == [
        "targets> lann", "C", "   Cersei Lannister", "T", "   Tywin Lannister",
      ])
  }

  @Test func theNamesThatMatchCanBeSaved() throws {
    let program = try Program()
    let session = try open(program)
    session.send("lann")
    session.waitForStatus("2 of 5")
    session.send("\u{1}:save out.txt" + Key.enter)  // Ctrl-A, to insert the colon before the text
    session.waitForStatus("out.txtlann")
    session.waitForPrompt("lann")
    session.send(Key.controlU)
    session.leave()
    let file = try ProgramRun("/bin/cat", [program.environment.home.path("out.txtlann")])
    #expect(file.output == "Cersei Lannister\nTywin Lannister\n")
  }

  @Test func aRemovedStoreIsReported() throws {
    let program = try Program()
    _ = try program.run("dead", "--add", "Arya Stark")
    let session = try open(program)
    session.waitForStatus("1 dead")
    unlink(program.store)
    session.send("ce" + Key.down + Key.enter)
    session.waitForStatus("nothing was changed; :reload reads it again")
    session.wait { !$0.contains("†") }
    session.send(Key.enter)
    session.waitForStatus("Cersei Lannister decided: dead")
    session.send(Key.controlU + Key.controlD)
    session.expectEnd(.code(0))
  }

  @Test func aPipeCannotBeReadAgainAndKeepsItsRows() throws {
    let session = try open(Program())
    session.send(":reload" + Key.enter)
    session.waitForStatus("piped input cannot be read again")
    session.send(":show not-dead" + Key.enter)
    session.waitForStatus("5 of 5")
    session.leave()
  }

  @Test func aFileIsReadAgain() throws {
    let program = try Program()
    let file = try program.environment.home.write("Ada\n", to: "names")
    let session = try program.open(file)
    session.waitForStatus("1 of 1")
    _ = try program.environment.home.write("Ada\nBo\n", to: "names")
    _ = try program.run("dead", "--add", "-l", "./names", "Bo")
    session.send(":reload" + Key.enter)
    session.waitForStatus("2 of 2 · 1 dead")
    session.leave()
  }

  @Test func helpCoversTheListUntilItIsLeft() throws {
    let session = try open(Program())
    session.send(Key.alt("h"))
    session.wait { $0.contains("decide dead") }
    session.send(Key.escape)
    session.wait { $0.contains("Arya Stark") }
    session.leave()
  }

  @Test func inputrcRebindsKeys() throws {
    let program = try Program()
    _ = try program.environment.home.write(
      "$if targets\n\"\\eo\": targets-dead\n$endif\n", to: ".inputrc")
    let session = try open(program)
    session.send("ary" + Key.alt("o"))
    session.waitForStatus("Arya Stark decided: dead")
    session.send(Key.controlU + Key.controlD)
    session.expectEnd(.code(0))
  }

  @Test func resizingKeepsTheSelectedRowInView() throws {
    let session = try open(Program())
    session.send(String(repeating: Key.down, count: 5))
    session.wait { $0.contains("▸   Tywin Lannister") }
    session.resize(rows: 6, columns: 30)
    session.wait {
      $0.rows.count == 6 && $0.contains("▸   Tywin Lannister") && $0.row(3).hasPrefix("─")
    }
    session.resize(rows: 2, columns: 10)
    session.wait { $0.row(1) == "targets>" }
    session.resize(rows: 24, columns: 80)
    session.wait { $0.row(22).hasPrefix("5 of 5") }
    session.leave()
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func aSignalRestoresTheTerminalAndKills(signal: Int32) throws {
    let session = try open(Program())
    session.send("ar")
    session.waitForStatus("1 of 5")
    session.signal(signal)
    session.expectEnd(.signal(signal))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func aSignalKillsWhileAnotherListIsBeingOpened(signal: Int32) throws {
    let program = try Program()
    _ = try program.run("add", "Arya Stark")
    _ = try program.run("add", "--list", "sea", "Yara Greyjoy")
    let session = try program.open()
    session.wait { $0.contains("1 of 1") }
    session.send(":switch sea")
    session.waitForPrompt(":switch sea")
    let lock = try ByteLock(program.store, ByteLock.ofSQLite)
    session.send(Key.enter)
    session.waitForPrompt("")
    session.signal(signal)
    session.expectEnd(signal == SIGINT ? .code(130) : .signal(signal))
    lock.release()
  }

  @Test func controlCClearsTheTextAndThenLeaves() throws {
    let session = try open(Program())
    session.send("ar")
    session.waitForStatus("1 of 5")
    session.send(Key.controlC)
    session.waitForStatus("5 of 5")
    session.send(Key.controlC)
    session.expectEnd(.code(130))
  }

  @Test func suspendingRestoresTheTerminalAndContinues() throws {
    let program = try Program()
    let file = try program.environment.home.write(names, to: "names")
    let session = try program.openShell()
    session.send("\(program.path) \(file)\n")
    session.waitForStatus("5 of 5")
    session.send("st")
    session.waitForStatus("2 of 5")
    session.send("\u{1a}")
    session.wait { !$0.isAlternate && $0.contains("Stopped") }
    session.send("fg\n")
    session.wait { $0.isAlternate && $0.contains("Sansa Stark") }
    session.waitForPrompt("st")
    session.send(Key.controlU + Key.controlD)
    session.wait { !$0.isAlternate && $0.cursorRow.hasPrefix("shell$") }
    session.send("exit\n")
    session.waitForExit()
  }

  /// Each continuation after a stop must count once: an area that began twice would leave its rows behind.
  @Test func repeatedStopsLeaveNothingOfAnArea() throws {
    let program = try Program()
    let file = try program.environment.home.write(names, to: "names")
    let session = try program.openShell()
    session.send("\(program.path) --height 5 \(file)\n")
    for _ in 0..<25 {
      session.wait { $0.contains("5 of 5") && $0.cursorRow.hasPrefix("targets>") }
      session.send("\u{1a}")
      session.wait { $0.cursorRow.hasPrefix("shell$") && !$0.contains("5 of 5") }
      session.send("fg\n")
    }
    session.wait { $0.contains("5 of 5") && $0.cursorRow.hasPrefix("targets>") }
    session.send(Key.controlD)
    session.wait { $0.cursorRow.hasPrefix("shell$") && !$0.contains("5 of 5") }
    session.send("exit\n")
    session.waitForExit()
  }

  @Test func nothingHostileReachesTheTerminal() throws {
    let program = try Program()
    let hostile = "a\u{1b}[31m\u{1b}]0;x\u{7}\nb\u{9b}2J\u{202e}\u{2028}x\nc\u{8}\rd\n"
    let session = try program.open(input: .text(hostile))
    session.waitForStatus("3 of 3")
    session.send("\u{1b}[200~q\u{1b}]52;c;x\u{7}\u{c2}\u{9d}\n\u{1b}[201~")
    session.waitForStatus("0 of 3")
    session.send(Key.enter)
    session.send(Key.controlU)
    session.waitForStatus("3 of 3")
    session.send(Key.enter + Key.controlU)
    session.waitForPrompt("")
    session.leave()
  }

  @Test func theFirstRowsAreShownWhileOthersArrive() throws {
    let program = try Program()
    let session = try program.open(input: .openPipe)
    session.waitForStatus("loading")
    session.feed("Arya Stark\n")
    session.wait { $0.contains("Arya Stark") && $0.contains("loading 1") }
    session.send("s")
    session.feed("Sansa Stark\nAnna\n")
    session.waitForStatus("2 of 3")
    session.closeInput()
    session.wait { !$0.contains("loading") }
    session.send(Key.controlU + Key.controlD)
    session.expectEnd(.code(0))
  }
}
