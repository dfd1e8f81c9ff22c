import TestSupport
import Testing

/// `targets lists` renames and deletes lists.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ListsCommandTests {
  private let program: Program

  init() throws {
    program = try Program()
    for list in ["a", "b"] {
      _ = try program.run("import", "-l", list, "-", input: .text("1\n2\n3\n"))
      _ = try program.run("dead", "-l", list, "-m", "why", "1")
      _ = try program.run("run", "-l", list, "--dead", "--", "true")
    }
  }

  @Test func onlyTheNamedListIsDeleted() throws {
    let refusal = try program.run("lists", "--delete", "a")
    #expect(refusal.status == .code(2) && refusal.error.contains("requires --yes"))
    for (answer, status) in [("n", Int32(1)), ("y", 0)] {
      let session = try program.open("lists", "--delete", "a")
      session.wait { $0.contains("This cannot be undone.") }
      #expect(session.screen.contains("Delete a with 3 rows, all decisions and the log?"))
      session.send(answer + "\n")
      #expect(session.waitForExit() == .code(status))
    }
    #expect(try program.run("lists").output == "b\t\t3\t2\t1\t0\n")
    #expect(try program.run("store", "check").status == .code(0))
    // A later list with that name has none of the earlier rows.
    _ = try program.run("add", "-l", "a", "1")
    #expect(try program.run("show", "-l", "a", "--open", "--format", "names").output == "1\n")
    #expect(try program.run("log", "-l", "a").output.split(separator: "\n").count == 1)
    #expect(try program.run("run", "-l", "a", "--all", "-n", "--", "true").output == "true 1\n")
    #expect(try program.run("log", "-l", "b").output.contains("(why)"))
  }

  @Test func aListIsRenamed() throws {
    #expect(try program.run("lists", "--rename", "a", "c").status == .code(0))
    #expect(try program.run("show", "-l", "c", "--dead", "--format", "names").output == "1\n")
    let taken = try program.run("lists", "--rename", "b", "c")
    #expect(taken.status == .code(2))
    #expect(taken.error == "targets: lists: list “c” already exists; nothing was changed\n")
    // An operation that does not apply to a store leaves it usable.
    let created = try program.run("store", "create", "--store", "x.db")
    #expect(
      created.error
        == "targets: store: x.db: the first edit creates a store in a file; there is nothing to do\n"
    )
  }

  @Test(arguments: [
    ["--delete", "x"], ["--rename", "x", "y"], ["--rename", "a"], ["--yes"],
    ["--delete", "a", "--move", "x", "y"], ["--delete", "a:b"], ["--rename", "a", "x/y"],
    ["--rename", "a", "x:y"],
  ])
  func wrongUsageChangesNothing(arguments: [String]) throws {
    let run = try ProgramRun(
      program.path, ["lists"] + arguments, environment: program.environment,
      directory: program.environment.home.path)
    #expect(run.status == .code(2))
    #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
    #expect(try program.run("lists").output.split(separator: "\n").count == 2)
  }
}
