import Foundation
import Glibc
import LibraryTestSupport
import TestSupport
import Testing

/// `:!` in the built program.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ShellCommandTests {
  private func open(_ program: Program) throws -> TerminalSession {
    let session = try program.open(input: .text("Arya Stark\nBran Stark\n"))
    session.waitForStatus("2 of 2")
    return session
  }

  @Test func aCommandHasTheTerminalAndThenTheListIsShown() throws {
    let session = try open(Program())
    session.send(Key.down + ":!stty -a | grep -o ' icanon'; read x; echo \"<$x>\" {}" + Key.enter)
    session.wait { !$0.isAlternate && $0.contains(" icanon") }
    #expect(session.attributes == session.attributesAtStart)
    session.send("typed\n")
    session.wait {
      $0.contains("<typed> Arya Stark") && $0.contains("targets: press Enter to return")
    }
    session.send("ignored" + Key.enter)
    session.wait { $0.isAlternate && $0.contains("▸   Arya Stark") }
    session.waitForPrompt("")
    session.send("\u{10}")  // Ctrl-P
    session.wait { $0.cursorRow.hasPrefix("targets> :!stty") }
    session.send(Key.controlU)
    session.leave()
  }

  @Test func aFailureIsReported() throws {
    let session = try open(Program())
    session.send(":!exit 3" + Key.enter)
    session.wait { $0.contains("targets: exit status 3; press Enter to return") }
    session.send(Key.enter)
    session.waitForStatus("exit status 3")
    session.send(":!ls {}" + Key.enter)
    session.waitForStatus("select a row first, or omit {}")
    session.send(":!ls '" + Key.enter)
    session.waitForStatus("the command ends inside single quotes")
    session.leave()
  }

  @Test func keysTypedAheadWaitForTheEnd() throws {
    let program = try Program()
    let session = try open(program)
    session.send(Key.down + ":!echo {} >out" + Key.enter + ":dead Bran Stark" + Key.enter)
    session.wait { $0.contains("press Enter to return") }
    session.send(Key.enter)
    session.waitForStatus("Bran Stark decided: dead")
    session.leave()
    let file = program.environment.home.path("out")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "Arya Stark\n")
  }

  @Test func controlCAffectsOnlyTheCommand() throws {
    let session = try open(Program())
    session.send(":!echo started; exec sleep 600" + Key.enter)
    session.wait { !$0.isAlternate && $0.contains("started") }
    session.send(Key.controlC)
    session.wait { $0.contains("targets: killed by SIGINT; press Enter to return") }
    session.send(Key.controlC)
    session.wait { $0.isAlternate }
    session.waitForStatus("killed by SIGINT")
    session.send(":!echo once more; exec sleep 600" + Key.enter)
    session.wait { !$0.isAlternate && $0.contains("once more") }
    session.send("\u{1c}")  // Ctrl-\
    session.wait { $0.contains("killed by SIGQUIT") }
    session.send(Key.enter)
    session.wait { $0.isAlternate }
    session.leave()
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func aSignalEndsTheProgramWhileACommandHasTheTerminal(signal: Int32) throws {
    let session = try open(Program())
    session.send(":!echo started; exec sleep 600" + Key.enter)
    session.wait { !$0.isAlternate && $0.contains("started") }
    session.signal(signal)
    session.expectEnd(.signal(signal))
  }

  @Test func aSignalEndsTheProgramWhileItWaitsForEnter() throws {
    let session = try open(Program())
    session.send(":!:" + Key.enter)
    session.wait { $0.contains("press Enter to return") }
    session.signal(SIGTERM)
    session.expectEnd(.signal(SIGTERM))
  }

  @Test func suspendingStopsBothAndBothContinue() async throws {
    let program = try Program()
    let file = try program.environment.home.write("Arya Stark\n", to: "names")
    let session = try program.openShell()
    session.send("\(program.path) \(file)\n")
    session.waitForStatus("1 of 1")
    let reader = program.environment.home.path("reader")
    session.send(":!echo $$ >\(reader); echo started; read x; echo \"<$x>\"" + Key.enter)
    session.wait { !$0.isAlternate && $0.contains("started") }
    session.send("\u{1a}")
    // Before its prompt, the shell does not read the keyboard yet, and may lose typed keys.
    session.wait { $0.contains("Stopped") && $0.cursorRow == "shell$" }
    // A process that waits for a line takes typed keys until it really stops, however late it gets a processor.
    await eventually { Self.isStopped(reader) }
    session.send("fg\n")
    // The shell has returned the terminal when it names the job.
    session.wait { $0.cursorRow.isEmpty && $0.row($0.cursor.row - 1).hasSuffix("names") }
    session.send("on\n")
    session.wait { $0.contains("<on>") && $0.contains("press Enter to return") }
    session.send(Key.enter)
    session.wait { $0.isAlternate && $0.contains("Arya Stark") }
    session.send(Key.controlD)
    session.wait { !$0.isAlternate && $0.cursorRow.hasPrefix("shell$") }
    session.send("exit\n")
    session.waitForExit()
  }

  /// Whether the process whose number a file contains has stopped.
  private static func isStopped(_ file: String) -> Bool {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8),
      let process = pid_t(text.trimmingCharacters(in: .newlines)),
      let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    else { return false }
    return state.contains(") T ")
  }

  @Test func anAreaBelowTheCommandLineNeedsNoEnter() throws {
    let program = try Program()
    let session = try program.open("--height", "8", input: .text("Arya Stark\nBran Stark\n"))
    session.wait { $0.contains("2 of 2") }
    session.send(Key.down + ":!echo seen {}" + Key.enter)
    session.wait { $0.contains("seen Arya Stark") && $0.contains("▸   Arya Stark") }
    session.waitForLineEditor()
    session.leave()
  }

  @Test func plainModeRunsShellCommands() throws {
    let program = try Program()
    let session = try program.open("--plain", input: .text("Arya Stark\n"), oracle: .plain)
    session.wait { $0.contains("1 row") }
    session.send(Key.enter)
    session.wait { $0.contains("1    Arya Stark") }
    session.send(":!echo seen {}" + Key.enter)
    session.wait { $0.contains("seen Arya Stark") && $0.cursorRow.hasPrefix("targets>") }
    session.waitForLineEditor()
    session.leave()
  }
}
