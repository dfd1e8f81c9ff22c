import Foundation
import Glibc
import LibraryTestSupport
import TestSupport
import Testing

/// `targets run` by several people or terminals at once: each command is started only once.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct RunTogetherTests {
  private static let rows = (100..<200).map { "row \($0)" }

  /// Writes a line when it starts, waits for the file `go`, and writes its row.
  ///
  /// The wait ends when the folder of a failed test is removed, and not with the terminal of a killed run.
  private static let command = [
    "sh", "-c",
    """
    trap '' HUP; echo "run $RUN" >>started; until [ -e go ] || [ ! -d "$PWD" ]; do sleep 0.01; done; echo "$1" >>ran
    """,
    "sh", "{}",
  ]

  private func program(onServer: Bool) throws -> Program {
    guard onServer else { return try Program(["TARGETS_LIST": "default"]) }
    let cluster = try PostgresCluster.shared.get()
    let program = try Program([
      "TARGETS_STORE": cluster.address(of: cluster.makeDatabase()), "TARGETS_LIST": "default",
    ])
    #expect(try program.run("store", "create").status == .code(0))
    return program
  }

  private func lines(of file: String, _ program: Program) -> [String] {
    let path = program.environment.home.path(file)
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// What was run for the rows of a list is not stored in another list of its name, nor forgotten without a word.
  @Test(arguments: [false, true], [false, true])
  func aRunIsAboutOneList(onServer: Bool, isMadeAgain: Bool) throws {
    let program = try program(onServer: onServer)
    _ = try program.run("import", "-", input: .text("a\nb\nc\n"))
    let again =
      "\(program.path) lists --delete default --yes; printf 'a\\nb\\nc\\n' | \(program.path) import -"
    let script = isMadeAgain ? again : "\(program.path) lists --rename default other"
    let run = try program.run(
      "run", "-l", "default", "--all", "--yes", "--", "sh", "-c", script, "sh", "{}")
    #expect(run.status == .code(2))
    #expect(
      run.error.contains("may not be stored: list “default” was renamed, deleted or replaced"))
    let list = isMadeAgain ? "default" : "other"
    #expect(try program.run("show", "-l", list, "--succeeded").status == .code(1))
  }

  @Test(arguments: [false, true], [(2, 1), (2, 3), (2, 16), (4, 1), (4, 3), (4, 16)])
  func eachCommandIsStartedOnce(onServer: Bool, runs: (count: Int, jobs: Int)) throws {
    let program = try program(onServer: onServer)
    _ = try program.run("import", "-", input: .text(Self.rows.joined(separator: "\n")))
    // No command ends before each run has started one.
    let script = """
      count=$1; shift
      for number in $(seq "$count"); do RUN=$number "$@" >out 2>"error$number" & pids="$pids $!"; done
      until [ "$(sort -u started 2>/dev/null | wc -l)" = "$count" ] || [ ! -d "$PWD" ]; do sleep 0.01; done
      : >go
      for pid in $pids; do wait "$pid" || echo "status $?"; done
      """
    let run = try ProgramRun(
      "/bin/sh",
      [
        "-c", script, "sh", "\(runs.count)", program.path, "run", "-l", "default", "--all", "-j",
        "\(runs.jobs)",
      ]
        + ["--"] + Self.command,
      environment: program.environment, directory: program.environment.home.path)
    #expect((run.output, run.error) == ("", ""))
    #expect(lines(of: "ran", program).sorted() == Self.rows)
    #expect(
      try program.run("show", "--succeeded", "--format", "names").output.count == Self.rows.count
        * 8)
    for number in 1...runs.count {
      let errors = lines(of: "error\(number)", program)
      #expect(errors.allSatisfy { $0.contains("run: skipped: ") && $0.contains(" claimed by ") })
    }
  }

  /// A failed command is retried by the next run, but not by a concurrent one.
  @Test(arguments: [false, true])
  func aRunDoesNotRetryFailuresOfAConcurrentRun(onServer: Bool) throws {
    let program = try program(onServer: onServer)
    _ = try program.run("import", "-", input: .text(Self.rows.prefix(40).joined(separator: "\n")))
    let script = """
      rm -f started go
      RUN=1 "$@" 2>error1 & first=$!
      RUN=2 "$@" 2>error2 & second=$!
      until [ "$(sort -u started 2>/dev/null | wc -l)" = 2 ] || [ ! -d "$PWD" ]; do sleep 0.01; done
      : >go
      wait $first; echo $?; wait $second; echo $?
      """
    let command = ["sh", "-c", Self.command[2] + "; exit 3", "sh", "{}"]
    func run() throws -> ProgramRun {
      try ProgramRun(
        "/bin/sh",
        ["-c", script, "sh", program.path, "run", "-l", "default", "--all", "-j", "2", "--"]
          + command,
        environment: program.environment, directory: program.environment.home.path)
    }
    #expect(try run().output == "1\n1\n")
    #expect(lines(of: "ran", program).sorted() == Array(Self.rows.prefix(40)))
    #expect(try run().output == "1\n1\n")
    #expect(lines(of: "ran", program).count == 80)
  }

  @Test(arguments: [false, true])
  func rowsOfAnotherRunAreSkippedAndReported(onServer: Bool) async throws {
    let program = try program(onServer: onServer)
    _ = try program.run("add", "a", "b", "c")
    _ = try program.run("dead", "a", "b")
    let words = ["--dead", "-j", "2", "--"] + Self.command
    let session = try program.open(["run", "--yes", "-l", "default", "--as", "ann"] + words)
    await eventually { lines(of: "started", program).count == 2 }
    for extra in [[], ["-n"], ["--again"]] {
      let other = try ProgramRun(
        program.path, ["run", "-l", "default"] + extra + words, environment: program.environment,
        directory: program.environment.home.path)
      #expect(other.error == "targets: run: skipped: 2 claimed by ann\n")
      #expect((other.status, other.output) == (.code(0), ""))
    }
    // Another command, and another row, can be claimed.
    #expect(try program.run("run", "-l", "default", "--dead", "--", "echo").output == "a\nb\n")
    try program.environment.home.write("", to: "go")
    #expect(session.waitForExit() == .code(0))
    #expect(lines(of: "ran", program).sorted() == ["a", "b"])
    let last = try ProgramRun(
      program.path, ["run", "-l", "default", "--all", "--"] + Self.command,
      environment: program.environment,
      directory: program.environment.home.path)
    #expect((last.status, last.error) == (.code(0), "targets: run: skipped: 2 done before\n"))
    #expect(lines(of: "ran", program).sorted() == ["a", "b", "c"])
  }

  /// A store in a file shows at once that a run has ended, in any way.
  @Test func rowsOfAKilledRunAreRetriedOnlyOnRequest() async throws {
    let program = try program(onServer: false)
    _ = try program.run("add", "a", "b", "c", "d")
    let words = ["run", "--yes", "-l", "default", "--all", "-j", "3", "--"] + Self.command
    let session = try program.open(words)
    await eventually { lines(of: "started", program).count == 3 }
    session.signal(SIGKILL)
    session.waitForExit()
    func again(_ extra: String...) throws -> ProgramRun {
      try ProgramRun(
        program.path, ["run"] + extra + words.dropFirst(), environment: program.environment,
        directory: program.environment.home.path)
    }
    // Its commands continue, so their rows are still claimed. The other rows that it had claimed
    // are not started.
    let beside = try again("--retry-unknown")
    #expect(beside.error.hasPrefix("targets: run: skipped: 4 claimed by "))
    #expect(lines(of: "started", program).count == 3)
    try program.environment.home.write("", to: "go")
    await eventually { lines(of: "ran", program).count == 3 }
    await eventually { (try? again().error)?.contains("claimed") == false }
    let careful = try again()
    #expect(careful.status == .code(1))
    #expect(
      careful.error
        == "targets: run: skipped: 4 unknown: a run ended or was released before their outcomes were stored; "
        + "check them, then use --retry-unknown\n")
    #expect(lines(of: "started", program).count == 3)
    let retried = try again("--retry-unknown")
    #expect((retried.status, retried.error) == (.code(0), ""))
    #expect(lines(of: "started", program).count == 7)
    #expect(Set(lines(of: "ran", program)) == ["a", "b", "c", "d"])
  }

  /// A command that closes the descriptors it inherits still holds its row.
  @Test func aCommandThatClosesItsDescriptorsHoldsItsRow() async throws {
    let program = try program(onServer: false)
    _ = try program.run("add", "a")
    let script = """
      import os, signal, subprocess
      signal.signal(signal.SIGHUP, signal.SIG_IGN)
      os.closerange(3, 1000)
      open("started", "a").write("1\\n")
      subprocess.run(["sh", "-c", 'until [ -e go ] || [ ! -d "$PWD" ]; do sleep 0.01; done'])
      """
    let words = [
      "run", "--yes", "-l", "default", "--all", "--allow-shell", "--", "python3", "-c", script,
      "{}",
    ]
    let session = try program.open(words)
    await eventually { lines(of: "started", program).count == 1 }
    session.signal(SIGKILL)
    session.waitForExit()
    let beside = try ProgramRun(
      program.path, words, environment: program.environment,
      directory: program.environment.home.path)
    #expect(beside.error.contains("1 claimed by "))
    // A user who knows that the command hangs can release its claim.
    let why = try program.run("why", "-l", "default", "a").output
    let number = try #require(why.firstRange(of: ", as run ").map { why[$0.upperBound...] })
    let released = try program.run(
      "run", "-l", "default", "--release", String(number.prefix { $0.isNumber }))
    #expect(released.error == "run: 1 row released; its outcome is unknown\n")
    #expect(try program.run("why", "-l", "default", "a").output.contains(": unknown: a run"))
    try program.environment.home.write("", to: "go")
    #expect(lines(of: "started", program).count == 1)
  }
}
