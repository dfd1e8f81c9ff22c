import TestSupport
import Testing

/// The built program, run as its users run it, with a new home directory for each test.
struct Program {
  let environment: ProgramEnvironment
  let path: String

  init(_ changes: [String: String?] = [:]) throws {
    environment = ProgramEnvironment(changes)
    path = try Executable.path(named: "targets")
  }

  /// Runs it without any terminal.
  func run(
    _ arguments: String..., input: ProgramRun.Input = .empty, closing: Set<Int32> = []
  ) throws -> ProgramRun {
    try run(arguments, input: input, closing: closing)
  }

  /// Runs it without any terminal.
  func run(
    _ arguments: [String], input: ProgramRun.Input = .empty, closing: Set<Int32> = []
  ) throws -> ProgramRun {
    try ProgramRun(
      path, arguments, input: input, environment: environment, directory: environment.home.path,
      closing: closing)
  }

  /// Starts it on a terminal.
  func open(
    _ arguments: String..., input: TerminalSession.Input = .terminal,
    output: TerminalSession.Output = .terminal, rows: Int = 24, columns: Int = 80,
    oracle: ByteOracle? = .screen, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TerminalSession {
    try open(
      arguments, input: input, output: output, rows: rows, columns: columns, oracle: oracle,
      sourceLocation: sourceLocation)
  }

  /// Starts it on a terminal.
  func open(
    _ arguments: [String], input: TerminalSession.Input = .terminal,
    output: TerminalSession.Output = .terminal, rows: Int = 24, columns: Int = 80,
    oracle: ByteOracle? = .screen, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TerminalSession {
    try TerminalSession(
      path, arguments, environment: environment, directory: environment.home.path,
      standardInput: input, standardOutput: output, rows: rows, columns: columns, oracle: oracle,
      sourceLocation: sourceLocation)
  }

  /// Starts a shell on a terminal, in which the program can run.
  func openShell(sourceLocation: SourceLocation = #_sourceLocation) throws -> TerminalSession {
    let session = try TerminalSession(
      "/bin/bash", ["--norc", "-i"], environment: environment.setting(["PS1": "shell$ "]),
      directory: environment.home.path, oracle: nil, sourceLocation: sourceLocation)
    session.wait(sourceLocation: sourceLocation) { $0.contains("shell$") }
    return session
  }

  /// The path of the store's file.
  var store: String { environment.home.path(".local/share/targets/targets.db") }
}

/// The sequences that a terminal sends for special keys.
enum Key {
  static let up = "\u{1b}[A"
  static let down = "\u{1b}[B"
  static let pageDown = "\u{1b}[6~"
  static let controlDown = "\u{1b}[1;5B"
  static let end = "\u{1b}[1;3F"
  static let enter = "\r"
  static let tab = "\t"
  static let shiftTab = "\u{1b}[Z"
  static let escape = "\u{1b}"
  static let controlC = "\u{3}"
  static let controlD = "\u{4}"
  static let controlG = "\u{7}"
  static let controlU = "\u{15}"
  static let controlX = "\u{18}"
  static let backspace = "\u{7f}"

  /// A key with Alt held down.
  static func alt(_ key: String) -> String { "\u{1b}" + key }
}
