import TestSupport
import Testing

/// A run for the rows of an input, whether or not the list has them.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct InputRunTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.environment.home.write("a\nb\nc\nd\n", to: "names")
    // The list of a file stores only the rows that someone edits.
    _ = try program.run("dead", "-l", "./names", "--add", "a")
  }

  private func run(_ words: String..., input: String? = nil) throws -> ProgramRun {
    let run = ["run", "-l", "./names", "--input", input == nil ? "names" : "-"]
    return try program.run(
      run + words + ["--", "echo", "{}"], input: input.map { .text($0) } ?? .empty)
  }

  @Test(arguments: [
    (["--open"], "b\nc\nd\n"), (["--all"], "a\nb\nc\nd\n"), (["--dead"], "a\n"),
    (["--not-dead"], "b\nc\nd\n"), (["c"], "c\n"),
  ])
  func rowsThatNobodyEditedAreRunLikeThoseThatShowPrints(words: [String], rows: String) throws {
    for input in [nil, "a\nb\nc\nd\n"] {
      let words = ["--input", input == nil ? "names" : "-"] + words
      let text = input.map { ProgramRun.Input.text($0) } ?? .empty
      let filter = words.filter { $0 != "--all" }
      let shown = try program.run(["show", "-l", "./names"] + filter, input: text)
      #expect(shown.output == rows, "\(shown.error)")
      let again = input == nil ? [] : ["--again"]
      let run = try program.run(
        ["run", "-l", "./names"] + words + again + ["--", "echo", "{}"], input: text)
      #expect(run.output == rows && run.status == .code(0), "\(run.error)")
      #expect(run.error == "")
    }
  }

  /// Each command is run once for a row, and the list has no more rows than before.
  @Test func theCommandIsRunOnceForARowThatTheListDoesNotHave() throws {
    #expect(try run("--open").output == "b\nc\nd\n")
    let again = try run("--open", input: "d\nc\nnew\n")
    #expect(again.output == "new\n" && again.error == "targets: run: skipped: 2 done before\n")
    #expect(try program.run("show", "-l", "./names").output == "a\n")
    #expect(try program.run("log", "-l", "./names", "b").output.contains("succeeded"))
    let why = try program.run("why", "-l", "./names", "b")
    #expect(why.output.contains("b in ./names: not in the list\n  echo '{}': succeeded on "))
    #expect(
      why.output.hasSuffix("  run would take it only from --input: it is not in the list\n"))
    let check = try program.run("store", "check")
    #expect(check.status == .code(0), "\(check.output)")
    // A row that is added, or decided, is in another state.
    _ = try program.run("ok", "-l", "./names", "--add", "b")
    #expect(try run("--ok").output == "b\n")
    #expect(try program.run("undo", "-l", "./names").status == .code(0))
    #expect(try run("--not-dead").error == "targets: run: skipped: 3 done before\n")
    #expect(try program.run("store", "check").status == .code(0))
  }

  @Test func aFailureIsTriedAgain() throws {
    let words = [
      "run", "-l", "./names", "--open", "--input", "names", "--", "sh", "-c",
      "[ $1 = b ] || [ -e go ]", "sh",
    ]
    let first = try program.run(words)
    #expect(first.status == .code(1))
    #expect(first.error.contains("c: exit status 1") && first.error.contains("d: exit status 1"))
    try program.environment.home.write("", to: "go")
    let second = try program.run(words)
    #expect(second.status == .code(0) && second.error == "targets: run: skipped: 1 done before\n")
  }

  /// An undo and a redo bring back only rows that people added.
  @Test(arguments: [[], ["--order", "input"]])
  func rowsThatOnlyRanDoNotComeIntoTheList(order: [String]) throws {
    let text = (0..<20_000).map { "row \($0)\n" }.joined()
    _ = try program.run(["import", "-l", "big"] + order + ["-"], input: .text(text))
    _ = try program.run("undo", "-l", "big")
    let words = ["run", "-l", "big", "--all", "--input", "-", "--", "echo"]
    #expect(try program.run(words, input: .text("x\ny\n")).output == "x\ny\n")
    _ = try program.run("redo", "-l", "big")
    #expect(try program.run("show", "-l", "big", "--limit", "1", "x").output == "")
    #expect(try program.run("lists", "--format", "csv").output.contains("big,,20000,"))
    let check = try program.run("store", "check")
    #expect(check.status == .code(0), "\(check.output)")
    let mirrored = try program.run(
      ["import", "--mirror", "-l", "big", "--force", "-"], input: .text("x\nrow 1\n"))
    #expect(mirrored.error == "import: 1 new, 19,999 gone, 0 changed, 1 unchanged\n")
    #expect(try program.run("store", "check").status == .code(0))
  }
}
