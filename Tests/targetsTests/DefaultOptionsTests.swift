import TestSupport
import Testing

@Suite(.ownThreads)
struct DefaultOptionsTests {
  private func open(
    _ arguments: String..., options: String? = nil, file: String? = nil,
    output: TerminalSession.Output = .terminal
  ) throws -> TerminalSession {
    let program = try Program()
    var changes: [String: String?] = ["TARGETS_DEFAULT_OPTS": options]
    if let file {
      changes["TARGETS_DEFAULT_OPTS_FILE"] = try program.environment.home.write(file, to: "options")
    }
    return try TerminalSession(
      program.path, arguments, environment: program.environment.setting(changes),
      standardInput: .text("Ada\nBo\nCy\n"), standardOutput: output)
  }

  @Test func theVariableIsForBrowsing() throws {
    let session = try open(options: "--reverse -q 'b'")
    session.wait { $0.rows[0] == "targets> b" && $0.contains("Bo") }
    session.send(Key.controlU)
    session.wait { $0.rows[0] == "targets>" && $0.contains("Ada") }
    session.leave()
  }

  @Test func theCommandLineComesLastAndTheFileFirst() throws {
    let session = try open("-q", "c", options: "-q b", file: "-q a\n# for all lists\n--reverse\n")
    session.wait { $0.rows[0] == "targets> c" && $0.contains("Cy") }
    session.send(Key.controlU)
    session.wait { $0.rows[0] == "targets>" && $0.contains("Ada") }
    session.leave()
  }

  @Test func theVariableComesAfterTheFile() throws {
    let session = try open(options: "-q b", file: "-q a")
    session.waitForPrompt("b")
    session.send(Key.controlU)
    session.waitForPrompt("")
    session.leave()
  }

  @Test func whatConcernsPickingWaitsForAPicker() throws {
    let browsing = try open(options: "--multi --print-query")
    browsing.wait { $0.contains("A     Ada") }
    browsing.leave()
    let picking = try open("--pick", options: "--multi --print-query", output: .pipe)
    picking.wait { $0.contains("▸    Ada") }
    picking.send(Key.tab + Key.tab + Key.enter)
    picking.expectEnd(.code(0))
    #expect(picking.standardOutput == Array("\nAda\nBo\n".utf8))
  }

  @Test func scriptsAreLeftAlone() throws {
    let program = try Program(["TARGETS_DEFAULT_OPTS": "--wrong --format json"])
    #expect(try program.run("add", "Ada").status == .code(0))
    #expect(try program.run("list", "--format", "names").output == "Ada\n")
    #expect(try program.run("-f", "a", input: .text("Ada\n")).output == "A\n   Ada\n")
    #expect(try program.run(input: .text("Ada\n")).output == "A\n   Ada\n")
  }

  @Test(arguments: [
    ("--wrong", "TARGETS_DEFAULT_OPTS: Unknown option '--wrong'"),
    ("--height x", "TARGETS_DEFAULT_OPTS: "),
    ("--reverse -q", "TARGETS_DEFAULT_OPTS: Missing value for '-q"),
    ("--multi=x", "TARGETS_DEFAULT_OPTS: --multi takes a number of rows"),
    ("-q 'a", "TARGETS_DEFAULT_OPTS: nothing follows, or closes, '"),
    ("--help", "TARGETS_DEFAULT_OPTS: --help and --version cannot be defaults"),
    ("names.txt", "TARGETS_DEFAULT_OPTS: only options of browsing can be defaults"),
    ("-f x", "TARGETS_DEFAULT_OPTS: "),
  ])
  func whatIsWrongIsToldWithWhereItIs(options: String, reason: String) throws {
    let program = try Program(["TARGETS_DEFAULT_OPTS": options])
    let run = try program.run("--pick", input: .text("Ada\n"))
    #expect(run.status == .code(2))
    #expect(run.error.hasPrefix("targets: \(reason)"), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test func aFileThatIsWrongIsNamed() throws {
    let program = try Program()
    let path = try program.environment.home.write("--wrong", to: "options")
    let wrong = try ProgramRun(
      program.path, ["--pick"], input: .text("Ada\n"),
      environment: program.environment.setting(["TARGETS_DEFAULT_OPTS_FILE": path]))
    #expect(
      wrong.error.hasPrefix(
        "targets: TARGETS_DEFAULT_OPTS_FILE (\(path)): Unknown option '--wrong'"))
    let missing = try ProgramRun(
      program.path, ["--pick"], input: .text("Ada\n"),
      environment: program.environment.setting(["TARGETS_DEFAULT_OPTS_FILE": path + "x"]))
    #expect(missing.status == .code(2))
    #expect(
      missing.error
        == "targets: TARGETS_DEFAULT_OPTS_FILE: \(path)x: No such file or directory\n")
  }
}
