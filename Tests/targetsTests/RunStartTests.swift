import Foundation
import Glibc
import TestSupport
import Testing

/// A command that cannot be started has no outcome for any row.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct RunStartTests {
  private let program: Program

  init() throws {
    program = try Program()
    _ = try program.run("add", "a", "b", "c")
  }

  private var home: TemporaryDirectory { program.environment.home }

  private func write(_ text: String, to file: String, mode: mode_t = 0o755) throws {
    try home.write(text, to: file)
    chmod(home.path(file), mode)
  }

  @Test(
    arguments: ["1", "2"],
    [
      ("no-such-program", "no-such-program: command not found"),
      ("./missing", "./missing: No such file or directory"),
      ("./missing/x", "./missing/x: No such file or directory"),
      ("./plain/x", "./plain/x: Not a directory"), ("./plain", "./plain: Permission denied"),
      ("./folder", "./folder: Permission denied"), ("/", "/: Permission denied"),
      ("./fifo", "./fifo: Permission denied"), ("./noise", "./noise: Exec format error"),
      ("./script", "./script: interpreter not found"),
      ("in-path", "in-path: Permission denied"),
      ("./loop", "./loop: Too many levels of symbolic links"),
    ])
  func whatCannotBeStartedStopsTheRunAndIsNoFailureOfARow(
    jobs: String, command: (word: String, complaint: String)
  ) throws {
    try write("text", to: "plain", mode: 0o644)
    try write("\u{1}\u{2}\u{3}", to: "noise")
    try write("#!/no/such/interpreter\n", to: "script")
    mkdir(home.path("folder"), 0o755)
    mkfifo(home.path("fifo"), 0o755)
    symlink("loop", home.path("loop"))
    mkdir(home.path("bin"), 0o755)
    try write("text", to: "bin/in-path", mode: 0o644)
    let environment = program.environment.setting(["PATH": "\(home.path("bin")):/usr/bin:/bin"])
    let run = try ProgramRun(
      program.path, ["run", "-l", "./default", "--all", "-j", jobs, "--", command.word],
      environment: environment,
      directory: home.path)
    #expect(run.error == "targets: run: \(command.complaint); nothing was run\n")
    #expect((run.status, run.output) == (.code(2), ""))
    let rows = try program.run("show", "--format", "ndjson").output
    #expect(rows.split(separator: "\n").count == 3)
    #expect(!rows.contains("outcomes"))
  }

  /// A folder such as `.` may hold anybody's programs.
  @Test(arguments: [
    ".:/usr/bin:/bin", ":/usr/bin:/bin", "/usr/bin:/bin:", "/usr/bin:bin:/bin", ".",
  ])
  func noProgramIsFoundInAFolderThatIsNotAbsolute(path: String) throws {
    for folder in ["", "bin/"] {
      try home.write("#!/bin/sh\n: >ran\n", to: folder + "draft")
      _ = try ProgramRun(
        "/usr/bin/install", [home.path(folder + "draft"), home.path(folder + "own")])
    }
    try home.write("#!/bin/sh\nown\n", to: "draft")
    _ = try ProgramRun("/usr/bin/install", [home.path("draft"), home.path("calls")])
    let environment = program.environment.setting(["PATH": path, "EDITOR": "own"])
    func run(_ words: String..., input: ProgramRun.Input = .empty) throws -> ProgramRun {
      try ProgramRun(
        program.path, words, input: input, environment: environment, directory: home.path)
    }
    #expect(
      try run("run", "-l", "./default", "--all", "--", "own").error
        == "targets: run: own: command not found; nothing was run\n")
    #expect(try run("run", "-l", "./default", "--all", "--", "./calls").status == .code(1))
    _ = try run("new", "./source", "--source", "own")
    #expect(try run("refresh", "-l", "./source").status == .code(2))
    #expect(try run("recipe", "-l", "./source", "--edit").status == .code(2))
    _ = try run("--commands", "-", "--allow-shell", "-l", "./default", input: .text("a\n:! own\n"))
    #expect(access(home.path("ran"), F_OK) != 0)
  }

  @Test func rowsRunEarlierAreCounted() throws {
    // It deletes itself at the second run, and fails.
    try write("#!/bin/sh\n[ -e ran ] && rm \"$0\" && exit 1\n: >ran\n", to: "twice")
    let run = try program.run("run", "-l", "./default", "--all", "--", "./twice")
    #expect(run.status == .code(2))
    #expect(
      run.error.hasSuffix("targets: run: ./twice: No such file or directory; 2 rows were run\n"))
    #expect(try program.run("show", "--succeeded", "--format", "names").output == "a\n")
    #expect(try program.run("show", "--failed", "--format", "names").output == "b\n")
    // The failed row keeps its outcome.
    let again = try program.run("run", "-l", "./default", "--all", "--", "./twice")
    #expect(
      again.error == "targets: run: skipped: 1 done before\n"
        + "targets: run: ./twice: No such file or directory; nothing was run\n")
    #expect(try program.run("show", "--failed", "--format", "names").output == "b\n")
    #expect(
      try program.run("show", "--failed", "--format", "ndjson").output.contains(#""status":1"#))
  }

  /// The commands of a recipe are one run.
  @Test func rowsOfEarlierCommandsAreCounted() throws {
    _ = try program.run("new", "k", "--on", "dead", "true", "--on", "ok", "./missing")
    _ = try program.run("add", "-l", "k", "a", "b")
    _ = try program.run("dead", "-l", "k", "a")
    _ = try program.run("ok", "-l", "k", "b")
    let run = try program.run("run", "-l", "k", "--decided")
    #expect(run.status == .code(2))
    #expect(run.error == "targets: run: ./missing: No such file or directory; 1 row was run\n")
  }

  @Test func aRowThatIsTooLongForACommandHasNoOutcome() throws {
    _ = try program.run("note", "b", String(repeating: "x", count: 4_000))
    let long = Array(repeating: "{note}", count: 40).joined()
    _ = try program.run("note", "a", "y")
    _ = try program.run("dead", "a", "b")
    let run = try program.run("run", "-l", "./default", "--dead", "--", "true", long)
    #expect(run.status == .code(2))
    #expect(run.error == "targets: run: true: Argument list too long; 1 row was run\n")
    #expect(try program.run("show", "--failed", "--format", "names").output == "")
    #expect(try program.run("show", "--succeeded", "--format", "names").output == "a\n")
  }

  /// What the store has not kept is said to have run, because it has.
  @Test func aCommandThatHasEndedIsNotSaidToHaveChangedNothing() throws {
    // Between the command and the program there is the process that watches over it.
    try write(
      "#!/bin/sh\nprlimit --pid \"$(cut -d ' ' -f 4 /proc/$PPID/stat)\" --fsize=1\n", to: "fill")
    let script = """
      trap '' XFSZ
      exec "$0" run -l ./default a --yes -- ./fill {}
      """
    let run = try ProgramRun(
      "/bin/bash", ["-c", script, program.path], environment: program.environment,
      directory: home.path)
    #expect(run.status == .code(2))
    #expect(
      run.error.hasPrefix("targets: run: a command has ended, but its outcome may not be stored: "),
      "\(run.error)")
    #expect(run.error.contains("disk full") && !run.error.contains("nothing was run"))
  }
}
