import Foundation
import Glibc
import TestSupport
import Testing

/// Rows in input order or in the order of a column: in commands, on the screen, in plain mode and
/// in review.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct RowOrderProgramTests {
  private let program: Program

  private static let sizes = "name,size,who\nx,10,b\ny,9,a\nz,,c\nw,100,a\n"

  init() throws {
    program = try Program(["TARGETS_AS": "Ann"])
    try program.environment.home.write("c\na\nb\na\nd\n", to: "names")
    try program.environment.home.write(Self.sizes, to: "sizes.csv")
  }

  private func output(_ words: [String], input: String? = nil) throws -> String {
    let run = try ProgramRun(
      program.path, words, input: input.map { .text($0) } ?? .empty,
      environment: program.environment, directory: program.environment.home.path)
    return run.output.replacingOccurrences(of: "\n", with: " ")
      + (run.output == "" ? run.error : "")
  }

  @Test(arguments: [
    (["--order", "input"], "c a b d ", "c a b a d "), (["--no-sort"], "c a b d ", "c a b a d "),
    ([], "a b c d ", "a a b c d "), (["--locale", "C"], "a b c d ", "a a b c d "),
    (["--locale", "POSIX"], "a b c d ", "a a b c d "),
    // Lines are in the opposite order of the input, as in fzf; rows of a list, of the names.
    (["--tac"], "d c b a ", "d a b a c "),
    (["--order", "name", "--tac"], "d c b a ", "d c b a a "),
    (["--locale", "C", "--tac"], "d c b a ", "d c b a a "),
    (["--sections", "alphabet", "--tac"], "d c b a ", "d c b a a "),
    (["--order", "input", "--tac"], "d b a c ", "d a b a c "),
    (["--order=name:desc"], "d c b a ", "d c b a a "),
    (["--order=input:desc", "--tac"], "c a b d ", "c a b a d "),
  ])
  func ofNamesAndOfLines(options: [String], expected: String, lines: String) throws {
    let words = options + ["--format", "names"]
    #expect(try output(["-f", ""] + words + ["names"]) == lines)
    #expect(try output(words, input: "c\na\nb\na\nd\n") == expected)
    #expect(try output(["show", "--format", "sections", "--input", "names"] + words) == expected)
    _ = try output(["import", "-l", "t", "names"])
    let running = ["run", "-l", "t", "--all", "--input", "names"] + options + ["--", "echo"]
    #expect(try output(running) == expected)
  }

  @Test(arguments: [
    ("size", "y x w z "), ("size:desc", "w x y z "), ("who", "w y x z "), ("2:desc", "w x y z "),
    ("who:desc", "z x w y "),
  ])
  func ofAColumn(order: String, expected: String) throws {
    let words = ["--csv", "--order", order, "--format", "names"]
    #expect(try output(["-f", ""] + words + ["sizes.csv"]) == expected)
    #expect(
      try output(["show", "--format", "sections", "--input", "sizes.csv"] + words) == expected)
    if order.hasPrefix("2") { return }
    _ = try output(["import", "-l", "t", "--csv", "sizes.csv"])
    #expect(try output(["show", "-l", "t", "--order", order, "--format", "names"]) == expected)
    #expect(try output(["show", "-l", "t", "--order", order]) == expected)
    _ = try output(["recipe", "-l", "t", "--set", "order", order])
    #expect(try output(["show", "-l", "t", "--format", "names"]) == expected)
    #expect(try output(["show", "-l", "t", "--order", "name", "--format", "names"]) == "w x y z ")
  }

  @Test func ofAListIsThatOfItsLastMirror() throws {
    let input = ["show", "-l", "t", "--order", "input", "--format", "names"]
    _ = try output(["import", "-l", "t", "names"])
    #expect(
      try output(input)
        == "targets: show: --order input: t does not keep the order of its rows; to keep it, run targets "
        + "recipe -l t --set order input and import the rows again\n")
    #expect(
      try output(["show", "--format", "sections", "-l", "t", "--order", "foo"])
        == "targets: show: --order: t has no column “foo”; it has none\n")
    _ = try output(["recipe", "-l", "t", "--set", "order", "input"])
    _ = try output(["import", "-l", "t", "--mirror", "-"], input: "d\nq\nc\na\n")
    #expect(try output(["show", "-l", "t", "--format", "names"]) == "d q c a ")
    _ = try output(["add", "-l", "t", "b"])
    #expect(try output(input) == "d q c a b ")
    _ = try output(["undo", "-l", "t"])
    _ = try output(["undo", "-l", "t"])
    #expect(try output(input) == "a b c d ")
    _ = try output(["new", "empty", "--order", "input"])
    _ = try output(["add", "-l", "empty", "z", "y"])
    #expect(try output(["show", "-l", "empty", "--format", "names"]) == "z y ")
    #expect(
      try output(["show", "-l", "empty", "--sections", "alphabet", "--format", "names"]) == "y z ")
    _ = try output(["import", "-l", "other", "--order", "input", "names"])
    #expect(
      try output(["show", "-l", "other", "--order", "input", "--format", "names"]) == "c a b d ")
  }

  /// The snapshot of a long list also has an order, which later changes keep.
  @Test func aLongListOpensInOrder() throws {
    let count = 12_000
    let lines = (0..<count).map { "row \($0 * 7_919 % count)" }
    try program.environment.home.write(lines.joined(separator: "\n") + "\n", to: "many")
    _ = try output(["import", "-l", "t", "--order", "input", "many"])
    let words = ["show", "-l", "t", "--order", "input", "--format", "names"]
    let whole = lines.joined(separator: " ") + " "
    #expect(try output(words) == whole)
    _ = try output(["--refresh-snapshot", "-l", "t", "--order", "input"])
    #expect(try output(words) == whole)
    _ = try output(["add", "-l", "t", "last"])
    _ = try output(["drop", "-l", "t", lines[0]])
    let rest = lines.dropFirst().joined(separator: " ")
    #expect(try output(words) == rest + " last ")
    _ = try output(["undo", "-l", "t"])
    #expect(try output(words) == lines.joined(separator: " ") + " last ")
  }

  @Test(arguments: [
    (
      ["-f", "", "--csv", "--order", "sise", "sizes.csv"],
      "--order: sizes.csv has no column “sise”; did you mean “size”?"
    ),
    (
      ["-f", "", "--csv", "--order", "name ", "sizes.csv"],
      "--order: sizes.csv has no column “name ”; did you mean “name”?"
    ),
    (
      ["-f", "", "--order", "2", "names"],
      "--order: names has no column “2”; it has none"
    ),
    (
      ["-f", "", "--csv", "--order=-9223372036854775808", "sizes.csv"],
      "--order: sizes.csv has no column “-9223372036854775808”; it has “name”, “size”, “who”"
    ),
    (
      [
        "-f", "", "--delimiter", ",", "--name-column", "1", "--order", "9223372036854775807",
        "sizes.csv",
      ],
      "--order: sizes.csv has no column “9223372036854775807”; it has “1”, “2”, “3”"
    ),
    (
      ["-f", "", "--unsorted", "--order", "name", "names"],
      "these rows are printed as they come; --order cannot be used"
    ),
    (["-f", "", "--order", ":desc", "names"], "--order takes name, input, or a column"),
    (
      ["-f", "", "--order", "input", "--sections", "alphabet", "names"],
      "--sections alphabet requires --order name"
    ),
    (
      ["-f", "", "--order", "name", "--no-sort", "names"],
      "--no-sort cannot be combined with --order name"
    ),
    (
      ["-f", "", "--unsorted", "--tac", "names"],
      "these rows are printed as they come; --tac cannot be used"
    ),
    (
      ["-f", "", "--from", "demo:", "--order", "size"],
      "these rows are printed as they come; --order cannot be used"
    ),
  ])
  func wrongUseIsOneLine(words: [String], expected: String) throws {
    #expect(try output(words) == "targets: \(expected)\n")
  }

  @Test func sectionsOfAColumnStayInTheirOrder() throws {
    let words = [
      "-f", "", "--csv", "--section-column", "who", "--section-order", "c,a", "--order",
      "size:desc", "--format", "sections", "sizes.csv",
    ]
    #expect(try output(words) == "c    z a    w    y b    x ")
  }

  @Test func theScreenKeepsTheOrderWhileRowsChange() throws {
    _ = try output(["import", "-l", "t", "--order", "input", "names"])
    let session = try program.open(["-l", "t", "--order", "input"])
    session.wait { _ in session.rowsShown == ["c", "a", "b", "d"] }
    session.send("a" + Key.controlX + "k")
    session.send(Key.controlU)
    session.wait { _ in session.rowsShown == ["c", "b", "d"] }
    session.send(Key.controlX + "uy")
    session.wait { _ in session.rowsShown == ["c", "a", "b", "d"] }
    session.leave()
  }

  @Test func reviewFollowsTheOrder() throws {
    _ = try output(["import", "-l", "t", "--csv", "sizes.csv"])
    let session = try program.open(["review", "-l", "t", "--order", "size:desc"])
    session.wait { _ in session.rowsShown.first == "w     100  a" }
    session.send("ddd")
    session.waitForStatus("3 of 4")
    session.send("q")
    #expect(session.waitForExit() == .code(0))
    #expect(try output(["show", "-l", "t", "--open"]) == "z ")
  }

  @Test func anOpenListFollowsTheNextMirror() throws {
    _ = try output(["import", "-l", "t", "--order", "input", "names"])
    let session = try program.open(["-l", "t", "--order", "input"])
    session.wait { _ in session.rowsShown == ["c", "a", "b", "d"] }
    _ = try output(["import", "-l", "t", "--mirror", "-"], input: "b\nc\nnew\nd\na\n")
    session.wait { _ in
      session.rowsShown == ["b", "c", "new", "d", "a"]
    }
    _ = try output(["undo", "-l", "t"])
    session.wait { _ in session.rowsShown == ["c", "a", "b", "d"] }
    session.leave()
  }

  @Test("Order: lines of standard input have no columns, and it is called by its words")
  func orderOfLines() throws {
    let run = try program.run(["-f", "a", "--order", "size"], input: .text("a\n"))
    #expect(
      run.error == "targets: --order: standard input has no column “size”; it has none\n")
    #expect(run.status == .code(2))
  }
}

extension TerminalSession {
  /// The rows above the rule, without the symbols before them.
  fileprivate var rowsShown: [String] {
    screen.rows.dropLast(3).map { row in
      String(row.drop { !$0.isLetter }).trimmedAtEnd
    }.filter { !$0.isEmpty }
  }
}
