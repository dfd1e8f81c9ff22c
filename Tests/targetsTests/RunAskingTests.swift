import Foundation
import Glibc
import LibraryTestSupport
import TestSupport
import Testing

/// On a terminal, `targets run` describes what it will do, and asks.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct RunAskingTests {
  private let program: Program

  init() throws {
    program = try Program(["TARGETS_LIST": "default"])
    _ = try program.run("add", "a", "b", "c")
    _ = try program.run("dead", "a", "b", "c")
  }

  private static let command = [
    "run", "-l", "default", "--dead", "--", "sh", "-c", "echo $1 >>ran",
  ]
  private static let words = command + ["sh", "{}"]

  private func run() throws -> ProgramRun {
    try ProgramRun(
      program.path, Self.words, environment: program.environment,
      directory: program.environment.home.path)
  }

  private var ran: String {
    (try? String(contentsOfFile: program.environment.home.path("ran"), encoding: .utf8)) ?? ""
  }

  @Test func theQuestionNamesTheRowsAndTheCommand() throws {
    let session = try program.open(Self.words)
    session.wait { $0.contains("Run? [y, n, l to list]") }
    #expect(session.screen.text.contains("3 rows: sh -c 'echo $1 >>ran' sh NAME."))
    #expect(ran == "")
    session.send("l\n")
    session.wait { $0.text.components(separatedBy: "Run?").count == 3 }
    #expect(session.screen.text.contains("\na\nb\nc\n"))
    session.send("y\n")
    #expect(session.waitForExit() == .code(0))
    #expect(ran == "a\nb\nc\n")
  }

  @Test(arguments: ["n\n", "\n", "\u{4}"])
  func withoutAYesNothingIsRun(answer: String) throws {
    let session = try program.open(Self.words)
    session.wait { $0.contains("Run?") }
    session.send(answer)
    #expect(session.waitForExit() == .code(1))
    #expect(session.screen.text.contains("targets: run: nothing was run"))
    #expect(ran == "")
    // It claims nothing.
    #expect(try run().error == "")
  }

  @Test func controlCAtTheQuestionRunsNothing() throws {
    let session = try program.open(Self.words)
    session.wait { $0.contains("Run?") }
    session.send(Key.controlC)
    #expect(session.waitForExit() != .code(0))
    #expect(ran == "")
  }

  @Test func theQuestionCountsSkippedRows() throws {
    _ = try run()
    _ = try program.run("add", "d", "e")
    _ = try program.run("dead", "d", "e")
    _ = try program.run("drop", "e")
    _ = try program.run("add", "e")
    let session = try program.open(Self.words)
    session.wait { $0.contains("Run?") }
    // The text is longer than a line of the terminal.
    let text = session.screen.text.filter { !$0.isWhitespace }
    #expect(text.contains("skipped:1changedsincetheyweredecided,3donebefore.Run?"))
    session.send("y\n")
    #expect(session.waitForExit() == .code(0))
    #expect(ran == "a\nb\nc\nd\n")
    #expect(session.screen.text.components(separatedBy: "done before").count == 2)
  }

  /// A row that is decided differently during the question is left alone.
  @Test func rowsChangedDuringTheQuestionAreNotRun() throws {
    let session = try program.open(Self.words)
    session.wait { $0.contains("Run?") }
    _ = try program.run("reopen", "b")
    session.send("y\n")
    #expect(session.waitForExit() == .code(0))
    #expect(ran == "a\nc\n")
    #expect(session.screen.text.contains("skipped: 1 changed meanwhile"))
  }

  @Test func theFolderOfAListIsNamed() throws {
    _ = try program.run("add", "-l", "./here", "a")
    let session = try program.open(["run", "-l", "./here", "--all", "--", "echo"])
    session.wait { $0.contains("Run?") }
    let words = session.screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("1 row, in ") && words.contains(": echo NAME. Run?"))
    session.send("n\n")
    #expect(session.waitForExit() == .code(1))
  }

  /// Decisions are about what the last mirror has read.
  @Test func theAgeOfTheListIsReported() throws {
    _ = try program.run("import", "--mirror", "-l", "k", "-", input: .text("a\nb\n"))
    let session = try program.open(["run", "-l", "k", "--all", "--", "echo"])
    session.wait { $0.contains("2 rows, just read: echo NAME. Run?") }
    session.send("n\n")
    #expect(session.waitForExit() == .code(1))
  }

  @Test(arguments: [["--yes"], ["-n"]])
  func yesAndDryRunAskNothing(option: [String]) throws {
    let session = try program.open(["run"] + option + Self.words.dropFirst())
    #expect(session.waitForExit() == .code(0))
    #expect(!session.screen.text.contains("Run?"))
    #expect((ran == "a\nb\nc\n") == (option == ["--yes"]))
  }

  /// The commands of a recipe are one run.
  @Test func aNoAfterAYesSaysHowManyWereRun() throws {
    _ = try program.run("new", "k", "--on", "dead", "true", "--on", "ok", "echo")
    _ = try program.run("add", "-l", "k", "a", "b", "c")
    _ = try program.run("dead", "-l", "k", "a", "b")
    _ = try program.run("ok", "-l", "k", "c")
    let session = try program.open(["run", "-l", "k", "--decided"])
    session.wait { $0.contains("2 rows: true NAME. Run?") }
    session.send("y\n")
    session.wait { $0.contains("1 row: echo NAME. Run?") }
    session.send("n\n")
    #expect(session.waitForExit() == .code(1))
    #expect(
      session.screen.text.contains("run: nothing more was run; 2 rows were run before"))
  }

  // MARK: Edits meanwhile

  @Test(arguments: [false, true])
  func editingARowDuringItsCommandIsReported(onServer: Bool) async throws {
    var variables = ["TARGETS_LIST": "default"]
    if onServer {
      let cluster = try PostgresCluster.shared.get()
      variables["TARGETS_STORE"] = try cluster.address(of: cluster.makeDatabase())
    }
    let program = try Program(variables)
    if onServer { #expect(try program.run("store", "create").status == .code(0)) }
    _ = try program.run("add", "a", "b")
    let script = "touch started; until [ -e go ] || [ ! -d \"$PWD\" ]; do sleep 0.01; done"
    let session = try program.open([
      "run", "--yes", "-l", "default", "--as", "ann", "a", "--", "sh", "-c", script, "sh", "{}",
    ])
    await eventually { access(program.environment.home.path("started"), F_OK) == 0 }
    let edit = try program.run("dead", "a", "b")
    #expect(
      (edit.status, edit.error) == (
        .code(0), "targets: dead: a command is running for a, started by ann\n"
      ))
    #expect(try program.run("reopen", "b").error == "")
    try program.environment.home.write("", to: "go")
    #expect(session.waitForExit() == .code(0))
    #expect(try program.run("reopen", "a").error == "")
  }
}
