import Glibc
import TestSupport
import Testing

@Suite(.ownThreads)
struct ProgramRunTests {
  private func shell(
    _ script: String, input: ProgramRun.Input = .empty, closing: Set<Int32> = [],
    environment: ProgramEnvironment = ProgramEnvironment()
  ) throws -> ProgramRun {
    try ProgramRun(
      "/bin/sh", ["-c", script], input: input, environment: environment, closing: closing)
  }

  @Test func bothOutputsAndTheStatusAreKept() throws {
    let run = try shell("echo out; echo err >&2; exit 2")
    #expect(run.status == .code(2))
    #expect(run.output == "out\n")
    #expect(run.error == "err\n")
  }

  @Test func moreThanAPipeHoldsGoesThrough() throws {
    let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let run = try ProgramRun("/bin/cat", input: .bytes(bytes))
    #expect(run.status == .code(0))
    #expect(run.outputBytes == bytes)
  }

  @Test func aProgramMayIgnoreItsInput() throws {
    let run = try shell("exit 5", input: .bytes([UInt8](repeating: 0, count: 1_000_000)))
    #expect(run.status == .code(5))
  }

  @Test func standardInputIsEmptyUnlessGiven() throws {
    #expect(try shell("wc -c").output == "0\n")
    #expect(try shell("cat", input: .text("ö")).output == "ö")
    #expect(try shell("wc -l", input: .file("/etc/passwd")).output != "0\n")
  }

  @Test func thereIsNoTerminal() throws {
    #expect(try shell(": </dev/tty").status != .code(0))
    #expect(try shell("tty").status != .code(0))
  }

  @Test func descriptorsCanBeClosed() throws {
    #expect(
      try shell("[ ! -e /proc/$$/fd/0 ] && [ -e /proc/$$/fd/1 ]", closing: [0]).status == .code(0))
    #expect(try shell("echo lost", closing: [1]).status != .code(0))
    #expect(try shell("[ ! -e /proc/$$/fd/2 ]", closing: [0, 1, 2]).status == .code(0))
  }

  @Test func nothingIsInheritedFromTheTestRunner() throws {
    // The fourth one is the directory that `ls` is reading.
    #expect(try ProgramRun("/bin/ls", ["/proc/self/fd"]).output == "0\n1\n2\n3\n")
    let run = try ProgramRun("/bin/grep", ["-E", "^Sig(Blk|Ign)", "/proc/self/status"])
    let masks = run.output.split(separator: "\n").map { UInt64($0.suffix(16), radix: 16) ?? .max }
    // Signals 32 and 33 belong to the C library, which neither sends nor resets them.
    #expect(masks.map { $0 & 0x7fff_ffff } == [0, 0])
  }

  @Test func theWorkingDirectoryCanBeChosen() throws {
    let directory = TemporaryDirectory()
    let run = try ProgramRun("/bin/pwd", directory: directory.path)
    #expect(run.output == "\(directory.path)\n")
  }

  @Test func twoRunsCanShareAHome() throws {
    let environment = ProgramEnvironment()
    _ = try shell("echo kept >$HOME/file", environment: environment)
    #expect(try shell("cat $HOME/file", environment: environment).output == "kept\n")
    #expect(try shell("cat $HOME/file").status == .code(1))
  }

  @Test func aProgramThatDoesNotEndIsKilled() throws {
    #expect(throws: HarnessError.timedOut("/bin/sleep")) {
      try ProgramRun("/bin/sleep", ["1000"], timeout: .milliseconds(1))
    }
  }

  @Test func aMissingProgramIsAnError() {
    #expect(throws: HarnessError.system("posix_spawn /no/such", ENOENT)) {
      try ProgramRun("/no/such")
    }
  }

  @Test func aSignalIsDistinguishedFromAnExitCode() throws {
    #expect(try shell("kill -TERM $$").status == .signal(SIGTERM))
    #expect(try shell("exit 143").status == .code(143))
  }
}
