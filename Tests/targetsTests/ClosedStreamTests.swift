import TestSupport
import Testing

/// A closed standard output is an error for every command that prints something.
@Suite(.ownThreads)
struct ClosedStreamTests {
  private static func lost(by arguments: [String]) -> String {
    let command = arguments.first.map { $0.hasPrefix("-") ? "" : "\($0): " } ?? ""
    return "targets: \(command)cannot write output: Bad file descriptor\n"
  }

  @Test(arguments: [
    ["show", "--format", "sections"], ["show", "--format", "csv"], ["show", "--format", "json"],
    ["show"], ["sections"], ["lists"], ["log"], ["log", "--format", "ndjson"],
    ["stats"], ["stats", "--format", "csv"], ["store", "check"], ["-f", "a"],
    ["-f", "a", "--unsorted"], ["pick", "-1"], ["--from", "demo:rows=3,delay=0"],
    ["--from", "demo:rows=3,delay=0", "--format", "csv"], ["--version"], ["--help"],
    ["help", "show"], ["manual"], ["shell", "bash"],
    ["run", "-l", "./default", "--all", "-n", "--", "true"], [],
  ])
  func lostOutputIsReported(arguments: [String]) throws {
    let program = try Program()
    let home = program.environment.home
    try home.write("Zoe\n", to: "names")
    _ = try program.run("add", "Ada")
    for closed: Set<Int32> in [[1], [0, 1]] {
      let isRead = !closed.contains(0) && ["-f", "pick", nil].contains(arguments.first)
      if closed.contains(0), ["-f", "pick", nil].contains(arguments.first) { continue }
      let run = try ProgramRun(
        program.path, arguments, input: isRead ? .text("Ada\n") : .empty,
        environment: program.environment, directory: home.path, closing: closed)
      #expect(run.status == .code(2), "\(arguments)")
      #expect(run.error == Self.lost(by: arguments), "\(arguments)")
      _ = try program.run("add", "Zora")
    }
    let all = try ProgramRun(
      program.path, arguments, input: .text("Ada\n"), environment: program.environment,
      directory: home.path, closing: [1, 2])
    #expect(all.status == .code(2), "\(arguments)")
  }

  /// What commands cannot write is no failure of their rows.
  @Test(arguments: ["1", "2"])
  func withAClosedOutputNothingIsRun(jobs: String) throws {
    let program = try Program()
    _ = try program.run("add", "a", "b")
    let run = try program.run(
      "run", "-l", "./default", "--all", "-j", jobs, "--", "echo", closing: [1])
    #expect(run.status == .code(2))
    #expect(
      run.error == "targets: run: cannot write output: Bad file descriptor; nothing was run\n")
    #expect(try !program.run("show", "--format", "ndjson").output.contains("outcomes"))
  }

  @Test(arguments: ["exec cat /dev/zero", "trap '' PIPE; until ! echo; do :; done; exit 1"])
  func aRowWhoseOutputNobodyReadsHasNotFailed(script: String) throws {
    let program = try Program()
    _ = try program.run("add", "a", "b", "c")
    _ = try ProgramRun(
      "/bin/sh",
      [
        "-c", "\"$0\" run -l ./default --all -- sh -c \"$1\" | head -c 1 >/dev/null",
        program.path, script,
      ], environment: program.environment, directory: program.environment.home.path)
    let rows = try program.run("show", "--format", "ndjson").output.split(separator: "\n")
    // The first one may have been done in part, so it is not run again by itself.
    #expect(rows.map { $0.contains("outcomes") } == [true, false, false])
    #expect(!rows[0].contains("\"status\""))
  }

  /// A command that prints nothing succeeds.
  @Test(arguments: [
    ["add", "Bo"], ["dead", "Ada"], ["note", "Ada", "text"], ["drop", "Ada"],
    ["import", "names"], ["import", "--mirror", "-l", "./default", "--force", "names"],
  ])
  func commandsWithoutOutputSucceed(arguments: [String]) throws {
    let program = try Program()
    _ = try program.run("add", "Ada")
    try program.environment.home.write("Zoe\n", to: "names")
    let run = try program.run(arguments, closing: [0, 1])
    #expect(run.status == .code(0), "\(arguments)")
    #expect(run.error == "" || arguments.first == "import", "\(run.error)")
  }
}
