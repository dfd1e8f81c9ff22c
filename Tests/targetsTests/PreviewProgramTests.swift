import Foundation
import Glibc
import TestSupport
import Testing

/// Previews of the built program.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct PreviewProgramTests {
  private let names = "Arya Stark\nBran Stark\nCersei Lannister\n"

  private func open(
    _ script: String, in program: Program, columns: Int = 120, names: String? = nil
  ) throws -> TerminalSession {
    let session = try program.open(
      "--preview", script, input: .pipe(Array((names ?? self.names).utf8)), columns: columns)
    session.waitForStatus(names == nil ? "3 of 3" : "1 of 1")
    return session
  }

  /// The process IDs that scripts have written to a file, one per line.
  private func processes(in path: String) -> [pid_t] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { pid_t($0) }
  }

  private func isRunning(_ process: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return false
    }
    return !text.contains(") Z ")
  }

  @Test(arguments: ["wait", "trap '' TERM HUP; wait", "exec sleep 1000"])
  func processesOfAPreviewEndWithAKilledProgram(end: String) throws {
    let program = try Program()
    let path = program.environment.home.path("processes")
    let session = try open(
      "echo $$ >>'\(path)'; sleep 1000 & echo $! >>'\(path)'; \(end)", in: program)
    session.send(Key.down)
    session.wait { _ in processes(in: path).count == 2 }
    kill(session.processID, SIGKILL)
    #expect(session.waitForExit() == .signal(SIGKILL))
    let deadline = ContinuousClock.now + .seconds(120)
    while processes(in: path).contains(where: isRunning), .now < deadline { usleep(1_000) }
    #expect(!processes(in: path).contains(where: isRunning))
  }

  @Test func aLineIsPassedByteForByte() throws {
    let program = try Program()
    let session = try program.open(
      ["pick", "--preview", "printf %s {} | od -An -tx1"],
      input: .pipe([0x20, 0x61, 0xFF, 0xC3, 0x0D, 0x0A]), output: .pipe)
    session.wait { $0.contains("20 61 ff c3 0d") }
    session.send(Key.escape)
    #expect(session.waitForExit() == .code(130))
  }

  @Test func theSelectedRowIsShown() throws {
    let session = try open(
      "printf '\\033[31mabout\\033[m %s\\n' {}; echo $TARGETS_PREVIEW_COLUMNS x $TARGETS_PREVIEW_LINES",
      in: Program())
    session.wait { $0.contains("no row is selected") }
    session.send(Key.down)
    session.wait { $0.contains("│about Arya Stark") && $0.contains("│59 x 21") }
    #expect(session.screen.attributes(of: "about")?.foreground == .palette(1))
    session.send(Key.down)
    session.wait { $0.contains("│about Bran Stark") && !$0.contains("about Arya") }
    session.send(Key.controlX + "p")
    session.wait { !$0.contains("│") }
    session.send(Key.controlX + "p")
    session.wait { $0.contains("│about Bran Stark") }
    session.send(Key.escape)
    session.wait { $0.contains("no row is selected") }
    session.leave()
  }

  @Test func aNarrowWindowHasAScrollingPaneBelow() throws {
    let session = try open("seq 100", in: Program(), columns: 60)
    session.send(Key.down)
    session.wait { $0.rows[11] == "1" && $0.rows[20] == "10" }
    session.send("\u{1b}[1;2B\u{1b}[1;2B")
    session.wait { $0.rows[11] == "3" }
    session.send("\u{1b}[1;2A")
    session.wait { $0.rows[11] == "2" }
    session.leave()
  }

  @Test func outputIsShownWhileTheCommandRuns() throws {
    let program = try Program()
    let go = program.environment.home.path("go")
    let session = try open(
      "echo one; until [ -e \(go) ]; do sleep 0.01; done; echo two", in: program)
    session.send(Key.down)
    session.wait { $0.contains("│one") }
    #expect(!session.screen.contains("│two"))
    _ = try program.environment.home.write("", to: "go")
    session.wait { $0.contains("│two") }
    session.leave()
  }

  @Test(arguments: [
    "exec yes {}", "trap '' TERM; sleep 600", "exec >&- 2>&-; sleep 600", "yes & yes & wait",
  ])
  func previewsDoNotDelayKeysOrLeaveProcesses(script: String) throws {
    let program = try Program()
    let path = program.environment.home.path("started")
    let session = try open("echo $$ >>\(path); \(script)", in: program)
    session.send(Key.down)
    while processes(in: path).isEmpty { session.wait { _ in true } }
    session.send("st")
    session.waitForStatus("2 of 3")
    session.send(Key.down)
    session.wait { $0.contains("▸   Arya Stark") }
    while processes(in: path).count < 2 { session.wait { _ in true } }
    session.send(Key.controlU)
    session.waitForStatus("3 of 3")
    session.send(Key.controlX + "p")
    session.wait { !$0.contains("│") }
    session.send(Key.down + Key.enter)
    session.waitForStatus("1 dead")
    session.send(Key.controlX + "p")
    while processes(in: path).count < 3 { session.wait { _ in true } }
    session.send(Key.controlD)
    session.expectEnd(.code(0))
    #expect(processes(in: path).count >= 3)
    #expect(!processes(in: path).contains(where: isRunning))
  }

  @Test func failuresAndHostileOutputAreShown() throws {
    let program = try Program()
    let session = try open(
      "printf 'a\\033]52;c;x\\007b\\033[2J\\033[9;9Hc\\010d\\302\\233\\342\\200\\256\\377\\n'; exit 3",
      in: program)
    session.send(Key.down)
    session.wait { $0.contains("│abc␈d<U+009B><U+202E>\u{FFFD}") && $0.contains("│exit status 3") }
    session.leave()
  }

  @Test func hostileNamesAreArguments() throws {
    let program = try Program()
    let session = try open(
      "printf '<%s>' {} \"{}\"", in: program, names: "';touch pwned; $(touch pwned) `touch pwned`\n"
    )
    session.send(Key.down)
    session.wait { $0.contains("│<';touch pwned; $(touch pwned) `touch pwned`>") }
    session.leave()
    #expect(access(program.environment.home.path("pwned"), F_OK) != 0)
  }

  @Test func aNameThatLooksLikeAnOptionIsRefused() throws {
    let session = try open("ls {}", in: Program(), names: "-la\n")
    session.send(Key.down)
    session.wait { $0.contains("│-la: the name starts with - and would be read as an option") }
    session.leave()
  }

  @Test func theCommandMayComeFromTheEnvironment() throws {
    let program = try Program(["TARGETS_PREVIEW": "echo from outside"])
    let session = try program.open(input: .pipe(Array(names.utf8)), columns: 120)
    session.waitForStatus("3 of 3")
    session.send(Key.down)
    session.wait { $0.contains("│from outside") }
    session.leave()
  }

  @Test func aCommandThatCannotBeRunIsWrongUsage() throws {
    let session = try Program().open("--preview", "ls '", input: .pipe([]))
    session.expectEnd(.code(2))
    #expect(
      String(decoding: session.output, as: UTF8.self).contains(
        "--preview: the command ends inside single quotes"))
  }
}
