import Foundation
import TestSupport
import Testing

/// `import` restores what `export` has printed.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct RoundTripTests {
  private let program: Program

  init() throws {
    program = try Program()
    let rows = HostileNames.some(150).enumerated().map { number, name in
      "\(number),\"" + name.replacingOccurrences(of: "\"", with: "\"\"")
        + "\",\"about\n\(number)\"\r\n"
    }
    let file = try program.environment.home.write(
      ("id,name,why\r\n" + rows.joined()), to: "rows.csv")
    #expect(
      try program.run(
        "import", "--csv", "--id-column", "id", "--name-column", "name", file
      ).status == .code(0))
    _ = try program.run("add", "Åsa", "bare", "x marks the spot", " x spaced")
    _ = try program.run("dead", "Åsa", "*", "x marks the spot", "-m", "two\nlines, \"quoted\"")
    _ = try program.run("ok", "--as", "Ann", "bare", "~")
    _ = try program.run("snooze", "?", "--until", "2999-01-01T08:30")
    _ = try program.run("like", "?", "bare")
    _ = try program.run("note", "!", "only a note")
  }

  private func exported(_ list: String, _ format: String) throws -> String {
    let run = try program.run("show", "--list", list, "--format", format)
    #expect(run.status == .code(0))
    return run.output
  }

  @Test(arguments: ["csv", "ndjson"])
  func allFactsAboutRowsAreRestored(format: String) throws {
    let all = try exported("./default", format)
    #expect(all.contains("two\\nlines") || all.contains("two\nlines"))
    #expect(all.contains("2999-01-01") && all.contains("ok") && all.contains("Ann"))
    let file = try program.environment.home.write(all, to: "export")
    let run = try program.run("import", "--list", "copy", "--format", format, file)
    #expect(run.output == "" && run.error.hasSuffix(" rows added to copy\n"))
    #expect(run.status == .code(0))
    #expect(try exported("copy", format) == all)
    // A second import changes nothing.
    #expect(
      try program.run("import", "--list", "copy", "--format", format, file).error
        == "import: 0 rows added to copy\n")
    #expect(try exported("copy", format) == all)
    // Some names contain line feeds, which the format with one name per line cannot have.
    let names = try program.run("show", "--list", "copy", "--print0")
    #expect(names.status == .code(0))
    #expect(try names.output == program.run("show", "--print0").output)
  }

  @Test func aDryRunReportsWhatTheImportDoes() throws {
    let file = try program.environment.home.write(try exported("./default", "ndjson"), to: "export")
    func copy(_ more: String...) throws -> ProgramRun {
      try ProgramRun(
        program.path, ["import", "--list", "copy", "--format", "ndjson", file] + more,
        environment: program.environment)
    }
    _ = try program.run("add", "--list", "copy", "bare", "of its own")
    _ = try program.run("dead", "--list", "copy", "bare")
    let before = try program.run("show", "--list", "copy", "--format", "ndjson").output
    let trial = try copy("--dry-run")
    #expect(try program.run("show", "--list", "copy", "--format", "ndjson").output == before)
    let run = try copy()
    #expect(
      run.error == trial.error.replacingOccurrences(of: "would be added", with: "added"))
    #expect(run.error != trial.error)
    let names = try program.run("show", "--list", "copy", "--format", "names").output
    #expect(names.contains("of its own"))
    // Nothing is left to change, with or without `--dry-run`.
    let again = try copy("--dry-run")
    #expect(again.status == .code(0))
    #expect(again.error == "import: 0 rows would be added to copy\n")
  }

  @Test func aDryRunCreatesNoStore() throws {
    let file = try program.environment.home.write("Ada\nx Bo\nAda\n", to: "tasks")
    let store = program.environment.home.path("none.db")
    let trial = try program.run(
      "import", "--store", store, "--format", "todo", "--dry-run", file)
    let repeated = "targets: import: 1 duplicate row in the input\n"
    #expect(trial.error == "import: 2 rows would be added to ./default\n" + repeated)
    let plain = try program.run("import", "--store", store, "--dry-run", file)
    #expect(plain.error == "import: 2 rows would be added to ./default\n" + repeated)
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  @Test func completedTasksAreImportedAsDead() throws {
    _ = try program.run("import", "--list", "plain", "-", input: .text("b\nx y\nÅsa\nx\nxx\n"))
    _ = try program.run("dead", "--list", "plain", "b", "x y")
    let all = try exported("plain", "todo")
    #expect(all.split(separator: "\n").sorted() == ["x", "x b", "x x y", "xx", "Åsa"])
    let run = try program.run(
      "import", "--list", "copy", "--format", "todo", "-", input: .text(all))
    #expect(run.status == .code(0))
    #expect(try exported("copy", "todo") == all)
    #expect(try exported("copy", "names") == exported("plain", "names"))
    let dead = try program.run("show", "--list", "copy", "--dead", "--format", "names").output
    #expect(dead == "b\nx y\n")
  }

  @Test func existingRowsGetTheFactsOfTheFile() throws {
    _ = try program.run("add", "--list", "mine", "bare", "mine alone")
    _ = try program.run("dead", "--list", "mine", "bare", "mine alone", "-m", "mine")
    let file = try program.environment.home.write(try exported("./default", "ndjson"), to: "export")
    _ = try program.run("import", "--list", "mine", "--format", "ndjson", file)
    func row(_ name: String) throws -> Substring? {
      try exported("mine", "ndjson").split(separator: "\n").first {
        $0.contains("\"name\":\"\(name)\"")
      }
    }
    #expect(
      try row("bare")?.contains("\"class\":\"ok\",\"verdict\":\"ok\",\"liked\":true") == true)
    #expect(try row("bare")?.contains("note") == false)
    #expect(try row("mine alone")?.contains("\"note\":\"mine\"") == true)
    // One undo reverts all of it.
    #expect(try program.run("undo", "--list", "mine").status == .code(0))
    #expect(try row("bare")?.contains("\"note\":\"mine\"") == true)
    #expect(try row("?") == nil)
  }

  @Test(arguments: ["csv", "ndjson"])
  func sectionsOfAColumnAreRestored(format: String) throws {
    let rows = "name,severity\r\nb,high\r\na,low\r\nc,\r\n"
    _ = try program.run(
      "import", "--list", "found", "--csv", "--section-column", "severity", "-",
      input: .text(rows))
    func exported(_ list: String) throws -> String {
      try program.run(
        "show", "--list", list, "--sections", "column", "--format", format
      ).output
    }
    let all = try exported("found")
    #expect(all.contains("high") && all.contains("low"))
    let run = try program.run(
      "import", "--list", "copy", "--sections", "column", "--format", format, "-",
      input: .text(all))
    #expect(run.status == .code(0))
    #expect(try exported("copy") == all)
    // The sections of the file are not those of an alphabet.
    _ = try program.run("import", "--list", "other", "--format", format, "-", input: .text(all))
    #expect(try exported("other") == all)
    #expect(try program.run("import", "--sections", "column", "-").status == .code(2))
  }

  @Test func sectionsOfAnAlphabetAreNotValues() throws {
    _ = try program.run("add", "-l", "one", "1", "bo")
    let rows = try program.run("show", "-l", "one", "--format", "ndjson").output
    _ = try program.run("import", "-l", "letters", "--format", "ndjson", "-", input: .text(rows))
    #expect(try program.run("sections", "-l", "letters").output == "#\t1\nB\t1\n")
    #expect(
      try !program.run("show", "-l", "letters", "--sections", "column", "--format", "csv").output
        .contains("B,bo"))
    // Nor are they in a list that has sections of its own.
    let own = "name,level\r\n1,low\r\nbo,\r\n"
    _ = try program.run(
      "import", "-l", "words", "--csv", "--section-column", "level", "-", input: .text(own))
    _ = try program.run("import", "-l", "words", "--format", "ndjson", "-", input: .text(rows))
    #expect(try program.run("sections", "-l", "words").output == "low\t1\n-\t1\n")
  }

  /// Nothing is guessed from titles: these sections look like an alphabet, and are values.
  @Test(arguments: ["csv", "ndjson"])
  func sectionsOfAColumnThatLookLikeAnAlphabetAreRestored(format: String) throws {
    let rows = "name,team\r\nann,A\r\nbo,B\r\ncy,C\r\n"
    let words = ["--csv", "--section-column", "team", "-"]
    _ = try program.run(["import", "-l", "teams"] + words, input: .text(rows))
    let printed = try program.run("show", "-l", "teams", "--format", format).output
    // Rows that are only printed with such sections say so, too.
    let piped = try program.run(
      ["-f", "", "--format", format] + words.dropLast(), input: .text(rows))
    #expect(piped.output == printed)
    _ = try program.run("import", "-l", "copy", "--format", format, "-", input: .text(printed))
    #expect(try program.run("show", "-l", "copy", "--format", format).output == printed)
    #expect(
      try program.run("show", "-l", "copy", "--sections", "column", "--format", format).output
        == printed)
    // Titles of an alphabet are not values of a column, even if they look like words.
    let letters = try program.run(
      "show", "-l", "teams", "--sections", "alphabet", "--locale", "hu", "--format", format)
    _ = try program.run(
      "import", "-l", "other", "--format", format, "-", input: .text(letters.output))
    #expect(
      try program.run("sections", "-l", "other", "--sections", "column").output == "-\t3\n")
  }

  @Test func anImportSaysWhichRowsItDrops() throws {
    _ = try program.run("add", "-l", "l", "a", "b", "c")
    let rows = """
      {"name":"a","class":"dead"}
      {"name":"b","class":"open","dropped":true}
      {"name":"new","class":"open","dropped":true}
      {"name":"other","class":"open"}
      """
    let words = ["import", "--format", "ndjson", "-", "-l"]
    for (option, would) in [(["-n"], "would be "), ([], "")] {
      #expect(
        try program.run(words + ["l"] + option, input: .text(rows)).error
          == "import: 1 row \(would)added to l, 1 changed, 1 dropped, 1 stored as dropped\n")
    }
    #expect(try program.run("show", "-l", "l").output == "a\nc\nother\n")
    #expect(
      try program.run(words + ["l"], input: .text(rows)).error == "import: 0 rows added to l\n")
    // A dry run into a list that does not exist, in a store that does not exist.
    #expect(
      try program.run(words + ["l", "--store", "none.db", "-n"], input: .text(rows)).error
        == "import: 2 rows would be added to l, 2 stored as dropped\n")
  }

  @Test func anImportOfNamesSaysHowManyItChanges() throws {
    let first = "name,id,team\na,1,x\nb,2,x\n"
    let words = ["import", "-l", "l", "--csv", "--id-column", "id", "-"]
    _ = try program.run(words, input: .text(first))
    for (option, would) in [(["-n"], "would be "), ([], "")] {
      let run = try program.run(words + option, input: .text("name,id,team\nA,1,x\nb,2,y\nc,3,z\n"))
      #expect(run.error == "import: 1 row \(would)added to l, 2 changed\n")
    }
    #expect(
      try program.run(words, input: .text("name,id,team\nA,1,x\n")).error
        == "import: 0 rows added to l\n")
  }

  @Test func anImportSaysWhatItAddsAndWhatItChanges() throws {
    let rows = """
      {"name":"a","class":"dead","verdict":"revoke","decidedAt":"2026-01-02T03:04:05Z","decidedBy":"Cy"}
      {"name":"b","class":"open","dropped":true}
      {"name":"c","class":"open"}

      """
    _ = try program.run("add", "-l", "l", "a", "b")
    _ = try program.run("note", "-l", "l", "a", "an old note")
    let run = try program.run(
      "import", "-l", "l", "--format", "ndjson", "-", input: .text(rows))
    #expect(
      run.error
        == "targets: import: input: the list has no verdict revoke; see targets recipe --help\n"
        + "import: 1 row added to l, 1 changed, 1 dropped\n")
    #expect(try program.run("show", "-l", "l", "--format", "names").output == "a\nc\n")
    // The log has the time and the author that the file gives, and that the note is gone.
    #expect(try program.run("log", "-l", "l", "a").output.contains("a  (note removed)"))
    let log = try program.run("log", "-l", "l", "--format", "ndjson").output
    #expect(
      log.contains(#""verdict":"revoke""#)
        && log.contains(#""decidedAt":"2026-01-02T03:04:05Z","decidedBy":"Cy""#))
    #expect(try program.run("log", "-l", "l", "a").output.contains("decided by Cy at 2026-01-02"))
    #expect(log.contains(#""note":"","#))
    let strict = try program.run(
      "import", "-l", "l", "--strict", "--format", "ndjson", "-", input: .text(rows))
    #expect(strict.status == .code(2))
  }

  @Test func invalidRowsAreReported() throws {
    let run = try program.run(
      "import", "--list", "odd", "--format", "ndjson", "-",
      input: .text(
        """
        {"name":"a"}

        nothing
        {"name":"b","class":"maybe"}
        {"name":"c","verdict":"gone"}
        {"name":"d","class":"open","verdict":"dead"}

        """))
    #expect(
      run.error.hasPrefix(
        "targets: import: input: line 3: not a row as show --format prints it; line 4: no class “maybe”; "
          + "line 5: no verdict “gone”; 1 more\n"), "\(run.error)")
    #expect(try exported("odd", "names") == "a\n")
    #expect(
      try program.run("import", "--format", "csv", "-", input: .text("a,b\n1,2\n")).error
        .contains("the header has no column “name”"))
    #expect(
      try program.run("import", "--format", "csv", "missing").error.contains("No such file"))
  }
}
