import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.ownThreads)
struct BadInputTests {
  /// Expects one line on standard error, and the exit status of a failure.
  private func expectFailure(
    _ run: ProgramRun, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run.status == .code(2), sourceLocation: sourceLocation)
    #expect(run.error.contains(words), sourceLocation: sourceLocation)
    #expect(run.error.split(separator: "\n").count == 1, sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
  }

  @Test func aMissingFileIsNamed() throws {
    let run = try Program().run("-f", "a", "nowhere.txt")
    expectFailure(run, "nowhere.txt")
    #expect(run.error == "targets: nowhere.txt: no such file\n")
  }

  @Test func aDirectoryIsNotAList() throws {
    expectFailure(try Program().run("-f", "a", "/"), "irectory")
  }

  @Test func utf16IsRecognized() throws {
    let bytes = Array("Ada\nBo\n".utf16).flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    expectFailure(try Program().run(input: .bytes([0xff, 0xfe] + bytes)), "UTF-16")
  }

  @Test func invalidLinesAreSkippedAndCounted() throws {
    let bytes: [UInt8] = Array("Ada\n\n".utf8) + [0xff, 0x0a] + Array("a\0b\nBo\n".utf8)
    let program = try Program()
    let run = try program.run("--format", "names", input: .bytes(bytes))
    #expect(run.output == "Ada\nBo\n")
    #expect(run.status == .code(0))
    #expect(run.error.hasPrefix("targets: input: 3 lines skipped"))
    let strict = try program.run("--strict", "--format", "names", input: .bytes(bytes))
    expectFailure(
      strict, "input: 1 empty: line 2; 1 not UTF-8: line 3; 1 containing NUL: line 4\n")
    let edit = try program.run("dead", "--add", "--strict", "-", input: .bytes(bytes))
    expectFailure(edit, "line 3; 1 containing NUL: line 4; nothing was stored\n")
    #expect(try program.run("show", "--format", "sections").status == .code(1))
  }

  /// As after an unknown name, the others are edited; an empty line names nothing.
  @Test(arguments: [
    ("1 not UTF-8", [0xFF], 1), ("1 containing NUL", [0x61, 0], 1), ("1 empty", [], 0),
    ("1 too long", Array(repeating: 0x61, count: 5_000), 1),
  ])
  func aLineThatIsNoNameDoesNotStopAnEdit(fault: String, line: [UInt8], status: Int32) throws {
    let program = try Program()
    for command in ["add", "dead", "why", "log"] {
      let run = try program.run(
        command, "-", input: .bytes(Array("Ada\n".utf8) + line + Array("\nBo".utf8)))
      #expect(run.error == "targets: \(command): input: 1 line skipped (\(fault): line 2)\n")
      #expect(run.status == .code(status), "\(command)")
    }
    #expect(try program.run("show", "--dead", "--format", "names").output == "Ada\nBo\n")
  }

  @Test func emptyInputIsNothing() throws {
    let run = try Program().run(input: .text(""))
    #expect(run.status == .code(1))
    #expect(run.error == "targets: input: no names\n")
  }

  @Test func aByteOrderMarkAndCarriageReturnsAreNotPartOfNames() throws {
    let run = try Program().run("--format", "names", input: .text("\u{feff}Ada\r\nBo"))
    #expect(run.outputBytes == Array("Ada\nBo\n".utf8))
  }

  @Test func repeatedNamesAreOneRow() throws {
    let run = try Program().run("--format", "json", input: .text("Ada\nAda\n Ada\n"))
    #expect(run.output.contains(#""total":1"#))
    #expect(run.error == "targets: input: 2 duplicate rows skipped\n")
  }

  @Test func aVeryLongLineCostsLittleMemory() throws {
    let program = try Program()
    let script = "ulimit -v 4000000; { echo Ada; head -c 100000000 /dev/zero | tr '\\0' x; } "
    let run = try ProgramRun(
      "/bin/bash", ["-c", script + "| \(program.path) --format names"],
      environment: program.environment)
    #expect(run.output == "Ada\n")
    #expect(run.error.contains("1 line skipped"))
  }

  @Test(arguments: [Set<Int32>([0]), [1], [2], [0, 1], [1, 2], [0, 1, 2]])
  func closedStreamsDoNoHarm(closed: Set<Int32>) throws {
    let program = try Program()
    _ = try program.run("add", "Ada")
    let run = try program.run("dead", "Ada", closing: closed)
    #expect(run.status == .code(0))
    #expect(try program.run("show", "--dead", "--format", "names").output == "Ada\n")
  }

  @Test func aClosedPipeEndsTheProgramQuietly() throws {
    let program = try Program()
    let script = "seq 200000 | \(program.path) --format names | head -1"
    let run = try ProgramRun("/bin/bash", ["-c", script], environment: program.environment)
    #expect(run.output.split(separator: "\n").count == 1)
    #expect(run.error == "")
  }

  @Test func aFullDeviceIsReported() throws {
    let program = try Program()
    let script = "echo Ada | \(program.path) --format names > /dev/full"
    let run = try ProgramRun("/bin/bash", ["-c", script], environment: program.environment)
    #expect(run.status == .code(2))
    #expect(run.error == "targets: cannot write output: No space left on device\n")
  }

  @Test func copyingAMissingStoreIsReported() throws {
    let program = try Program()
    let paths = ["from.db", "to.db"].map { program.environment.home.path($0) }
    let run = try program.run("store", "copy", paths[0], paths[1])
    #expect(run.status == .code(2))
    #expect(run.error == "targets: store: copy: \(paths[0]): no such store\n")
    #expect(!FileManager.default.fileExists(atPath: paths[1]))
  }

  @Test func aDamagedStoreIsLeftUnchanged() throws {
    let program = try Program()
    _ = try program.run("add", "Ada")
    let garbage = "This is no database, and never was one.\n"
    let path = try program.environment.home.write(
      garbage, to: ".local/share/targets/targets.db")
    expectFailure(try program.run("dead", "--add", "Bo"), path)
    let run = try ProgramRun("/bin/cat", [path], environment: program.environment)
    #expect(run.output == garbage)
  }

  @Test func aNameOnTheCommandLineIsCheckedLikeAnyOther() throws {
    let program = try Program()
    expectFailure(try program.run("add", "Ada", "  "), "empty")
    expectFailure(try program.run("add", String(repeating: "x", count: 5000)), "4096")
    #expect(try program.run("show", "--format", "sections").status == .code(1))
  }

  @Test func anArgumentThatIsNotUTF8IsRefused() throws {
    let program = try Program()
    let script = "\(program.path) add \"$(printf 'bad\\377')\""
    let run = try ProgramRun("/bin/bash", ["-c", script], environment: program.environment)
    expectFailure(run, "argument 2: not valid UTF-8")
    #expect(try program.run("show", "--format", "sections").status == .code(1))
  }

  @Test func pickingNeedsATerminal() throws {
    let run = try Program().run("pick", input: .text("Ada\n"))
    expectFailure(run, "pick: requires a terminal")
  }
}
