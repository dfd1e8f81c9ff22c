import TestSupport
import Testing

/// Counts, pastes and unknown keys of review mode, on a terminal.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ReviewKeysTests {
  private let program: Program

  init() throws {
    program = try Program()
    let rows = (10..<40).map { "row \($0)" }.joined(separator: "\n")
    _ = try program.run("import", "-", input: .text(rows))
  }

  private func review(columns: Int = 80) throws -> TerminalSession {
    let session = try program.open("review", "--motion", "none", columns: columns)
    session.wait { $0.contains("▸   row 10") }
    return session
  }

  private func leave(_ session: TerminalSession) {
    session.send("q")
    session.expectEnd(.code(0))
  }

  @Test(
    "Review: the count is shown while it is typed, and Esc and C-g cancel it",
    arguments: [Key.escape, Key.controlG], ["emacs", "vi"])
  func countIsCancelled(cancel: String, mode: String) throws {
    _ = try program.environment.home.write("set editing-mode \(mode)\n", to: ".inputrc")
    let session = try review()
    session.send("1")
    session.wait { $0.rows.last?.hasPrefix("1…  d dead") == true }
    session.send("2")
    session.wait { $0.rows.last?.hasPrefix("12…  d dead") == true }
    session.send(cancel)
    session.wait { $0.rows.last?.hasPrefix("d dead") == true }
    session.send("d")
    session.waitForStatus("1 of 30 decided")
    session.send("3d")
    session.waitForStatus("4 of 30 decided")
    session.send("u")
    session.waitForStatus("undone: dead, 3 rows")
    leave(session)
  }

  @Test("Review: more than 20 rows are asked about")
  func many() throws {
    let session = try review()
    session.send("25d")
    session.waitForStatus("decide 25 rows dead? [y,n]")
    session.send("n")
    session.waitForStatus("nothing was changed")
    session.send("25d")
    session.waitForStatus("decide 25 rows dead? [y,n]")
    session.send(Key.controlC)
    session.waitForStatus("nothing was changed")
    session.send("25d")
    session.waitForStatus("decide 25 rows dead? [y,n]")
    session.send("y")
    session.waitForStatus("25 of 30 decided")
    leave(session)
  }

  /// The keys of a slow line arrive many at once.
  @Test(
    "The first key after a question is the answer, whatever follows in the same packet",
    arguments: [("y", 30), ("n", 0)])
  func answerOfFirstKey(key: String, count: Int) throws {
    let session = try program.open("--motion", "none", columns: 80)
    session.waitForStatus("30 of 30")
    session.send(":dead all" + Key.enter)
    session.waitForStatus("decide 30 rows dead? [y,n]")
    session.send(key + "19")
    session.waitForStatus("1 of 30")
    session.waitForPrompt("19")
    session.send("\u{15}")
    session.leave()
    let decided = try program.run("show", "--dead", "--format", "names").output
    #expect(decided.count { $0 == "\n" } == count)
  }

  @Test("Keys that follow C-c in the same packet answer no question")
  func keysAfterInterrupt() throws {
    let session = try program.open("--motion", "none", columns: 80)
    session.waitForStatus("30 of 30")
    for _ in 0..<4 {
      session.send(":dead all" + Key.enter)
      session.waitForStatus("decide 30 rows dead? [y,n]")
      session.send(Key.controlC + "y")
      session.wait { !$0.contains("[y,n]") }
      session.send("\u{15}")
      session.waitForPrompt("")
    }
    session.leave()
    #expect(try program.run("show", "--dead").status == .code(1))
  }

  @Test(
    "In the editing mode of vi, Esc cancels a question, and y answers it in the command mode, too")
  func questionsInVi() throws {
    _ = try program.environment.home.write("set editing-mode vi\n", to: ".inputrc")
    _ = try program.run("dead", "row 10")
    let session = try program.open("--motion", "none", columns: 80)
    session.waitForStatus("1 of 30 decided")
    session.send(":dead all" + Key.enter)
    session.waitForStatus("[y,n]")
    session.send(Key.escape)
    session.waitForStatus("nothing was changed")
    session.send(":dead all" + Key.enter)
    session.waitForStatus("[y,n]")
    session.send(Key.down)
    session.waitForStatus("nothing was changed")
    session.send(Key.escape + Key.controlX + "u")
    session.waitForStatus("row 10? [y,n]")
    session.send("y")
    session.waitForStatus("undone: dead, row 10")
    session.leave()
  }

  @Test("A long note is not cut in the prompt, and one that is too long is refused")
  func longNotes() throws {
    let note = (1...900).map { "\($0)" }.joined(separator: "\n")
    _ = try program.run("note", "row 10", note)
    let session = try program.open("--motion", "none", columns: 80)
    session.waitForStatus("30 of 30")
    session.wait { $0.contains("row 10  1 2 3") }
    session.send(Key.down + Key.controlX + "n")
    session.wait { $0.rows.last?.contains("900") == true }
    session.send("!" + Key.enter)
    session.waitForStatus("row 10 noted")
    session.send(Key.down + Key.controlX + "n")
    session.waitForPrompt(":note")
    session.send("\u{1b}[200~" + String(repeating: "x", count: 6_000) + "\u{1b}[201~" + Key.enter)
    session.waitForStatus("a note can have at most 4,096 bytes")
    session.wait { $0.rows.last?.hasSuffix("xxx") == true }
    session.send(Key.controlC)
    session.waitForPrompt("")
    session.leave()
    let rows = try program.run("show", "--format", "ndjson").output
    #expect(rows.contains(#"\n899\n900!""#))
    #expect(!rows.contains("xxx"))
  }

  @Test("Review: keys that follow an answer in the same packet are commands again")
  func commandsAfterAnswer() throws {
    let session = try review()
    session.send("25d")
    session.waitForStatus("decide 25 rows dead? [y,n]")
    session.send("ydo")
    session.waitForStatus("27 of 30 decided")
    leave(session)
  }

  @Test(
    "Review: a count too large for an integer is not a different count",
    arguments: ["4294967297", "99999999999999999999"])
  func countDoesNotWrap(count: String) throws {
    let session = try review()
    session.send(count + "d")
    session.waitForStatus("decide 30 rows dead? [y,n]")
    session.send("n")
    session.waitForStatus("nothing was changed")
    leave(session)
  }

  @Test("Review: a wrong time for a snooze says what is wrong")
  func wrongTime() throws {
    let session = try review(columns: 100)
    session.send("z")
    session.waitForStatus("30d, 12h, 2w, 3m or a date; C-c to cancel")
    session.send("soon" + Key.enter)
    session.waitForStatus("snooze takes a time such as")
    session.send(Key.escape)
    session.wait { $0.rows.last?.hasPrefix("d dead") == true }
    session.send("z2020-01-01" + Key.enter)
    session.waitForStatus("2020-01-01 is in the past")
    session.send(Key.escape)
    session.wait { $0.rows.last?.hasPrefix("d dead") == true }
    leave(session)
  }

  @Test("Review: while help is shown, no key decides a row")
  func help() throws {
    let session = try review()
    session.send("?")
    session.waitForStatus("q to close")
    session.send("d")
    session.waitForStatus("d does nothing here; q to close")
    session.send("3o")
    session.waitForStatus("o does nothing here; q to close")
    session.send("q")
    session.wait { $0.contains("▸   row 10") }
    session.waitForStatus("0 of 30 decided")
    leave(session)
  }

  @Test(
    "Review: each key that does nothing is named, and the others still work",
    arguments: ["emacs", "vi"])
  func keysThatDoNothing(mode: String) throws {
    _ = try program.environment.home.write("set editing-mode \(mode)\n", to: ".inputrc")
    let session = try review()
    for (key, name) in [("é", "é"), ("\t", "Tab"), ("日", "日"), ("\u{1}", "C-a"), ("y", "y")] {
      session.send(key)
      session.waitForStatus("\(name) does nothing here; ? for help")
    }
    // A key whose bytes are not UTF-8, a number before a key without a meaning, and a sequence whose
    // second key alone would be reported.
    session.send([0xFF])
    session.send("2é")
    session.send("\u{1b}\u{1}")
    session.send("d")
    session.waitForStatus("row 10 decided: dead")
    session.send(Key.controlX)
    session.waitForStatus("C-x: ")
    session.send("u")
    session.waitForStatus("undone: dead, row 10")
    session.send(Key.controlD)
    session.expectEnd(.code(0))
  }

  @Test(
    "Review: pasted text is never treated as keys",
    arguments: ["uuuddd", "y", "30d\r", "qqq\n:quit\n"])
  func paste(text: String) throws {
    let session = try review()
    let count = text.trimmedAtEnd.split { $0.isNewline }.joined(separator: " ").count
    let notice = "\(count) character\(count == 1 ? "" : "s") pasted: ignored"
    session.send("\u{1b}[200~\(text)\u{1b}[201~")
    session.waitForStatus(notice)
    session.send("25d")
    session.waitForStatus("decide 25 rows dead? [y,n]")
    session.send("\u{1b}[200~\(text)\u{1b}[201~")
    session.send("n")
    session.waitForStatus("nothing was changed")
    leave(session)
    #expect(
      try program.run("show", "--open", "--format", "names").output.split(separator: "\n").count
        == 30)
  }

  @Test("Review: for an unknown key, a message says so")
  func unknownKeys() throws {
    let session = try review()
    for key in ["y", "a", "Z", "%", "~"] {
      session.send("3" + key)
      session.waitForStatus("\(key) does nothing here; ? for help")
      session.send("n")
      session.wait { !$0.contains("does nothing here") }
    }
    leave(session)
  }

  @Test("Review: u undoes only the decisions of this session")
  func undoStops() throws {
    _ = try program.run("dead", "row 10", "row 11")
    let session = try program.open("review", "--motion", "none", columns: 100)
    session.wait { $0.contains("▸   row 12") }
    session.send("d2o")
    session.waitForStatus("5 of 30 decided")
    session.send("uu")
    session.waitForStatus("undone: dead, row 12")
    session.send("uuu")
    session.waitForStatus(
      "no more decisions or notes of this session to undo; C-x u to undo older edits")
    session.send(Key.controlX + "u")
    session.waitForStatus("undo dead by ")
    session.send("n")
    session.waitForStatus("nothing was changed")
    leave(session)
    #expect(
      try program.run("show", "--dead", "--format", "names").output == "row 10\nrow 11\n")
  }

  @Test("Review: u never undoes edits by another process")
  func undoBesideOthers() throws {
    let session = try program.open("review", "--motion", "none", columns: 100)
    session.wait { $0.contains("▸   row 10") }
    session.send("dd")
    session.waitForStatus("2 of 30 decided")
    let more = (10..<50).map { "row \($0)" }.joined(separator: "\n")
    _ = try program.run("import", "--mirror", "-l", "./default", "-", input: .text(more))
    session.waitForStatus("of 40 decided")
    session.send("u")
    session.waitForStatus("undone: dead, row 11")
    _ = try program.run("undo")
    session.waitForStatus("of 30 decided")
    _ = try program.run("undo")
    session.waitForStatus("0 of 30 decided")
    session.send("u")
    session.waitForStatus("already undone: dead, row 10")
    session.send("u")
    session.waitForStatus("no more decisions or notes of this session to undo")
    leave(session)
    #expect(try program.run("show", "--format", "names").output.split(separator: "\n").count == 30)
  }

  @Test("Review: a mirror by another process unticks only the row that it changes")
  func ticksBesideAMirror() throws {
    let session = try review(columns: 100)
    session.send("   ")
    session.waitForStatus("3 ticked")
    let rows = (10..<40).map { "row \($0)\t\($0 == 11 ? "b" : "")" }.joined(separator: "\n")
    _ = try program.run(
      "import", "--mirror", "-l", "./default", "--delimiter", "\\t", "--revision-column", "2", "-",
      input: .text(rows))
    session.waitForStatus("row 11 has changed and is no longer ticked")
    session.waitForStatus("2 ticked")
    session.send("d")
    session.waitForStatus("2 of 30 decided")
    leave(session)
    #expect(try program.run("show", "--dead").output == "row 10\nrow 12\n")
  }
}

