import TestSupport
import Testing

/// The output of `targets shell`, in real shells on a terminal.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ShellSetupTests {
  private let program: Program

  init() throws {
    program = try Program()
    let names = ["Arya Stark", "Bo Berg", "O'Brien (x) $y", "https://example.org/a b"]
    _ = try program.run(
      "add", "--list", "people", "-", input: .text(names.joined(separator: "\n")))
  }

  private func dead() throws -> String {
    try program.run("show", "--list", "people", "--dead", "--format", "names").output
  }

  /// Enters a line with a visible end mark; the mark is typed in another form than it is printed.
  private func enter(
    _ session: TerminalSession, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    session.send("&& echo do''ne" + Key.enter)
    session.wait(sourceLocation: sourceLocation) { $0.rows.contains("done") }
    session.send("clear" + Key.enter)
    session.wait(sourceLocation: sourceLocation) { screen in
      !screen.contains("done") && screen.rows.contains("ready>")
    }
  }

  private func end(_ session: TerminalSession) {
    session.send("exit" + Key.enter)
    #expect(session.waitForExit() == .code(0))
  }

  @Test(arguments: Shell.allCases)
  func namesAndListsAreCompletedAndQuoted(shell: Shell) throws {
    let session = try shell.open(program, line: shell.setup)
    session.send("targets dead --list peo\t")
    session.wait { $0.contains("--list people") }
    session.send("Ary\t")
    session.wait { $0.contains("people Arya\\ Stark") }
    enter(session)
    #expect(try dead() == "Arya Stark\n")
    session.send("targets dead --list people O\t")
    session.wait { $0.contains("people O\\'Brien\\ \\(x\\)\\ \\$y") }
    enter(session)
    #expect(try dead() == "Arya Stark\nO'Brien (x) $y\n")
    session.send("targets dead --list people 'Bo B\t")
    session.wait { $0.contains("people 'Bo Berg'") || $0.contains("people Bo\\ Berg") }
    enter(session)
    #expect(try dead() == "Arya Stark\nBo Berg\nO'Brien (x) $y\n")
    session.send("targets dead --list people https:\t")
    session.wait { $0.contains("example.org/a\\ b") }
    enter(session)
    #expect(try dead().contains("\nhttps://example.org/a b\n"))
    end(session)
  }

  @Test(arguments: Shell.allCases)
  func commandsOptionsAndFilesAreCompleted(shell: Shell) throws {
    _ = try program.environment.home.write("Ada\nBo\n", to: "some names.txt")
    let session = try shell.open(program, line: shell.setup)
    session.send("targets unl\t")
    session.wait { $0.contains("targets unlike") }
    session.send(Key.controlU + "targets log --sin\t")
    session.wait { $0.contains("targets log --since") }
    // Options of browsing need no command.
    session.send(Key.controlU + "targets --for\tname\t")
    session.wait { $0.contains("targets --format names") }
    session.send("-f bo som\t")
    session.wait { $0.contains("some\\ names.txt") }
    enter(session)
    session.send("targets import som\t")
    session.wait { $0.contains("targets import some\\ names.txt") }
    enter(session)
    #expect(try program.run("show").output == "Ada\nBo\n")
    end(session)
  }

  @Test(arguments: Shell.allCases)
  func theKeyPicksANameIntoTheLine(shell: Shell) throws {
    let session = try shell.open(program, line: shell.setup)
    session.send("printf '<%s>\\n' A ")
    session.wait { $0.contains("'<%s>\\n' A") }
    session.send(Key.controlX + "t")
    session.wait { $0.contains("targets>") && $0.contains("Bo Berg") }
    session.send("o'b")
    session.wait { $0.contains("targets> o'b") && !$0.contains("Bo Berg") }
    session.send(Key.enter)
    session.wait { $0.contains("A O\\'Brien") && !$0.contains("targets>") }
    session.send("B")
    enter(session)
    session.send("printf '<%s>\\n' C ")
    session.wait { $0.contains("'<%s>\\n' C") }
    session.send(Key.controlX + "t")
    session.wait { $0.contains("targets>") && $0.contains("Bo Berg") }
    session.send(Key.controlC)  // nothing is picked, and the line stays
    session.wait { $0.contains("'<%s>\\n' C") && !$0.contains("targets>") }
    session.send("D" + Key.enter)
    session.wait { $0.rows.contains("<D>") }
    end(session)
  }

  @Test(arguments: Shell.allCases)
  func theKeyAsksForAListIfThereAreSeveral(shell: Shell) throws {
    _ = try program.run("add", "--list", "hosts", "db-1", "web-1")
    let key = shell == .bash ? "\\C-xp" : shell == .zsh ? "^Xp" : "\\cxp"
    let setup =
      shell == .fish
      ? "targets shell fish --key '\(key)' | source"
      : "eval \"$(targets shell \(shell.rawValue) --key '\(key)')\""
    // An option that only a picker of rows takes.
    let options = shell == .fish ? "set -g TARGETS_PICK_OPTS --open" : "TARGETS_PICK_OPTS=--open"
    let session = try shell.open(program, line: "\(options); \(setup)")
    session.send("printf '<%s>\\n' ")
    session.wait { $0.contains("'<%s>\\n'") }
    session.send(Key.controlX + "p")
    session.wait { $0.contains("targets>") && $0.contains("hosts") && $0.contains("people") }
    session.send(Key.enter)
    session.wait { $0.contains("targets>") && $0.contains("web-1") }
    session.send("we")
    session.wait { $0.contains("targets> we") && !$0.contains("db-1") }
    session.send(Key.enter)
    session.wait { $0.contains("web-1") && !$0.contains("targets>") }
    session.send(Key.enter)
    session.wait { $0.rows.contains("<web-1>") }
    end(session)
  }

  @Test(arguments: Shell.allCases)
  func theCodeForShellsHasNoFaults(shell: Shell) throws {
    let all = try program.run("shell", shell.rawValue)
    #expect(all.output.contains("__targets_pick"))
    let file = try program.environment.home.write(all.output, to: "script")
    let check = try ProgramRun(shell.path, ["-n", file], environment: program.environment)
    #expect(check.status == .code(0))
    #expect(check.error == "")
    let some = try program.run("shell", "--completions", shell.rawValue)
    #expect(!some.output.contains("__targets_pick"))
    #expect(all.output.hasPrefix(some.output))
    #expect(try program.run("shell", "--completions", "--key", "x", "bash").status == .code(2))
    // In a script, it binds no key and prints nothing.
    let script = shell == .fish ? "source script" : "source ./script"
    let run = try shell.run(script + " && echo fine", of: program)
    #expect((run.output, run.error) == ("fine\n", ""))
  }

  @Test func completionsIgnoreAnUnreadableStore() throws {
    _ = try program.environment.home.write("no database", to: "x.db")
    let run = try program.run("--complete", "--", "dead", "--store", "x.db", "A")
    #expect((run.output, run.error, run.status) == ("words\n", "", .code(0)))
  }
}
