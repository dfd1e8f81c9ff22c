import Foundation
import Glibc
import TestSupport
import Testing

/// The recipes of the documentation, unchanged, in a real shell.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct RecipeTests {
  private let program: Program

  init() throws { program = try Program() }

  /// The commands below a heading of `docs/recipes.md`, with continued lines joined.
  private func commands(_ heading: String) throws -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/recipes.md"), encoding: .utf8)
    let start = try #require(text.range(of: "\n### \(heading)\n")?.upperBound)
    let rest = text[start...]
    let section = rest[..<(rest.firstRange(of: "\n#")?.lowerBound ?? rest.endIndex)]
    let lines = section.split(separator: "\n").filter { $0.hasPrefix("    ") }
    return lines.reduce(into: [String]()) { commands, line in
      if let last = commands.last, last.hasSuffix("|") {
        commands[commands.count - 1] = last + " " + line.trimmingCharacters(in: .whitespaces)
      } else {
        commands.append(line.trimmingCharacters(in: .whitespaces))
      }
    }
  }

  private var environment: ProgramEnvironment {
    let folder = URL(fileURLWithPath: program.path).deletingLastPathComponent().path
    return program.environment.setting([
      "PATH": "\(program.environment.home.path("bin")):\(folder):/usr/local/bin:/usr/bin:/bin",
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "a@b",
      "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "a@b", "GIT_PAGER": "cat",
    ])
  }

  @discardableResult
  private func shell(
    _ command: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try run(command, sourceLocation).output
  }

  /// The messages of a command that prints nothing to standard output.
  private func told(
    _ command: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let run = try run(command, sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
    return run.error
  }

  private func run(_ command: String, _ sourceLocation: SourceLocation) throws -> ProgramRun {
    let run = try ProgramRun(
      "/bin/sh", ["-ec", command], environment: environment,
      directory: program.environment.home.path)
    #expect(run.status == .code(0), "\(command): \(run.error)", sourceLocation: sourceLocation)
    return run
  }

  /// Starts a command of a recipe on a terminal.
  private func open(_ command: String) throws -> TerminalSession {
    try TerminalSession(
      "/bin/sh", ["-c", "exec " + command], environment: environment,
      directory: program.environment.home.path, standardInput: .terminal,
      standardOutput: .terminal, rows: 24, columns: 120)
  }

  private func leave(_ session: TerminalSession) {
    session.send("q" + Key.controlD)
    session.expectEnd(.code(0))
  }

  @Test func verdictsInYourOwnWords() throws {
    let commands = try commands("Verdicts in your own words")
    #expect(commands.count == 10)
    for command in commands[..<6] { #expect(try shell(command) == "") }
    #expect(try told(commands[6]) == "refresh: 3 new, 0 gone, 0 changed, 0 unchanged\n")
    #expect(try shell(commands[7]) == "")
    #expect(try shell(commands[8]) == "Bo Berg\n")
    #expect(try shell(commands[9]) == "revoked Bo Berg\n")
  }

  @Test func theOrderOfRows() throws {
    try shell(
      """
      git init -q -b main .
      for name in main fix/typo new-parser; do
        test "$name" = main || git checkout -q -b "$name"
        GIT_COMMITTER_DATE="2026-11-2$((n += 1)) 12:00" git commit -q --allow-empty -m "$name"
      done
      """)
    let commands = try commands("The order of rows")
    #expect(commands.count == 3)
    #expect(try shell(commands[0]) == "")
    #expect(try told(commands[1]) == "refresh: 3 new, 0 gone, 0 changed, 0 unchanged\n")
    #expect(try shell(commands[2]) == "new-parser\nfix/typo\nmain\n")
    try shell(
      """
      git checkout -q main
      GIT_COMMITTER_DATE='2026-11-27 12:00' git commit -q --allow-empty -m later
      git branch -q -D new-parser
      """)
    #expect(try told(commands[1]) == "refresh: 0 new, 1 gone, 0 changed, 2 unchanged\n")
    #expect(try shell(commands[2]) == "main\nfix/typo\n")
  }

  @Test func deadBranches() throws {
    try shell(
      """
      git init -q -b main .
      git commit -q --allow-empty -m first
      for name in fix/typo new-parser old-cache; do git branch "$name"; done
      """)
    let commands = try commands("Dead git branches")
    #expect(commands.count == 3)
    #expect(try told(commands[0]) == "import: 4 new, 0 gone, 0 changed, 0 unchanged\n")
    let session = try open(commands[1])
    session.wait { $0.contains("▸   fix/typo") && $0.contains(" ago") }
    session.wait { $0.contains(" first") }  // the preview
    session.send("dodo")
    session.waitForStatus("4 of 4 decided")
    leave(session)
    // A branch that moves after it was read is left alone; a symbolic branch is not in the list.
    try shell("git symbolic-ref refs/heads/alias refs/heads/old-cache")
    try shell("git branch -f old-cache main")
    #expect(try shell(commands[2]) == "")
    #expect(try shell("git branch --format='%(refname:short)'") == "alias\nmain\nold-cache\n")
    #expect(try shell(commands[2]) == "")  // nothing is done twice
    // The line of the symbolic branch is empty.
    #expect(try told(commands[0]).hasSuffix("\nimport: 0 new, 2 gone, 0 changed, 2 unchanged\n"))
  }

  @Test func whoMayStillLogIn() throws {
    _ = try program.environment.home.write(
      """
      id,name,team,last login
      7,"Ann, Example",ops,2026-11-20
      8,Bo Berg,ops,2026-10-02
      9,Cyd Coe,sales,2025-03-01
      10,Cyd Coe,ops,2026-11-03

      """, to: "accounts.csv")
    let commands = try commands("Who may still log in")
    #expect(commands.count == 4)
    #expect(try told(commands[0]) == "import: 4 rows added to access\n")
    let session = try open(commands[1])
    session.wait { $0.contains("▸   Ann, Example  ops    2026-11-20") }
    session.send("o")
    session.wait { $0.contains("▸   Bo Berg") }
    session.send("m")
    session.waitForPrompt(":note")
    session.send("asked, answers by Friday" + Key.enter)
    session.waitForStatus("Bo Berg noted")
    session.send("o")
    session.waitForStatus("2 of 4 decided")
    leave(session)
    try shell(commands[2])
    try shell(commands[3])
    let evidence = try shell("cat evidence.csv")
    #expect(evidence.contains("decided,Cyd Coe,9,dead,,,left in May,,1,"))
    #expect(evidence.contains("noted,Bo Berg,8,,,,\"asked, answers by Friday\",,1,"))
    #expect(evidence.contains("decided,\"Ann, Example\",7,ok,,,,,1,"))
  }

  @Test func linksCheckedTwice() throws {
    let all = ["gone", "moving", "well"].map { "https://example.org/\($0)" }
    try shell("mkdir docs")
    _ = try program.environment.home.write(
      all.map { "see [this](\($0))" }.joined(separator: "\n") + "\n", to: "docs/one.md")
    let commands = try commands("Links, checked twice")
    #expect(commands.count == 4)
    for command in commands { try shell(command) }
    #expect(try shell("cat to-check") == "https://example.org/well\n")
    _ = try program.environment.home.write(
      "see <\(all[0])> and \(all[2]) and https://example.org/new\n", to: "docs/one.md")
    #expect(try told(commands[0]) == "import: 1 new, 1 gone, 0 changed, 2 unchanged\n")
    let new = "targets show --list links --new"
    #expect(try shell(new) == "https://example.org/new\n")
    #expect(
      try shell("targets show --list links --dead") == "https://example.org/gone\n")
  }

  @Test func findingsBySeverity() throws {
    _ = try program.environment.home.write(
      """
      id,rule,severity,where
      1,unused variable,low,a.c:3
      2,buffer overflow,high,b.c:7
      3,weak hash,medium,c.c:9
      4,weak hash,medium,d.c:1

      """, to: "findings.csv")
    let commands = try commands("Findings by severity")
    #expect(commands.count == 3)
    #expect(try told(commands[0]) == "import: 4 rows added to findings\n")
    let session = try open(commands[1])
    session.wait { $0.contains("▸   buffer overflow   b.c:7") && $0.contains("medium") }
    session.send("d")
    session.wait { $0.contains("▸   unused variable") }
    session.send("o")
    session.waitForStatus("2 of 4 decided")
    leave(session)
    #expect(try shell(commands[2]) == "weak hash\nweak hash\n")
  }

  /// Writes a program to `~/bin` that replaces one of the system.
  private func write(_ script: String, as name: String) throws {
    // Another process writes the script: a file that this process has open for writing could be
    // inherited by a program of another test, and could not be executed until that ends.
    _ = try program.environment.home.write("#!/bin/sh\n\(script)\n", to: "script")
    try shell("mkdir -p bin; cp script bin/\(name); chmod 755 bin/\(name)")
  }

  @Test func deadHosts() throws {
    try write("test \"$6\" != web-2", as: "ping")
    _ = try program.environment.home.write("db-1\nweb-1\nweb-2\n", to: "hosts.txt")
    let commands = try commands("Dead hosts")
    #expect(commands.count == 3)
    try shell(commands[0])
    try shell(commands[1] + " 2>/dev/null || test $? = 1")  // a command has failed
    try shell(commands[2])
    #expect(
      try shell("targets show --list hosts --dead --noted") == "web-2\n")
    #expect(try shell("targets show --list hosts --open") == "db-1\nweb-1\n")
  }

  @Test func customersToCall() throws {
    _ = try program.environment.home.write(
      "name,mail,phone\nAnn,ann@example.org,1\nBo Berg,bo@example.org,2\nCy,cy@example.org,3\n",
      to: "contacts.csv")
    let commands = try commands("Customers to call")
    #expect(commands.count == 4)
    try shell(commands[0])
    let session = try open(commands[1])
    session.wait { $0.contains("▸   Ann       1") }
    session.send("o")
    session.waitForStatus("1 of 3 decided")
    leave(session)
    try shell(commands[2])
    #expect(try shell(commands[3]) == "Cy\n")
  }

  @Test func unitsThatFailed() throws {
    try write(
      """
      case $1 in
      --failed) printf '%s\\n' 'a.service loaded failed failed A' 'b.timer   loaded failed failed B' ;;
      status) echo "status of $3" ;;
      reset-failed) echo "$2" >>"$HOME/reset" ;;
      esac
      """, as: "systemctl")
    let commands = try commands("Units that failed")
    #expect(commands.count == 3)
    #expect(try told(commands[0]) == "import: 2 new, 0 gone, 0 changed, 0 unchanged\n")
    let session = try open(commands[1])
    session.wait { $0.contains("▸   a.service") && $0.contains("status of a.service") }
    session.send("o")
    session.wait { $0.contains("▸   b.timer") && $0.contains("status of b.timer") }
    session.send("d")
    session.waitForStatus("2 of 2 decided")
    leave(session)
    try shell(commands[2])
    #expect(try shell("cat reset") == "b.timer\n")
  }

  @Test func jsonForOtherPrograms() throws {
    try shell("targets add --list access Ann 'Bo Berg' 'Cyd \"C\" Coe'")
    try shell("targets dead --list access -m 'left in May' 'Cyd \"C\" Coe'")
    let commands = try commands("JSON for other programs")
    #expect(commands.count == 1)
    #expect(try shell(commands[0]) == "Cyd \"C\" Coe\tleft in May\n")
  }
}