/// The messages of a session about an undo.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct UndoSessionTests {
  private let program: Program

  init() throws { program = try Program() }

  private func mirror(_ detail: String) throws {
    let csv = "name,what\nAda,\(detail) of Ada\nBob,\(detail) of Bob\n"
    let run = try program.run(
      "import", "--mirror", "-l", "./default", "--csv", "--name-column", "name", "-",
      input: .text(csv))
    #expect(run.status == .code(0))
  }

  @Test("Undo: a detail changed by undo or redo is shown at once")
  func detail() throws {
    try mirror("first")
    try mirror("second")
    let session = try program.open("--motion", "none", columns: 100)
    session.wait { $0.contains("second of Ada") }
    for _ in 0..<2 {
      session.send(Key.controlX + "u")
      session.waitForStatus("undo import --mirror by ")
      session.send("y")
      session.wait { $0.contains("first of Ada") && $0.contains("first of Bob") }
      session.send(Key.controlX + "r")
      session.wait { $0.contains("second of Ada") && $0.contains("second of Bob") }
    }
    session.leave()
  }

  /// With any delay between typing a text and searching for it.
  @Test("Undo: every question accepts its answers", arguments: [0, 50, 600_000], ["y", "n"])
  func answers(throttle: Int, answer: String) throws {
    _ = try program.run("import", "-", input: .text("Ada\nBob\nCyd\nDan"))
    for name in ["Ada", "Bob", "Cyd", "Dan"] { _ = try program.run("like", name) }
    let session = try program.open("--motion", "none", "--throttle", "\(throttle)", columns: 100)
    session.waitForStatus("4 of 4")
    for name in ["Dan", "Cyd", "Bob", "Ada"] {
      session.send(Key.controlX + "u")
      session.waitForStatus(", \(answer == "y" ? name : "Dan")? [y,n]")
      session.send(answer)
      session.waitForStatus(answer == "y" ? "undone: liked, \(name)" : "nothing was changed")
    }
    session.leave()
  }

  @Test("Undo: restored rows are counted once, however fast keys are typed")
  func countedOnce() throws {
    let all = (100..<400).map { "row \($0)" }
    _ = try program.run("import", "-", input: .text(all.joined(separator: "\n")))
    let session = try program.open("--motion", "none", columns: 100)
    session.waitForStatus("300 of 300")
    for round in 0..<5 {
      let next = 100 + round
      session.enter(":drop row \(next)", "row \(next) dropped")
      session.send(Key.controlX + "u")
      session.waitForStatus(", row \(next)? [y,n]")
      session.send("y" + Key.controlX + "r" + Key.controlX + "r")
      session.waitForStatus("nothing to redo · ./default · 299 of 299")
      session.send(Key.controlX + "u")
      session.waitForStatus(", row \(next)? [y,n]")
      session.send("y")
      session.waitForStatus("undone: dropped, row \(next) · ./default · 300 of 300")
      // Without the message, that row would show the row that did not fit.
      session.send(Key.down)
      session.wait { $0.rows[22].hasPrefix("./default · 300 of 300") }
      #expect(!session.screen.contains("repeated"))
    }
    session.leave()
  }

  @Test("Stats: for a file, the rows of the file are counted")
  func statsOfFile() throws {
    let file = try program.environment.home.write("Ada\nBob\nCyd\nDan\n", to: "names")
    _ = try program.run("add", "-l", "./names", "Zoe", "Zed", "Ada")
    _ = try program.run("dead", "-l", "./names", "Ada")
    // Zoe is a changed row of the list, but not of the file.
    for command in ["dead", "drop", "add"] { _ = try program.run(command, "-l", "./names", "Zoe") }
    #expect(
      try program.run("show", "--changed", "-l", "./names", "--format", "names").output == "Zoe\n")
    let session = try program.open(file, "--motion", "none")
    session.waitForStatus("4 of 4 · 1 dead")
    session.send(":stats" + Key.enter)
    session.wait { $0.contains("open            3 of 4") && $0.contains("dead            1") }
    session.wait { $0.contains("changed         0") }
    session.wait { $0.contains("decided in list ./names:") }
    session.leave()
  }

  @Test("Save: an error message from readline does not end the save")
  func complaintDuringSave() throws {
    _ = try program.environment.home.write("$include\n\"\\C-xq: x\n", to: ".inputrc")
    var names = ""
    for number in 0..<200_000 { names += "name \(number)\n" }
    let file = try program.environment.home.write(names, to: "names")
    let session = try program.open(file, "--motion", "none")
    session.waitForStatus("closing")
    session.send(Key.down)
    session.waitForStatus("200,000 of 200,000")
    session.send(":save saved" + Key.enter + Key.controlX + "\u{12}" + ":quit" + Key.enter)
    session.expectEnd(.code(0))
    let run = try program.run(
      "-f", "", "--format", "names", program.environment.home.path("saved"))
    #expect(run.output.split(separator: "\n").count == 200_000)
  }
}
