import TestSupport
import Testing

/// The probe on a terminal, and the events that it reports.
struct ProbeSession {
  let terminal: TerminalSession

  init(
    _ mode: String = "screen", history: String? = nil, inputrc: String? = nil,
    variables: [String: String?] = [:], rows: Int = 10,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let environment = ProgramEnvironment(variables)
    if let inputrc { try environment.home.write(inputrc, to: ".inputrc") }
    terminal = try TerminalSession(
      Executable.path(named: "line-editor-probe"), [mode] + (history.map { [$0] } ?? []),
      environment: environment, standardOutput: .pipe, rows: rows, columns: 40,
      oracle: mode == "plain" ? .plain : .screen, sourceLocation: sourceLocation)
    expect("ready")
  }

  /// The events so far.
  var events: [String] {
    String(decoding: terminal.standardOutput, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The event of an edited line, as the probe reports it.
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

  /// Waits until everything typed so far was handled and painted.
  ///
  /// First ends whatever is open: an argument, a search, or an incomplete key.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) {
    let before = count("settled")
    terminal.send("\u{7}\u{18}.")
    terminal.wait(sourceLocation: sourceLocation) { _ in count("settled") > before }
    readScreen()
  }

  /// Repaints everything, and returns whether the screen stayed the same.
  func isAsPaintedAnew(sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
    let seen = terminal.screen
    let before = count("redrawn")
    terminal.send("\u{C}")
    terminal.wait(sourceLocation: sourceLocation) { _ in count("redrawn") > before }
    readScreen()
    return seen.difference(from: terminal.screen) == nil
  }

  /// An event is reported after its bytes were sent, but through another pipe, so the bytes may
  /// still be on the way.
  private func readScreen() {
    terminal.wait { _ in true }
  }

  private func count(_ event: String) -> Int { events.count { $0 == event } }

  /// Waits for the end, and checks that the terminal is restored.
  func expectEnd(
    _ status: TestSupport.ExitStatus, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      terminal.waitForExit(sourceLocation: sourceLocation) == status,
      sourceLocation: sourceLocation)
    #expect(terminal.attributes == terminal.attributesAtStart, sourceLocation: sourceLocation)
    #expect(!terminal.screen.isAlternate, sourceLocation: sourceLocation)
    #expect(terminal.screen.cursorIsVisible, sourceLocation: sourceLocation)
  }
}
