import TestSupport
import Testing

/// `-f QUERY --unsorted` does what `grep` would do with names.
@Suite(.ownThreads)
struct UnsortedPrintTests {
  private let names = "Sansa Stark\n Arya Stark \nCersei\nSansa Stark\nJose\u{301} Stark\n"

  @Test func namesStayInInputOrderWithRepeatedOnes() throws {
    let run = try Program().run("-f", "st", "--unsorted", input: .text(names))
    #expect(run.output == "Sansa Stark\n Arya Stark \nSansa Stark\nJose\u{301} Stark\n")
    #expect(run.status == .code(0))
    let all = try Program().run("-f", "", "--unsorted", "--print0", input: .text(names))
    #expect(
      all.output == "Sansa Stark\0 Arya Stark \0Cersei\0Sansa Stark\0Jose\u{301} Stark\0")
  }

  @Test func flagsFilterThem() throws {
    let program = try Program()
    _ = try program.run("dead", "--add", "Sansa Stark")
    let living = try program.run(
      "-f", "st", "--unsorted", "--not-dead", "--list", "./default", input: .text(names))
    #expect(living.output == "Arya Stark\nJose\u{301} Stark\n")
    let dead = try program.run(
      "-f", "cer", "--unsorted", "--dead", "--list", "./default", input: .text(names))
    #expect(dead.output == "")
    #expect(dead.status == .code(1))
  }

  @Test("Input: if all lines are skipped, one message is printed")
  func nothingButFaults() throws {
    let run = try Program().run("--format", "names", input: .bytes([0xFF, 0x0A]))
    #expect(run.error == "targets: input: 1 line skipped (1 not UTF-8: line 1)\n")
    #expect(run.status == .code(1))
  }

  @Test func namesArePrintedBeforeTheInputEnds() throws {
    let program = try Program()
    // The input continues only when the first name has been read; otherwise the test would not end.
    let script = """
      mkfifo more; { echo Arya; cat more; } | "$0" -f a --unsorted |
        { IFS= read -r name; echo "$name"; echo Brienne of Tarth and Alys >more; cat; }
      """
    let run = try ProgramRun(
      "/bin/sh", ["-c", script, program.path], environment: program.environment,
      directory: program.environment.home.path)
    #expect(run.output == "Arya\nBrienne of Tarth and Alys\n")
  }

  @Test(arguments: [
    (["--unsorted"], "requires -f"),
    (["-f", "a", "--unsorted", "--format", "csv"], "requires --format names"),
    (["-f", "a", "--unsorted", "--csv", "--id-column", "2"], "--id-column"),
    (["-f", "a", "--unsorted", "--search-details"], "--search-details"),
  ])
  func conflictingOptionsAreReported(arguments: [String], told: String) throws {
    let program = try Program()
    let run = try ProgramRun(
      program.path, arguments, input: .text(names), environment: program.environment)
    #expect(run.error.contains(told))
    #expect(run.output == "")
    #expect(run.status == .code(2))
  }
}
