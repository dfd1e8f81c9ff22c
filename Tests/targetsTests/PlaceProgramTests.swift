import Foundation
import Glibc
import LibraryTestSupport
import TestSupport
import Testing

/// Lists of folders and repositories, and decisions about revisions of rows, in the program.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct PlaceProgramTests {
  private let program: Program

  init() throws { program = try Program() }

  private func run(
    in folder: String, _ arguments: String..., input: String? = nil
  ) throws -> ProgramRun {
    try ProgramRun(
      program.path, arguments, input: input.map { .text($0) } ?? .empty,
      environment: program.environment, directory: program.environment.home.path(folder))
  }

  private func make(_ folders: String...) throws {
    for folder in folders {
      try FileManager.default.createDirectory(
        atPath: program.environment.home.path(folder), withIntermediateDirectories: true)
    }
  }

  private static let mirror = [
    "import", "--mirror", "-l", "./branches", "--delimiter", "\\t", "--revision-column", "2", "-",
  ]

  private func mirror(_ folder: String, _ rows: String) throws -> String {
    try ProgramRun(
      program.path, Self.mirror, input: .text(rows), environment: program.environment,
      directory: program.environment.home.path(folder)
    ).error
  }

  @Test func listsOfTwoRepositoriesAreSeparate() throws {
    try make("a/.git", "a/src", "b/.git")
    #expect(try mirror("a", "wip2\t1\n") == "import: 1 new, 0 gone, 0 changed, 0 unchanged\n")
    #expect(try mirror("b", "wip2\t1\n") == "import: 1 new, 0 gone, 0 changed, 0 unchanged\n")
    #expect(try run(in: "a", "dead", "-l", "./branches", "wip2").status == .code(0))
    let other = try run(in: "b", "run", "-l", "./branches", "--dead", "--", "echo")
    #expect((other.status, other.output) == (.code(1), ""))
    #expect(try run(in: "b", "show", "-l", "./branches", "--dead").status != .code(0))
    let here = try run(in: "a/src", "run", "-l", "../branches", "--dead", "--", "sh", "-c", "pwd")
    #expect(here.output == "\(try canonical("a"))\n")
    let lists = try run(in: "a", "lists").output
    #expect(
      lists == "./branches\t\(try canonical("a"))\t1\t0\t1\t0\n"
        + "./branches\t\(try canonical("b"))\t1\t1\t0\t0\n")
  }

  private func canonical(_ folder: String) throws -> String {
    let found = try #require(realpath(program.environment.home.path(folder), nil))
    defer { free(found) }
    return String(cString: found)
  }

  /// In the style in which it was typed: no absolute path for a relative one.
  @Test func suggestedListsAreNamedInTheTypedStyle() throws {
    try make("a/.git", "a/src", "b/.git")
    _ = try mirror("a", "wip\t1\n")
    func advice(_ folder: String, _ list: String) throws -> String {
      String(try run(in: folder, "show", "-l", list).error.split(separator: ";").last ?? "")
    }
    let path = try canonical("a") + "/branch"
    #expect(try advice("a", "./branchs") == " did you mean “./branches”?\n")
    #expect(try advice("a/src", "./branches") == " did you mean “../branches”?\n")
    #expect(try advice("a/src", "../branchs") == " did you mean “../branches”?\n")
    #expect(try advice("a", path + "s") == " did you mean “\(path)es”?\n")
    #expect(try advice("b", "./branches") == " did you mean “\(path)es”?\n")
  }

  @Test func aRecreatedBranchIsOpenAndReported() throws {
    _ = try mirror(".", "wip\t1\nmain\t1\n")
    _ = try run(in: ".", "dead", "-l", "./branches", "wip")
    #expect(
      try run(in: ".", "run", "-l", "./branches", "--dead", "--", "echo").output == "wip\n")
    _ = try mirror(".", "main\t1\n")
    #expect(
      try mirror(".", "main\t1\nwip\t1\n") == "import: 0 new, 0 gone, 1 changed, 1 unchanged\n")
    let second = try run(in: ".", "run", "-l", "./branches", "--dead", "--", "echo")
    #expect((second.output, second.status) == ("", .code(1)))
    #expect(second.error == "targets: run: skipped: 1 changed since they were decided\n")
    #expect(
      try run(in: ".", "show", "-l", "./branches", "--changed", "--format", "names").output
        == "wip\n")
    let why = try run(in: ".", "why", "-l", "./branches", "wip").output
    #expect(why.hasPrefix("wip in ./branches: open, changed since it was decided\n"))
    #expect(why.contains("the row was dropped since then and came back"))
    #expect(try run(in: ".", "confirm", "-l", "./branches", "--changed").status == .code(0))
    #expect(
      try run(in: ".", "run", "-l", "./branches", "--dead", "--", "echo").output == "wip\n")
    #expect(try run(in: ".", "confirm", "-l", "./branches", "--changed").status == .code(1))
  }

  /// No printed format and no filter treats a changed row as decided.
  @Test func aChangedRowIsOpenInEveryForm() throws {
    _ = try mirror(".", "wip\t1\nold\t1\n")
    _ = try run(in: ".", "dead", "-l", "./branches", "wip", "old")
    _ = try mirror(".", "wip\t2\nold\t1\n")
    func printed(_ arguments: String...) throws -> String {
      try ProgramRun(
        program.path, arguments + ["-l", "./branches"], environment: program.environment,
        directory: program.environment.home.path
      ).output
    }
    for filter in [
      "--dead", "--open", "--not-dead", "--ok", "--changed", "--decided", "--verdict=dead",
    ] {
      let isOpen = ["--open", "--not-dead", "--changed"].contains(filter)
      for format in ["names", "sections", "todo", "csv", "json", "ndjson"] {
        let rows = try printed("show", filter, "--format", format)
        #expect(rows.contains("wip") == isOpen, "\(filter) \(format)")
      }
      #expect(try printed("show", filter).contains("wip") == isOpen, "\(filter)")
      #expect(try printed("sections", filter).contains("W") == isOpen, "\(filter)")
    }
    let commands = try run(in: ".", "run", "-l", "./branches", "--dead", "-n", "--", "echo", "{}")
    #expect(commands.output == "echo old\n")
    #expect(try printed("report", "--format", "csv").contains(",wip,,open,,true,dead,"))
    #expect(try printed("show", "--format", "sections").contains("~  wip\n"))
    #expect(try printed("show", "--format", "todo") == "x old\nwip\n")
    let row = try printed("show", "wip", "--format", "ndjson")
    for fact in [
      #""class":"open""#, #""changed":true"#, #""earlier":"dead""#,
      #""decidedRevision":"1""#, #""revision":"2""#,
    ] {
      #expect(row.contains(fact), "\(fact)")
    }
    #expect(try printed("show", "wip", "--format", "csv").contains(",open,"))
    #expect(try printed("stats", "--format", "json").contains(#""open":1"#))
    #expect(try run(in: ".", "lists").output.hasSuffix("\t2\t1\t1\t0\n"))
    let session = try program.open("-l", "./branches")
    session.wait { $0.contains("~") && $0.contains("wip") }
    session.send(":show dead" + Key.enter)
    session.wait { !$0.contains("wip") && $0.contains("old") }
    session.send(":show changed" + Key.enter)
    session.wait { $0.contains("wip") && !$0.contains("old") }
    session.send(":confirm all" + Key.enter)
    session.wait { !$0.contains("  wip") }
    session.send(":quit" + Key.enter)
    session.expectEnd(.code(0))
    #expect(try printed("show", "--dead", "--format", "names") == "old\nwip\n")
  }

  @Test(arguments: ["csv", "ndjson"])
  func exportedChangedRowsCanBeImported(format: String) throws {
    _ = try mirror(".", "wip\t1\nold\t1\nout\t1\n")
    _ = try run(in: ".", "dead", "-l", "./branches", "wip", "old", "out", "-m", "why")
    _ = try mirror(".", "wip\t2\nold\t1\n")
    _ = try mirror(".", "wip\t2\nold\t1\nout\t3\nnew\t4\n")
    let all = try run(in: ".", "show", "-l", "./branches", "--format", format).output
    #expect(all.contains("earlier"))
    for _ in 0..<2 {
      _ = try run(in: ".", "import", "-l", "copy", "--format", format, "-", input: all)
      #expect(
        try run(in: ".", "show", "-l", "copy", "--format", format).output
          == all.replacing(#","new":true"#, with: ""))
    }
    #expect(try run(in: ".", "show", "-l", "copy", "--dead", "--format", "names").output == "old\n")
    #expect(try run(in: ".", "store", "check").status == .code(0))
  }

  @Test func inReviewAKeyConfirmsAChangedRow() throws {
    _ = try mirror(".", "wip\ta1b2c3\n")
    _ = try run(in: ".", "dead", "-l", "./branches", "wip")
    _ = try mirror(".", "wip\td4\n")
    let session = try program.open("review", "-l", "./branches")
    session.wait { $0.contains("dead") && $0.contains("when it was a1b2c3") }
    session.send("=")
    session.waitForStatus("1 of 1 decided")
    session.send("q" + Key.controlD)
    session.expectEnd(.code(0))
    #expect(try run(in: ".", "show", "-l", "./branches", "--dead").status == .code(0))
  }

  @Test(arguments: [["run", "--all", "--", "true"], ["import", "--mirror", "-"]])
  func commandsWithEffectsRequireAList(words: [String]) throws {
    let environment = program.environment.setting(["TARGETS_LIST": "default"])
    let run = try ProgramRun(program.path, words, input: .text("a\n"), environment: environment)
    #expect(run.status == .code(2))
    #expect(run.error.contains("requires a list: -l ./NAME or -l NAME"))
  }

  @Test func aFileHasItsOwnListAndAPipeTheDefaultList() throws {
    _ = try program.environment.home.write("main\n", to: "one.txt")
    _ = try program.environment.home.write("main\n", to: "two.txt")
    let session = try program.open("one.txt")
    session.wait { $0.contains("main") }
    session.send(":dead main" + Key.enter)
    session.waitForStatus("main decided: dead")
    session.send(Key.controlD)
    session.expectEnd(.code(0))
    #expect(try run(in: ".", "show", "--dead", "--input", "one.txt").output.contains("main"))
    #expect(try run(in: ".", "show", "--dead", "--input", "two.txt").output == "")
    #expect(try run(in: ".", "show", "-l", "./one.txt", "--dead").output.contains("main"))
    let piped = try program.open(input: .text("main\n"))
    piped.wait { $0.contains("main") }
    piped.send(":dead main" + Key.enter)
    piped.waitForStatus("main decided: dead")
    piped.send(Key.controlD)
    piped.expectEnd(.code(0))
    #expect(try run(in: ".", "show", "--dead").output.contains("main"))
    #expect(try run(in: ".", "undo").status == .code(0))
    #expect(try run(in: ".", "show", "--dead").output == "")
  }

  @Test(arguments: [
    ("a/b", "a path starts with ./, ../ or /; use ./a/b"),
    ("./", "./ is a folder; name a list in it, such as ./branches"),
    ("..", ".. is a folder"), ("1:b", "a list name cannot contain a colon: 1:b"),
  ])
  func invalidListsAreRefused(list: String, reason: String) throws {
    let run = try run(in: ".", "show", "-l", list)
    #expect(run.status == .code(2))
    #expect(run.error.contains(reason))
  }

  @Test func anUnknownListSuggestsASimilarOne() throws {
    try make("a/.git", "a/src")
    _ = try run(in: "a", "add", "-l", "./branches", "x")
    _ = try run(in: "a", "add", "-l", "hosts", "x")
    #expect(
      try run(in: "a/src", "show", "-l", "./branches").error
        == "targets: show: no list “./src/branches”; did you mean “../branches”?\n"
    )
    #expect(
      try run(in: "a", "log", "-l", "hots").error
        == "targets: log: no list “hots”; did you mean “hosts”?\n")
  }

  @Test func aFolderThatWasMovedIsFollowed() throws {
    try make("a/.git", "a/src", "c/.git")
    _ = try run(in: "a/src", "add", "-l", "./branches", "x")
    rename(program.environment.home.path("a"), program.environment.home.path("b"))
    #expect(try run(in: "b/src", "show", "-l", "./branches").status == .code(2))
    #expect(
      try run(in: ".", "lists", "--move", "a", "b").error == "lists: 1 list moved\n")
    #expect(try run(in: "b/src", "show", "-l", "./branches").output.contains("x"))
    #expect(try run(in: ".", "lists", "--move", "a", "b").status == .code(1))
    // If a repository is created above it, the list is found as a list of that place.
    try make("o")
    _ = try run(in: "o", "add", "-l", "./y", "row")
    try make(".git")
    let hidden = try run(in: "o", "show", "-l", "./y")
    let (home, folder) = (try canonical("."), try canonical("o"))
    #expect(
      hidden.error
        == "targets: show: no list “./o/y” in \(home); a list of that path belongs to \(folder), as before a "
        + "repository was made or deleted; move it: targets lists --move \(folder) \(folder)\n")
    #expect(hidden.status == .code(2))
    #expect(try run(in: ".", "lists", "--move", "o", "o").status == .code(0))
    #expect(try run(in: "o", "show", "-l", "./y").output.contains("row"))
    _ = try run(in: "c", "add", "-l", "./src/branches", "y")
    let taken = try run(in: ".", "lists", "--move", "c", "b")
    #expect(taken.status == .code(2) && taken.error.contains("already"))
  }

  /// A linked worktree has the lists of the main one.
  @Test func aPathThatMovedInALinkedWorktreeIsFollowed() throws {
    let script = """
      git init -q h; cd h; git -c user.name=A -c user.email=a@example.com commit -q --allow-empty -m x
      git worktree add -q ../w
      """
    let made = try ProgramRun(
      "/bin/sh", ["-ec", script], environment: program.environment,
      directory: program.environment.home.path)
    #expect(made.status == .code(0), "\(made.error)")
    try make("w/d")
    _ = try run(in: "w", "add", "-l", "./d/k", "a")
    rename(program.environment.home.path("w/d"), program.environment.home.path("w/e"))
    #expect(try run(in: "w", "lists", "--move", "d", "e").error == "lists: 1 list moved\n")
    #expect(try run(in: "w", "show", "-l", "./e/k").output.contains("a"))
  }

  @Test func aListThatLeavesItsFolderIsReported() throws {
    try make("a/.git")
    _ = try run(in: "a", "add", "-l", "./x", "row")
    #expect(try run(in: "a", "lists", "--rename", "./x", "./y").error == "")
    let left = try run(in: "a", "lists", "--rename", "./y", "z")
    let folder = try #require(realpath(program.environment.home.path("a"), nil))
    defer { free(folder) }
    #expect(left.error == "lists: z no longer belongs to \(String(cString: folder))\n")
    #expect(left.status == .code(0))
  }

  @Test func theNewPathOfAMovedFolderMustExist() throws {
    _ = try run(in: ".", "add", "-l", "./x", "row")
    let moved = try run(in: ".", "lists", "--move", ".", "nowhere")
    #expect(
      (moved.status, moved.error) == (
        .code(2), "targets: lists: --move: nowhere: no such file or folder; move it first\n"
      ))
  }

  @Test("Move: each error of the system is reported as what it is")
  func moveToAPathThatCannotBeReached() throws {
    _ = try run(in: ".", "add", "-l", "./x", "row")
    let long = String(repeating: "x", count: 300)
    let moved = try run(in: ".", "lists", "--move", ".", long)
    #expect(
      (moved.status, moved.error) == (
        .code(2), "targets: lists: --move: \(long): File name too long\n"
      ))
  }

  @Test("Copy: all lists that are in the way are named, and the advice is a line of a shell")
  func listsOfAFolderThatAreInTheWay() throws {
    let cluster = try PostgresCluster.shared.get()
    let address = cluster.address(of: try cluster.makeDatabase())
    #expect(try run(in: ".", "store", "create", "--store", address).status == .code(0))
    let store = program.environment.home.path(".local/share/targets/targets.db")
    _ = try run(in: ".", "add", "-l", "./it's a list", "row")
    let one = try run(in: ".", "store", "copy", store, address)
    #expect(one.error.contains("; give it a name first: targets lists --rename '/"), "\(one.error)")
    #expect(one.error.contains(#"it'\''s a list' NAME"#))
    _ = try run(in: ".", "add", "-l", "./x", "row")
    let two = try run(in: ".", "store", "copy", store, address)
    #expect(two.error.contains("/it's a list, /"), "\(two.error)")
    #expect(
      two.error.contains(
        "/x: lists of places belong to one machine; give each a name first, as in "))
    #expect(two.error.split(separator: "\n").count == 1)
    #expect(two.status == .code(2))
  }

  @Test func aListOfAFolderIsCopiedToAServerOnlyWithAName() throws {
    let cluster = try PostgresCluster.shared.get()
    let address = cluster.address(of: try cluster.makeDatabase())
    #expect(try run(in: ".", "store", "create", "--store", address).status == .code(0))
    _ = try run(in: ".", "add", "-l", "./x", "row")
    let store = program.environment.home.path(".local/share/targets/targets.db")
    let refused = try run(in: ".", "store", "copy", store, address)
    #expect(refused.status == .code(2))
    #expect(
      refused.error.contains("a list of a place belongs to one machine; give it a name first"),
      "\(refused.error)")
    #expect(try run(in: ".", "lists", "--rename", "./x", "x").status == .code(0))
    #expect(try run(in: ".", "store", "copy", store, address).output == "copy: x: 1 row copied\n")
  }

  @Test func aListOfAFolderIsRefusedOnAServer() throws {
    let cluster = try PostgresCluster.shared.get()
    let address = cluster.address(of: try cluster.makeDatabase())
    for list in [["-l", "./x"], []] {
      let run = try ProgramRun(
        program.path, ["show", "--format", "sections", "--store", address] + list,
        environment: program.environment)
      #expect(run.status == .code(2))
      #expect(run.error.contains(list.isEmpty ? "use -l NAME" : "give it a name"))
    }
  }
}
