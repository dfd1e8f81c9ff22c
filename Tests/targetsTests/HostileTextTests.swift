import CommandSyntax
import TestSupport
import Testing

@testable import targets

/// External text never controls a terminal, whatever way it takes.
@Suite(.ownThreads)
struct HostileTextTests {
  /// The clipboard, the title, a cursor, C1 in both forms, a change of direction, invisible characters.
  static let hostile =
    "\u{1b}]52;c;aGE=\u{7}\u{9b}31m\u{9d}0;x\u{9c}\u{1b}[2J\u{202e}\u{feff}\u{2028}\r\u{8}x"

  /// Characters at the start of names, from which section titles are made.
  static let beginnings = [
    "\u{1b}[2J", "\u{9d}0;", "\u{feff}", "\u{202e}", "\u{7}", "\u{e000}", "\u{301}",
  ]

  /// Printed output may have tabs between figures, line breaks in CSV, and a progress line.
  private static let printed = ByteOracle(
    allowing: ["[K", "[0m", "[1m", "[2m", "[31m", "[32m", "[33m", "[35m"], controls: [0x09])

  /// The options of a command that take a value; options that several commands share are equal.
  private static func options(of command: any ProgramCommand.Type) -> [Option] {
    command.facts.filter { $0.kind == .option && $0.isShown }.compactMap { facts in
      facts.names.last.map { Option(name: $0, help: facts.help) }
    }
  }

  private struct Option: Hashable {
    let name: String
    let help: String
  }

  /// Runs a command to its end on a terminal that checks every byte.
  private func run(
    _ program: Program, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let session = try TerminalSession(
      program.path, arguments, environment: program.environment,
      directory: program.environment.home.path, oracle: Self.printed, sourceLocation: sourceLocation
    )
    session.waitForExit(sourceLocation: sourceLocation)
    session.wait { _ in true }
    return String(decoding: session.output, as: UTF8.self)
  }

  private func programWithNames() throws -> (Program, file: String) {
    let program = try Program()
    let names = (Self.beginnings + [Self.hostile]).map { $0 + "Ada" }.joined(separator: "\n")
    return (program, try program.environment.home.write(names, to: "names"))
  }

  /// Each option once, and each command without options.
  private static func commandsWithOptions() -> [(command: String, option: String?)] {
    var tried: Set<Option> = []
    return ([BrowseCommand.self] + CommandList.shown).flatMap { command in
      let options: [String?] = options(of: command).filter { tried.insert($0).inserted }
        .map(\.name)
      return (options + [nil]).map { (command.about.name, $0) }
    }
  }

  @Test(arguments: commandsWithOptions())
  func noCommandPrintsAnOptionsValueUnsafely(command: String, option: String?) throws {
    let (program, file) = try programWithNames()
    // Browsing needs a session, unless it must print, or an argument is wrong.
    let ends = [
      "browse": ["-f", "x"], "review": ["--part", "0"], "pick": ["-0", "--dead"],
    ]
    let name = [command] + (ends[command] ?? [])
    guard let option else {
      _ = try run(program, name + ["--nothing\(Self.hostile)"])
      _ = try run(program, name + ["--list=\(Self.hostile)", "--nothing"])
      return
    }
    let values = option == "--from" ? ["demo:", "\(Self.hostile):"] : [""]
    for value in values.map({ $0 + Self.hostile }) {
      _ = try run(program, name + [option, value, file])
    }
  }

  @Test func allOptionsAreTested() {
    let all = Self.commandsWithOptions()
    #expect(Set(all.map(\.command)).count > 10)
    #expect(all.count > 40)
    #expect(all.contains { $0.option == "--from" })
  }

