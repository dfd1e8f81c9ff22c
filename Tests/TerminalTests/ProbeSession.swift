import Terminal
import TestSupport
import Testing

/// The probe on a terminal, and what it tells of its events.
struct ProbeSession {
  let terminal: TerminalSession
  private let mode: String

  init(
    _ mode: String = "screen", history: String? = nil, inputrc: String? = nil,
    variables: [String: String?] = [:]
  ) throws {
    self.mode = mode
    let environment = ProgramEnvironment(variables)
    if let inputrc { try environment.home.write(inputrc, to: ".inputrc") }
    terminal = try TerminalSession(
      Executable.path(named: "line-editor-probe"), [mode] + (history.map { [$0] } ?? []),
      environment: environment, standardOutput: .pipe, rows: 10, columns: 40)
    expect("ready")
  }

  /// The events so far, one a line.
  var events: [String] {
    String(decoding: terminal.standardOutput, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The event of a line that was edited, as the probe tells it.
  func edited(_ prompt: String, _ before: String, _ after: String) -> String {
    "edited " + [prompt, before, after].map(\.debugDescription).joined(separator: " ")
  }

  /// Waits until the newest event is this one.
  func expect(_ event: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let came = terminal.wait(sourceLocation: sourceLocation) { _ in events.last == event }
    if !came { Issue.record("events: \(events)", sourceLocation: sourceLocation) }
  }

  /// Types keys and waits for the last event they cause.
  func type(
    _ keys: String, _ event: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    terminal.send(keys)
    expect(event, sourceLocation: sourceLocation)
  }

  /// Records an issue if a byte was sent that is not text or on the list of sequences.
  func checkBytes(sourceLocation: SourceLocation = #_sourceLocation) {
    let oracle =
      mode == "plain"
      ? ByteOracle(allowing: [], controls: [0x08])
      : ByteOracle(allowing: ControlSequence.patterns)
    oracle.check(terminal.output, mayEndEarly: true, sourceLocation: sourceLocation)
  }

  /// Waits for the end and looks whether all is as before.
  func expectEnd(
    _ status: TestSupport.ExitStatus, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      terminal.waitForExit(sourceLocation: sourceLocation) == status,
      sourceLocation: sourceLocation)
    #expect(terminal.attributes == terminal.attributesAtStart, sourceLocation: sourceLocation)
    #expect(!terminal.screen.isAlternate, sourceLocation: sourceLocation)
    #expect(terminal.screen.cursorIsVisible, sourceLocation: sourceLocation)
    checkBytes(sourceLocation: sourceLocation)
  }
}
