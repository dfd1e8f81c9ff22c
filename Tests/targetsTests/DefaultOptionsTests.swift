import TestSupport
import Testing

@Suite(.ownThreads)
struct DefaultOptionsTests {
  private func open(
    _ arguments: String..., options: String? = nil, file: String? = nil,
    output: TerminalSession.Output = .terminal
  ) throws -> TerminalSession {
    try open(arguments, options: options, file: file, output: output)
  }

  private func open(
    _ arguments: [String], options: String? = nil, file: String? = nil,
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

  @Test func theVariableAppliesToBrowsing() throws {
    let session = try open(options: "--reverse -q 'b'")
    session.wait { $0.rows[0] == "targets> b" && $0.contains("Bo") }
    session.send(Key.controlU)
    session.wait { $0.rows[0] == "targets>" && $0.contains("Ada") }
    session.leave()
  }

  /// Looks, of fzf too, do not change what is printed.
  @Test(arguments: [[], ["pick"]])
  func looksCanBeDefaults(command: [String]) throws {
    let session = try open(
      command, options: "--border --info=inline --prompt 'find: ' --header 'three names'")
    session.wait { screen in
      screen.contains("three names") && screen.rows.contains { $0.hasPrefix("find:") }
    }
    session.send(Key.escape + Key.controlC)
    _ = session.waitForExit()
  }

  @Test func theCommandLineComesLastAndTheFileFirst() throws {
    let session = try open(
      "-q", "c", options: "-q b", file: "-q a\n# for all lists\n\n  --reverse\n")
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

  @Test func optionsForPickingCannotBeDefaults() throws {
    let line = try complaint(about: ["TARGETS_DEFAULT_OPTS": "--reverse --multi"])
    #expect(
      line
        == "targets: pick: TARGETS_DEFAULT_OPTS: --multi cannot be a default, which only sets how rows are found "
        + "and shown")
  }

  /// A picker without a list prints the same for every user.
  @Test func aPickerWithoutAListUsesOnlyDefaultsForItsLook() throws {
    let options = "--reverse -q zzz --tac"
    let plain = try open("pick", options: options, output: .pipe)
    plain.wait {
      $0.rows[0] == "targets>" && $0.rows[3].contains("▸   Ada")
    }
    plain.send(Key.enter)
    plain.expectEnd(.code(0))
    #expect(plain.standardOutput == Array("Ada\n".utf8))
    let ofList = try open("pick", "-l", "x", options: options, output: .pipe)
    ofList.wait { $0.rows[0] == "targets> zzz" }
    ofList.send(Key.escape)
    ofList.send(Key.escape)
    ofList.expectEnd(.code(130))
  }

  /// The look of rows can be a default, also in ASCII.
  @Test func signsInASCIIMayBeADefault() throws {
    let session = try open(options: "--ascii")
    session.wait { $0.contains("Ada") && $0.contains("------") }
    session.leave()
  }

  @Test func withoutATerminalThereAreNoDefaults() throws {
    let program = try Program(["TARGETS_DEFAULT_OPTS": "--wrong"])
    let run = try program.run("pick", "-1", "-q", "b", input: .text("Ada\nBo\n"))
    #expect((run.output, run.status) == ("Bo\n", .code(0)))
  }

  @Test func scriptsIgnoreDefaults() throws {
    let program = try Program(["TARGETS_DEFAULT_OPTS": "--wrong --format json"])
    #expect(try program.run("add", "Ada").status == .code(0))
    #expect(try program.run("show", "--format", "names").output == "Ada\n")
    #expect(try program.run("-f", "a", input: .text("Ada\n")).output == "Ada\n")
    #expect(try program.run(input: .text("Ada\n")).output == "A\n   Ada\n")
  }

  @Test(arguments: [
    ("--wrong", "TARGETS_DEFAULT_OPTS: unknown option --wrong"),
    ("--height x", "TARGETS_DEFAULT_OPTS: "),
    ("--reverse -q", "TARGETS_DEFAULT_OPTS: -q requires QUERY"),
    ("--throttle=x", "TARGETS_DEFAULT_OPTS: --throttle takes a number, 0 or more"),
    ("--read0", "TARGETS_DEFAULT_OPTS: --read0 cannot be a default"),
    ("-q 'a", "TARGETS_DEFAULT_OPTS: unclosed quote or trailing backslash: '"),
    ("--help", "TARGETS_DEFAULT_OPTS: --help and --version cannot be defaults"),
    ("names.txt", "TARGETS_DEFAULT_OPTS: unexpected argument “names.txt”"),
    ("-f x", "TARGETS_DEFAULT_OPTS: -f cannot be a default"),
    ("-l x", "TARGETS_DEFAULT_OPTS: -l cannot be a default"),
    ("--limit 3", "TARGETS_DEFAULT_OPTS: --limit cannot be a default"),
    ("--bind x:up", "TARGETS_DEFAULT_OPTS: --bind is an option of fzf; "),
    ("--nth 2", "TARGETS_DEFAULT_OPTS: --nth cannot be a default"),
    ("--input x", "TARGETS_DEFAULT_OPTS: --input cannot be a default"),
    ("--format csv", "TARGETS_DEFAULT_OPTS: --format cannot be a default"),
  ])
  func whatIsWrongIsToldWithWhereItIs(options: String, reason: String) throws {
    let line = try complaint(about: ["TARGETS_DEFAULT_OPTS": options])
    #expect(line.hasPrefix("targets: pick: \(reason)"), "\(line)")
  }

  /// The message of a picker on a terminal before it ends.
  private func complaint(about variables: [String: String?]) throws -> String {
    let program = try Program(variables)
    let session = try program.open("pick", input: .text("Ada\n"), columns: 250)
    #expect(session.waitForExit() == .code(2))
    #expect(session.screen.rows.dropFirst().allSatisfy { $0.isEmpty })
    return session.screen.rows[0]
  }

  @Test func anInvalidFileOfDefaultsIsNamed() throws {
    let home = try Program().environment.home
    defer { withExtendedLifetime(home) {} }
    let path = try home.write("--wrong", to: "options")
    let wrong = try complaint(about: ["TARGETS_DEFAULT_OPTS_FILE": path])
    #expect(wrong == "targets: pick: TARGETS_DEFAULT_OPTS_FILE (\(path)): unknown option --wrong")
    let missing = try complaint(about: ["TARGETS_DEFAULT_OPTS_FILE": path + "x"])
    #expect(
      missing
        == "targets: pick: TARGETS_DEFAULT_OPTS_FILE: \(path)x: No such file or directory")
  }

