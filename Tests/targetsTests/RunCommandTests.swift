import Foundation
import Glibc
import LibraryTestSupport
import TestSupport
import Testing

/// `targets run` of the built program.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct RunCommandTests {
  private let program: Program

  init() throws {
    program = try Program()
    _ = try program.run("add", "--", "Arya", "Bran Stark", "Cersei", "-rf")
    _ = try program.run("dead", "Arya", "Bran Stark")
  }

  @Test func theCommandIsRunForEachRowThatMatches() throws {
    let run = try program.run("run", "-l", "./default", "--dead", "--", "printf", "<%s>\n")
    #expect(run.status == .code(0))
    #expect(run.output == "<Arya>\n<Bran Stark>\n")
    #expect(run.error == "")
    #expect(
      try program.run("run", "-l", "./default", "bran", "--", "echo", "a {} {}").output
        == "a Bran Stark Bran Stark\n")
  }

  @Test(arguments: [
    ["run", "-l", "./default", "--", "rm", "{}"], ["run", "-l", "./default", "--dead"],
    ["run", "-l", "./default", "--all", "--dead", "--", "true"],
    ["run", "-l", "./default", "--all", "x", "--", "true"],
    ["run", "-l", "./default", "--all", "-j", "0", "--", "true"],
    ["run", "-l", "./default", "--all", "--", ""],
  ])
  func withoutAFilterOrACommandItIsWrongUsage(arguments: [String]) throws {
    let run = try ProgramRun(program.path, arguments, environment: program.environment)
    #expect(run.status == .code(2))
    #expect(run.output == "")
  }

  @Test func aRowThatLooksLikeAnOptionIsRefusedByName() throws {
    let run = try program.run("run", "-l", "./default", "--all", "--", "echo")
    #expect(run.status == .code(1))
    #expect(run.output == "Arya\nBran Stark\nCersei\n")
    #expect(run.error.contains("targets: run: -rf: the name starts with -"))
    #expect(
      try program.run("run", "-l", "./default", "--all", "--", "echo", "--").output.contains(
        "-- -rf\n"))
    #expect(
      try program.run(
        "run", "-l", "./default", "--all", "--allow-dash", "--", "printf", "%s\n", "{}"
      ).status
        == .code(0))
  }

  @Test func factsAboutARowArePassedToTheCommand() throws {
    _ = try program.run(
      "import", "--list", "hosts", "--csv", "--id-column", "id", "--name-column", "host", "-",
      input: .text("id,host,owner\r\n7,db 1,ops team\r\n8,web,\r\n"))
    _ = try program.run("note", "--list", "hosts", "db 1", "ask first")
    let run = try program.run(
      "run", "--list", "hosts", "db", "--", "printf", "%s|%s|%s\n", "{id}", "{detail}",
      "{} ({note})")
    #expect(run.error == "")
    #expect(run.output == "7|ops team|db 1 (ask first)\n")
    let refused = try program.run("run", "--list", "hosts", "web", "--", "echo", "{detail}")
    #expect(refused.error.contains("web (ID 8): has no detail"))
    #expect(refused.status == .code(1))
  }

  /// Ctrl-C with several commands running: the next run does only what is left.
  @Test func rowsStoppedByControlCAreDoneByTheNextRun() async throws {
    let rows = (10..<40).map { "row \($0)" }
    _ = try program.run(
      "import", "--list", "k", "-", input: .text(rows.joined(separator: "\n")))
    let script =
      "[ \"$1\" '<' 'row 15' ] || [ -e go ] || { echo >>waiting; exec sleep 600; }; echo \"$1\" >>ran"
    let words = [
      "run", "--yes", "--list", "k", "--all", "-j", "3", "--", "bash", "-c", script, "x", "{}",
    ]
    let home = program.environment.home
    let session = try TerminalSession(
      program.path, words, environment: program.environment, directory: home.path)
    func lines(_ name: String) -> [String] {
      let text = try? String(contentsOfFile: home.path(name), encoding: .utf8)
      return (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map(String.init)
    }
    await eventually { lines("waiting").count == 3 && lines("ran").count == 5 }
    session.send(Key.controlC)
    #expect(session.waitForExit() == .code(130))
    #expect(session.screen.text.contains("run: interrupted: 5 done, "))
    #expect(lines("ran").sorted() == Array(rows.prefix(5)))
    try home.write("", to: "go")
    let again = try ProgramRun(
      program.path, words, environment: program.environment, directory: home.path)
    #expect(again.status == .code(0))
    #expect(again.error == "targets: run: skipped: 5 done before\n")
    #expect(lines("ran").sorted() == rows)
  }

  @Test(arguments: [[], ["-n"]])
  func aNameInAScriptIsRefusedByDefault(extra: [String]) throws {
    func run(_ words: String...) throws -> ProgramRun {
      try ProgramRun(
        program.path, ["run", "-l", "./default", "--dead"] + extra + words,
        environment: program.environment,
        directory: program.environment.home.path)
    }
    let shell = try run("--", "sh", "-c", "echo {} >>ran")
    #expect(shell.status == .code(2))
    #expect(shell.output == "")
    #expect(shell.error.contains(#"sh -c '… "$1"' sh {}"#))
    #expect(shell.error.contains("--allow-shell"))
    #expect(try run("--", "ssh", "host", "ls").status == .code(2))
    #expect(access(program.environment.home.path("ran"), F_OK) != 0)
    #expect(try run("--allow-shell", "--", "sh", "-c", "echo {} >>ran").status == .code(0))
    #expect((access(program.environment.home.path("ran"), F_OK) == 0) == extra.isEmpty)
  }

  @Test func aDryRunPrintsLinesForAShell() throws {
    let run = try program.run(
      "run", "-l", "./default", "--dead", "-n", "--", "git", "branch", "-D", "{}")
    #expect(run.output == "git branch -D Arya\ngit branch -D 'Bran Stark'\n")
    #expect(run.status == .code(0))
  }

  @Test(arguments: [[], ["-n"]])
  func rowsOfAnInputThatWereDroppedFromTheListAreSkipped(options: [String]) throws {
    let words = ["--input", "-", "--all"] + options + ["--", "echo"]
    _ = try program.run("drop", "Cersei")
    let run = try program.run(
      ["run", "-l", "./default"] + words, input: .text("Arya\nCersei\nYara\n"))
    #expect(run.output == (options.isEmpty ? "Arya\nYara\n" : "echo Arya\necho Yara\n"))
    #expect(run.error == "targets: run: skipped: 1 dropped from the list\n")
    #expect(run.status == .code(1))
    let unknown = try program.run(["run", "-l", "./defalt"] + words, input: .text("Arya\n"))
    #expect((unknown.status, unknown.output) == (.code(2), ""))
    #expect(unknown.error.contains("no list “./defalt”"), "\(unknown.error)")
  }

  @Test func failuresAreReportedByName() throws {
    let run = try program.run(
      "run", "-l", "./default", "--dead", "--", "sh", "-c", "[ \"$1\" = Arya ]", "sh")
    #expect(run.status == .code(1))
    #expect(run.error == "targets: run: Bran Stark: exit status 1\n")
    #expect(try program.run("run", "-l", "./default", "zzz", "--", "true").status == .code(1))
    #expect(
      try program.run("run", "-l", "./default", "--dead", "--", "echo", "{note}").error.contains(
        "Arya: has no note"))
  }

  /// For any other signal than Ctrl-C's, the exit status shows the signal, as in browsing.
  @Test(arguments: [
    (SIGINT, TestSupport.ExitStatus.code(130)), (SIGTERM, .signal(SIGTERM)),
    (SIGHUP, .signal(SIGHUP)),
  ])
  func aSignalReachesRunningCommandsAndStartsNoMore(
    signal: Int32, status: TestSupport.ExitStatus
  ) throws {
    let session = try program.open(
      "run", "--yes", "-l", "./default", "--dead", "--", "sh", "-c", "echo started; exec sleep 600")
    session.wait { $0.contains("started") }
    session.signal(signal)
    #expect(session.waitForExit() == status)
    #expect(session.screen.text.contains("Arya: killed by SIG"))
    #expect(session.screen.text.contains("run: interrupted: 0 done, 1 failed"))
  }

  /// Completed commands are not run again, and those that may have run are reported as unknown.
  @Test func afterAKillTheNextRunContinues() throws {
    let rows = (1...60).map { "row \($0)" }.sorted()
    let file = try program.environment.home.write(
      rows.joined(separator: "\n"), to: "names")
    _ = try program.run("import", "--list", "k", file)
    let script = "echo \"$1\" | tee -a ran; [ \"$1\" != 'row 5' ] || [ -e go ] || exec sleep 600"
    let words = [
      "run", "--yes", "--list", "k", "--all", "-j", "2", "--", "sh", "-c", script, "sh", "{}",
    ]
    func ran() -> [String] {
      let text = try? String(
        contentsOfFile: program.environment.home.path("ran"), encoding: .utf8)
      return (text ?? "").split(separator: "\n").map(String.init)
    }
    func listed(_ filter: String) throws -> Set<String> {
      let run = try program.run("show", "--list", "k", filter, "--format", "names")
      return Set(run.output.split(separator: "\n").map(String.init))
    }
    let session = try program.open(words)
    session.wait { _ in ran().count > 50 && ran().contains("row 5") }
    session.signal(SIGKILL)
    session.waitForExit()

    let before = ran()
    let (done, unknown) = (try listed("--succeeded"), try listed("--failed"))
    #expect(Set(before).count == before.count)
    // No command was started before its claim was on disk.
    #expect(Set(before).isSubset(of: done.union(unknown)))
    #expect(done.isSubset(of: before) && unknown.contains("row 5"))

    try program.environment.home.write("", to: "go")
    func again(_ extra: String...) throws -> ProgramRun {
      try ProgramRun(
        program.path, ["run"] + extra + words.dropFirst(), environment: program.environment,
        directory: program.environment.home.path)
    }
    let second = try again()
    #expect(second.status == .code(1))
    #expect(second.error.contains("skipped: \(unknown.count) unknown"))
    #expect(
      Set(ran().dropFirst(before.count)) == Set(rows).subtracting(done).subtracting(unknown))
    #expect(try again("--retry-unknown").status == .code(0))
    #expect(try listed("--succeeded").count == 60)
    #expect(try again().error == "targets: run: skipped: 60 done before\n")
    #expect(ran().count == before.count + 60 - done.count)
  }

  /// Commands that were not started are neither claimed nor failed.
  @Test(arguments: [
    (["-x"], 2, 1), (["--max-failures", "2"], 4, 2), (["--max-failures", "9"], 6, 3),
  ])
  func tooManyFailuresStopTheRun(options: [String], ran: Int, failed: Int) throws {
    _ = try program.run("add", "-l", "k", "1", "2", "3", "4", "5", "6")
    let words =
      ["run", "-l", "k", "--all"] + options
      + ["--", "sh", "-c", "echo $1; exit $(($1 % 2 == 0))", "sh", "{}"]
    let run = try ProgramRun(
      program.path, words, environment: program.environment,
      directory: program.environment.home.path)
    #expect(run.status == .code(1))
    #expect(run.output.split(separator: "\n").count == ran, "\(run.output)")
    let isStopped = run.error.contains(
      "run: stopped because of failures: \(ran - failed) done, \(failed) failed")
    #expect(isStopped == (ran < 6))
    #expect(
      try program.run("show", "-l", "k", "--failed", "--format", "names").output
        .split(separator: "\n").count == failed)
    let next = try program.run(
      "run", "-l", "k", "--all", "-n", "--", "sh", "-c", "echo $1; exit $(($1 % 2 == 0))", "sh",
      "{}")
    #expect(next.output.split(separator: "\n").count == 6 - ran + failed)
    #expect(next.status == .code(0), "\(next.error)")
  }

  @Test func controlCReachesACommandOnce() throws {
    let session = try program.open(
      "run", "--yes", "-l", "./default", "--dead", "--", "sh", "-c",
      "trap 'echo caught; n=$((n+1))' INT; echo started; while [ -z \"$n\" ]; do sleep 0.01; done; sleep 1; echo $n"
    )
    session.wait { $0.contains("started") }
    session.send(Key.controlC)
    #expect(session.waitForExit() == .code(130))
    #expect(session.screen.text.components(separatedBy: "caught").count == 2)
    #expect(session.screen.text.contains("1 done, 0 failed"))
  }

  @Test(arguments: 0..<4)
  func nothingIsStartedAfterControlC(round: Int) async throws {
    let path = program.environment.home.path("begun")
    let session = try program.open(
      "run", "--yes", "-l", "./default", "--all", "--allow-dash", "-j", "2", "--", "sh", "-c",
      "echo begun >>'\(path)'; exec sleep 1000")
    func count() -> Int {
      ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").count
    }
    await eventually { count() == 2 }
    session.send(Key.controlC)
    #expect(session.waitForExit() == .code(130))
    #expect(count() == 2)
  }

  @Test func aClosedOutputEndsTheRun() throws {
    let run = try ProgramRun(
      "/bin/sh",
      [
        "-c",
        "\"$0\" run -l ./default --all --allow-dash -j 2 -- sh -c 'echo a; sleep 1' x | true; echo ended",
        program.path,
      ],
      environment: program.environment)
    #expect(run.output == "ended\n")
  }

  @Test func progressIsShownOnATerminalAndErased() throws {
    let session = try program.open(
      "run", "--yes", "-l", "./default", "--dead", "-j", "2", "--", "sh", "-c",
      "sleep 0.2; echo out",
      output: .pipe)
    #expect(session.waitForExit() == .code(0))
    #expect(String(decoding: session.output, as: UTF8.self).contains("of 2 rows"))
    #expect(session.screen.text.split(whereSeparator: \.isWhitespace).isEmpty)
    #expect(String(decoding: session.standardOutput, as: UTF8.self) == "out\nout\n")
  }
}
