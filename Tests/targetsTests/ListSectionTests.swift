import TestSupport
import Testing

/// A list whose rows have sections is shown in sections, unless an option says otherwise.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ListSectionTests {
  private let program: Program

  init() throws {
    program = try Program(["TARGETS_AS": "Ann"])
    try program.environment.home.write(
      "name,team,size\nweb,ops,2\ndb,data,3\nmail,ops,1\nold,,4\n", to: "hosts.csv")
    _ = try fill("t")
  }

  private func fill(_ list: String, _ words: String...) throws -> ProgramRun {
    try program.run(
      ["import", "-l", list, "--csv", "--section-column", "team"] + words + ["hosts.csv"])
  }

  /// The titles of a list's sections.
  private func titles(_ list: String, _ words: String...) throws -> String {
    let run = try program.run(["sections", "-l", list] + words)
    return run.output.split(separator: "\n")
      .map { $0.prefix { $0 != "\t" } }.joined(separator: " ")
  }

  @Test func sectionsOfTheListAreTheDefault() throws {
    #expect(try titles("t") == "data ops -")
    #expect(try titles("t", "--order", "size") == "data ops -")
    #expect(try titles("t", "--section-order", "ops") == "ops data -")
    #expect(try titles("t", "--sections", "alphabet") == "D M O W")
    #expect(try titles("t", "--sections", "none") == "")
    let shown = try program.run("show", "-l", "t", "--format", "sections", "--order", "size")
    #expect(shown.output == "data\n   db\nops\n   mail\n   web\n-\n   old\n")
    #expect(
      try program.run("run", "-l", "t", "--all", "--", "echo").output == "db\nmail\nweb\nold\n")
    let report = try program.run("report", "-l", "t", "--format", "csv").output
    #expect(report.split(whereSeparator: \.isNewline)[1].hasPrefix("data,db,"))
    for words in [["-l", "t"], ["review", "-l", "t"], ["pick", "-l", "t"]] {
      let session = try program.open(words)
      session.wait { $0.row(0).hasPrefix("data") && $0.row(1).hasPrefix("ops") }
      session.send(words[0] == "review" ? "q" : words[0] == "pick" ? Key.controlG : Key.controlD)
      _ = session.waitForExit()
    }
  }

  @Test(
    "Sections: a list that is empty on the screen gets its own when others fill it",
    arguments: [3, 12_000])
  func emptyListFilled(count: Int) throws {
    let rows = (0..<count).map { "row \($0),team \($0 % 3)" }.joined(separator: "\n")
    try program.environment.home.write("name,team\n" + rows, to: "hosts.csv")
    for words in [["-l", "new"], ["pick", "-l", "new"]] {
      // A picker is not opened for a list that does not exist.
      if words[0] == "pick" { #expect(try program.run("new", "new").status == .code(0)) }
      let session = try program.open(words)
      session.waitForPrompt("")
      #expect(try fill("new").status == .code(0))
      session.wait { $0.row(0).hasPrefix("team 0") }
      #expect(try program.run("lists", "--delete", "new", "--yes").status == .code(0))
      session.send(words[0] == "pick" ? Key.controlG : Key.controlD)
      _ = session.waitForExit()
    }
  }

  @Test("Order: a list that is empty on the screen gets the one of the recipe it is given")
  func emptyListGivenARecipe() throws {
    let session = try program.open("-l", "new")
    session.waitForPrompt("")
    #expect(try program.run("new", "new", "--order", "size:desc").status == .code(0))
    #expect(try program.run("import", "-l", "new", "--csv", "hosts.csv").status == .code(0))
    session.wait { screen in
      (0..<4).map { String(screen.row($0).filter(\.isLetter).prefix(2)) } == [
        "ol", "db", "we", "ma",
      ]
    }
    session.leave()
  }

  @Test func recipeAndCommandLineOverrideTheSections() throws {
    #expect(
      try program.run("recipe", "-l", "t", "--set", "section-order", "ops").status == .code(0))
    #expect(try titles("t") == "ops data -")
    #expect(try titles("t", "--section-order", "data") == "data ops -")
    #expect(
      try program.run("recipe", "-l", "t", "--unset", "section-order").status == .code(0))
    #expect(
      try program.run("recipe", "-l", "t", "--set", "sections", "first-letter").status == .code(0))
    #expect(try titles("t") == "D M O W")
    #expect(try titles("t", "--sections", "column") == "data ops -")
  }

  @Test func sectionsDisappearWithTheLastRowThatHasOne() throws {
    #expect(try program.run("drop", "-l", "t", "web", "db").status == .code(0))
    #expect(try titles("t") == "ops -")
    #expect(try program.run("drop", "-l", "t", "mail").status == .code(0))
    #expect(try titles("t") == "O")
    #expect(try program.run("undo", "-l", "t").status == .code(0))
    #expect(try titles("t") == "ops -")
    let plain = ["import", "-l", "t", "--mirror", "--csv", "hosts.csv"]
    #expect(try program.run(plain).status == .code(0))
    #expect(try titles("t") == "D M O W")
    #expect(try fill("t", "--mirror").status == .code(0))
    #expect(try titles("t") == "data ops -")
    // Added names do not affect the other rows.
    #expect(try program.run("add", "-l", "t", "new").status == .code(0))
    #expect(try titles("t") == "data ops -")
  }

  @Test(arguments: ["csv", "ndjson"])
  func printedRowsRestoreSections(format: String) throws {
    func printed(_ words: String...) throws -> String {
      let run = try program.run(["show", "-l", "t", "--format", format] + words)
      return try program.environment.home.write(run.output, to: "printed")
    }
    var file = try printed("--sections", "alphabet")
    func read(_ list: String, _ words: String...) throws {
      let all = ["import", "-l", list, "--format", format] + words + [file]
      _ = try program.run(all)
    }
    // The letters of an alphabet are no values of a column, unless someone says so.
    try read("letters")
    #expect(try titles("letters") == "D M O W")
    #expect(try titles("letters", "--sections", "column") == "-")
    try read("values", "--sections", "column")
    #expect(try titles("values", "--sections", "column") == "D M O W")
    file = try printed()
    try read("other")
    #expect(try titles("other") == "data ops -")
    // A list with sections takes the sections of the file.
    #expect(try program.run("drop", "-l", "t", "db").status == .code(0))
    try read("t")
    #expect(try titles("t") == "data ops -")
    #expect(try program.run("show", "-l", "t", "--format", format).output.contains("data"))
  }

  @Test func copiesAndSnapshotsKeepSections() throws {
    let other = program.environment.home.path("other.db")
    #expect(try program.run("store", "copy", program.store, other).status == .code(0))
    #expect(try titles("t", "--store", other) == "data ops -")
    #expect(try program.run("store", "check", "--store", other).status == .code(0))
    let rows = (0..<12_000).map { "row \($0),team \($0 % 3)" }.joined(separator: "\n")
    try program.environment.home.write("name,team\n" + rows, to: "hosts.csv")
    #expect(try fill("long").status == .code(0))
    #expect(try titles("long") == "team 0 team 1 team 2")
    #expect(
      try program.run("--refresh-snapshot", "-l", "long", "--sections", "column").status
        == .code(0))
    #expect(try titles("long") == "team 0 team 1 team 2")
  }
}