  @Test func defaultsApplyToReadingAnInput() throws {
    let session = try open(options: "--csv")
    session.wait { $0.contains("Bo") && $0.contains("Cy") && !$0.contains("Ada") }
    session.leave()
  }

  // MARK: What wins

  /// Each option separately: the recipe wins if both have it.
  @Test func theRecipeOverridesDefaultsForReading() throws {
    let program = try Program(["TARGETS_DEFAULT_OPTS": "--delimiter ,"])
    #expect(try program.run("new", "l", "--delimiter", ";", "--name-column", "2").error == "")
    let session = try program.open("-l", "l", input: .text("1;Ada\n2;Bo\n"))
    session.wait { $0.contains("Ada") && $0.contains("Bo") && !$0.contains(";") }
    session.leave()
  }

  /// A value is the rest of its line, and is not split as by a shell.
  @Test(arguments: [
    "-q b  o", "--query=b  o", "--query b  o", "# x\r\n\r\n  -q 'b  o'\r\n", "-q a\n-q \"b  o\"",
  ])
  func aFileHasOneOptionPerLine(file: String) throws {
    let session = try open(file: file)
    session.waitForPrompt("b  o")
    session.send(Key.controlU)
    session.leave()
  }

  @Test func aLineWithoutAnOptionIsNamed() throws {
    let home = try Program().environment.home
    defer { withExtendedLifetime(home) {} }
    for (text, reason) in [
      ("--reverse\nnames", "line 2: an option must start with -: names"),
      ("--reverse --plain", "--reverse takes no value"),
    ] {
      let path = try home.write(text, to: "options")
      let line = try complaint(about: ["TARGETS_DEFAULT_OPTS_FILE": path])
      #expect(line == "targets: pick: TARGETS_DEFAULT_OPTS_FILE (\(path)): \(reason)")
    }
  }

  private func listed(
    _ words: String..., options: String, recipe: [String] = []
  ) throws -> [String] {
    let program = try Program()
    #expect(try program.run(["new", "l"] + recipe).error == "")
    #expect(try program.run("add", "-l", "l", "Cy", "Ada", "Bo").error == "")
    #expect(try program.run("dead", "-l", "l", "Bo").error == "")
    let session = try TerminalSession(
      program.path, ["-l", "l"] + words,
      environment: program.environment.setting(["TARGETS_DEFAULT_OPTS": options]),
      directory: program.environment.home.path)
    session.wait { $0.contains("Cy") || $0.contains("Bo") }
    let rows = session.screen.rows.compactMap { row in
      ["Ada", "Bo", "Cy"].first { row.contains($0) }
    }
    session.leave()
    return rows
  }

  @Test func theRecipeOverridesDefaults() throws {
    let recipe = ["--order", "input"]
    #expect(try listed(options: "--order name:desc", recipe: recipe) == ["Cy", "Ada", "Bo"])
    #expect(try listed(options: "--order name:desc") == ["Cy", "Bo", "Ada"])
    #expect(
      try listed("--order", "name", options: "--tac", recipe: recipe) == ["Ada", "Bo", "Cy"])
  }

  @Test func filtersOnTheCommandLineReplaceDefaults() throws {
    #expect(try listed(options: "--dead") == ["Bo"])
    #expect(try listed("--open", options: "--dead") == ["Ada", "Cy"])
    #expect(try listed("--not-dead", options: "--changed") == ["Ada", "Cy"])
  }

  @Test func conflictsWithDefaultsNameTheDefaults() throws {
    let program = try Program(["TARGETS_DEFAULT_OPTS": "--csv"])
    let session = try program.open("--from", "demo:rows=3", columns: 200)
    #expect(session.waitForExit() == .code(2))
    #expect(
      session.screen.rows[0].hasPrefix(
        "targets: TARGETS_DEFAULT_OPTS: --csv cannot be combined with --from"))
  }
}
