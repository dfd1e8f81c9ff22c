import TestSupport
import Testing

/// Two sessions with one list: each shows the changes of the other automatically.
@Suite(.ownThreads)
struct SharedListTests {
  @Test func anEditOfAnotherProcessIsShown() throws {
    let program = try Program()
    _ = try program.run("add", "Arya Stark", "Sansa Stark")
    let session = try program.open()
    session.waitForStatus("2 of 2")
    _ = try program.run("dead", "Sansa Stark")
    session.waitForStatus("2 of 2 · 1 of 2 decided · 1 today")
    #expect(session.screen.contains(" †  Sansa Stark"))
    _ = try program.run("add", "Bran Stark")
    session.waitForStatus("3 of 3 · 1 of 3 decided · 1 today")
    _ = try program.run("drop", "Arya Stark")
    session.waitForStatus("2 of 2 · 1 of 2 decided · 1 today")
    session.wait { _ in !session.list.joined().contains("Arya Stark") }
    #expect(session.list.contains { $0.contains("    Bran Stark") })
    _ = try program.run("undo")
    session.waitForStatus("3 of 3 · 1 of 3 decided · 1 today")
    session.leave()
  }

  @Test func editsOfOthersAreReportedByName() throws {
    let program = try Program()
    _ = try program.run("add", "Arya Stark", "Bran Stark", "Sansa Stark")
    let session = try program.open(columns: 120)
    session.waitForStatus("3 of 3")
    _ = try program.run("dead", "--as", "ann", "Sansa Stark")
    session.waitForStatus("ann: Sansa Stark dead, ")
    _ = try program.run("ok", "--as", "bob", "Arya Stark", "Bran Stark")
    session.waitForStatus("bob: 2 rows ok, ")
    session.send("ar" + Key.down + Key.enter)
    session.waitForStatus("Arya Stark decided: dead")
    session.send(Key.controlU)
    session.waitForPrompt("")
    session.leave()
  }

  @Test func aStoreCreatedByAnotherProcessIsFound() throws {
    let program = try Program()
    let session = try program.open(input: .pipe(Array("Arya Stark\nBo\n".utf8)))
    session.waitForStatus("2 of 2")
    _ = try program.run("dead", "--add", "Arya Stark")
    session.waitForStatus("1 dead")
    session.leave()
  }

  /// What people say is about the ID; the name is what the source says.
  @Test func anEditLeavesTheNameThatAMirrorGave() throws {
    let program = try Program()
    func mirror(_ name: String) throws {
      let run = try program.run(
        "import", "--mirror", "-l", "L", "--csv", "--id-column", "id", "--name-column", "name", "-",
        input: .text("id,name\n7,\(name)\n8,db\n"))
      #expect(run.status == .code(0), "\(run.error)")
    }
    try mirror("web-old")
    let session = try program.open("-l", "L", "--motion", "none", columns: 100)
    session.waitForStatus("2 of 2")
    session.send(Key.up + Key.down + Key.down)
    session.wait { $0.contains("▸   web-old") }
    session.send(Key.controlX + "n")
    session.waitForPrompt(":note")
    session.send("keep")
    try mirror("web-new")
    session.wait { $0.contains("web-new") }
    session.send(Key.enter)
    session.waitForStatus("noted")
    session.wait { $0.contains("web-new") && $0.contains("keep") && !$0.contains("web-old") }
    session.send("\u{15}")
    session.leave()
    let rows = try program.run("show", "-l", "L", "--format", "ndjson", "web").output
    #expect(rows.contains(#""name":"web-new""#) && rows.contains(#""note":"keep""#))
  }

  /// A list that was deleted, and made again with the same names, is another list.
  @Test func aQuestionIsNotAboutAnotherListOfTheSameName() throws {
    let program = try Program()
    let rows = (10..<40).map { "row \($0)\n" }.joined()
    _ = try program.run("import", "-l", "L", "-", input: .text(rows))
    let session = try program.open("-l", "L", "--motion", "none", columns: 100)
    session.waitForStatus("30 of 30")
    session.send(":dead all" + Key.enter)
    session.waitForStatus("[y,n]")
    _ = try program.run("lists", "--delete", "L", "--yes")
    _ = try program.run("import", "-l", "L", "-", input: .text(rows))
    session.wait { !$0.contains("[y,n]") }
    session.send("y")
    session.waitForPrompt("y")
    session.send("\u{15}")
    session.waitForPrompt("")
    session.leave()
    #expect(try program.run("show", "-l", "L", "--decided").status == .code(1))
  }