  @Test(arguments: [
    ["sections"], ["show", "--format", "sections"], ["show", "--format", "csv"],
    ["show", "--format", "json"],
    ["show", "--format", "ndjson"], ["show", "--format", "names"],
    ["show", "--format", "sections", "--ascii"],
  ])
  func namesAndTitlesArePrintedInTheirSafeForm(command: [String]) throws {
    let (program, file) = try programWithNames()
    for rule in ["alphabet", "first-letter", "none"] {
      let arguments = command + ["--input", file, "--sections", rule]
      let output = try run(program, arguments)
      #expect(output.contains("Ada") || command == ["sections"])
      if rule == "first-letter", command == ["sections"] { #expect(output.contains("␛")) }
    }
  }

  @Test func listsAndNamesOfTheStoreArePrintedInTheirSafeForm() throws {
    let (program, file) = try programWithNames()
    let list = ["--list", Self.hostile]
    for arguments in [
      ["import", file] + list, ["import", file] + list, ["lists"], ["show"] + list,
      ["show", "--format", "sections"] + list,
      ["dead", Self.hostile] + list, ["dead", Self.hostile, Self.hostile + "Ada"] + list,
      ["dead", Self.hostile + "Ada"] + list, ["reopen", Self.hostile + "Ada"] + list,
      ["like", Self.hostile + "Ada"] + list, ["unlike", Self.hostile] + list,
      ["add", Self.hostile] + list, ["drop", Self.hostile] + list, ["undo"] + list,
      ["redo"] + list, ["show", "--format", "sections", Self.hostile] + list, ["sections"] + list,
    ] {
      _ = try run(program, arguments)
    }
    #expect(try run(program, ["lists"]).contains("␛]52;c;aGE=␇"))
  }

  @Test func unknownCommandsAreNamedInTheirSafeForm() throws {
    let program = try Program()
    for arguments in [
      [Self.hostile], ["-f", "a", Self.hostile], ["-f", Self.hostile, Self.hostile],
      ["show", "--format", "sections", "--input", Self.hostile], ["import", Self.hostile],
      ["add", " \(Self.hostile)\(String(repeating: "x", count: 5_000))"],
    ] {
      let output = try run(program, arguments)
      #expect(output.hasPrefix("targets: "))
    }
  }

  /// The inputrc is read at the start, and in full-screen mode again because of a key.
  @Test func readlinesMessagesAboutAnInputrcAreShownInTheirSafeForm() throws {
    let (program, file) = try programWithNames()
    try program.environment.home.write("set \u{1b}]0;title\u{7} on\n", to: ".inputrc")
    for options in [[], ["--plain"]] {
      let place = TemporaryDirectory()
      let session = try TerminalSession(
        program.path, [file] + options, environment: program.environment, directory: place.path,
        oracle: options.isEmpty ? .screen : .plain)
      session.wait { $0.contains("␛]0;title␇") }
      if options.isEmpty {
        session.send("A")
        session.wait { !$0.contains("␛]0;title␇") }
        session.send("\u{18}\u{12}")
        session.wait { $0.contains("␛]0;title␇") }
      }
      session.send(Key.controlU + ":quit" + Key.enter)
      session.waitForExit()
    }
  }

  @Test func aSessionShowsNamesAndTypedTextInTheirSafeForm() throws {
    let (program, file) = try programWithNames()
    for options in [
      ["--list", Self.hostile], ["--sections", "first-letter", "-q", Self.hostile], ["--ascii"],
      ["--plain"], ["--height", "9"],
    ] {
      // In a new folder: if the file to save existed, saving would fail and the session stay open.
      let place = TemporaryDirectory()
      let session = try TerminalSession(
        program.path, [file] + options, environment: program.environment, directory: place.path,
        oracle: options == ["--plain"] ? .plain : .screen)
      session.wait { $0.contains(options.contains("-q") ? "of 8" : "8 ") }
      session.send("Ada" + Key.enter)
      for command in [
        ":dead", ":drop", ":jump", ":switch", ":print", ":save", ":show", ":help", ":add", ":x",
      ] {
        session.send(Key.controlU + "\(command) \u{1b}[200~\(Self.hostile)\u{1b}[201~" + Key.enter)
      }
      session.send(Key.controlU + ":quit" + Key.enter)
      session.waitForExit()
    }
  }

  @Test func listsOfTheStoreAreCompletedAndOpenedInTheirSafeForm() throws {
    let (program, file) = try programWithNames()
    _ = try run(program, ["import", file, "--list", Self.hostile])
    _ = try run(program, ["import", file, "--list", Self.hostile + "Ada"])
    _ = try run(program, ["import", file])
    let session = try program.open()
    session.wait { $0.contains("8 of 8") }
    session.send(":switch \t\t" + Key.controlU)
    // Parts that cannot be pasted are missing in the line, so it names another list.
    session.send(":switch \u{1b}[200~\(Self.hostile)\u{1b}[201~" + Key.enter)
    session.wait { $0.contains("x”?") }
    session.send(Key.controlU + ":quit" + Key.enter)
    session.waitForExit()
  }

  @Test func variablesOfTheEnvironmentAreNamedInTheirSafeForm() throws {
    for variable in ["TARGETS_STORE", "HOME", "XDG_DATA_HOME", "LC_ALL", "TERM"] {
      let program = try Program([variable: Self.hostile])
      for arguments in [
        ["add", "Ada"], ["show", "--format", "sections"], ["lists"], ["-f", "a"],
      ] {
        _ = try run(program, arguments)
      }
    }
  }
}