  @Test func undoInReviewIsAboutTheListThatWasReviewed() throws {
    let program = try Program()
    let rows = (0..<10).map { "row \($0)\n" }.joined()
    _ = try program.run("import", "-l", "L", "-", input: .text(rows))
    let session = try program.open("review", "-l", "L", "--motion", "none", columns: 100)
    session.wait { $0.contains("▸   row 0") }
    session.send("d")
    session.waitForStatus("1 of 10 decided")
    _ = try program.run("lists", "--delete", "L", "--yes")
    _ = try program.run("import", "-l", "L", "-", input: .text(rows))
    _ = try program.run("ok", "-l", "L", "--as", "bob", "row 9")
    session.wait { $0.contains("✓  row 9") && !$0.contains("†  row 0") }
    session.send("u")
    session.waitForStatus("no more decisions or notes of this session to undo")
    session.send("q")
    session.expectEnd(.code(0))
    #expect(try program.run("show", "-l", "L", "--ok", "--format", "names").output == "row 9\n")
  }

  @Test func twoBrowsersAgree() throws {
    let program = try Program()
    _ = try program.run("add", "Arya Stark", "Sansa Stark", "Bran Stark")
    let first = try program.open()
    let second = try program.open()
    first.waitForStatus("3 of 3")
    second.waitForStatus("3 of 3")
    first.send("ar" + Key.down + Key.enter)
    first.waitForStatus("1 of 3 decided")
    second.waitForStatus("1 of 3 decided")
    second.send("sa" + Key.down + Key.enter)
    second.waitForStatus("2 of 3 decided")
    first.waitForStatus("2 of 3 decided")
    for session in [first, second] {
      session.send(Key.controlU)
      session.wait { $0.contains("†  Arya Stark") && $0.contains("†  Sansa Stark") }
      session.waitForPrompt("")
      session.leave()
    }
  }

  @Test func anotherListCanBeOpened() throws {
    let program = try Program()
    _ = try program.run("add", "Arya Stark")
    _ = try program.run("add", "--list", "work", "Bran Stark", "Sansa Stark")
    let session = try program.open()
    session.waitForStatus("1 of 1")
    session.send(":switch w" + Key.tab)
    session.waitForPrompt(":switch work")
    session.send(Key.enter)
    session.wait { $0.contains("Bran Stark") && !$0.contains("Arya Stark") }
    session.send("br" + Key.enter + Key.enter)
    session.waitForStatus("1 of 2 decided")
    session.send(Key.controlU)
    session.waitForPrompt("")
    session.leave()
    func names(of list: String, _ filter: String) throws -> String {
      try program.run("show", "--format", "names", "--list", list, filter).output
    }
    #expect(try names(of: "work", "--dead") == "Bran Stark\n")
  }

  @Test("Switch: an unknown list is not opened, and the nearest one is named")
  func unknownList() throws {
    let program = try Program()
    _ = try program.run("add", "Arya Stark")
    _ = try program.run("add", "--list", "work", "Bran Stark")
    let session = try program.open()
    session.waitForStatus("1 of 1")
    for (text, words) in [
      ("wrok", "no list “wrok”; did you mean “work”?"), ("a/b", "use ./a/b"),
      ("./x", "no list “./x”"),
    ] {
      session.send(Key.controlU + ":switch \(text)" + Key.enter)
      session.wait { $0.contains(words) && $0.contains("Arya Stark") }
      session.waitForPrompt(":switch \(text)")
    }
    // A list that someone else has made meanwhile is found.
    _ = try program.run("add", "--list", "late", "Cersei Lannister")
    session.send(Key.controlU + ":switch late" + Key.enter)
    session.wait { $0.contains("Cersei Lannister") }
    session.leave()
    #expect(try program.run("lists").output.split(separator: "\n").count == 3)
  }

  @Test func aReplacedStoreIsFollowed() throws {
    let program = try Program()
    _ = try program.run("add", "-l", "people", "Arya Stark")
    let session = try program.open("-l", "people")
    session.waitForStatus("1 of 1")
    for name in ["Bran Stark", "Sansa Stark"] {
      let other = try Program()
      _ = try other.run("add", "-l", "people", name)
      _ = try ProgramRun("/bin/mv", [other.store, program.store])
      session.wait { $0.contains("    \(name)") && $0.contains("1 of 1") }
    }
    _ = try program.run("dead", "-l", "people", "Sansa Stark")
    session.waitForStatus("1 of 1 · 1 of 1 decided · 1 today")
    session.leave()
  }
}
