import TestSupport
import Testing

extension TerminalSession {
  /// Waits until the status line contains a text.
  func waitForStatus(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    wait(sourceLocation: sourceLocation) { screen in
      screen.row(screen.rows.count - 2).contains(text)
    }
  }

  /// Waits until the prompt shows a text and nothing after it.
  func waitForPrompt(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    wait(sourceLocation: sourceLocation) { $0.rows.last == "targets> \(text)".trimmedAtEnd }
  }

  /// Enters a line and waits for the status to report its result.
  func enter(
    _ line: String, _ status: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    send(line + Key.enter)
    waitForStatus(status, sourceLocation: sourceLocation)
  }

  /// Waits until a command has returned the terminal.
  ///
  /// Lines that are typed earlier are read later, but the terminal itself would interpret a Ctrl-D.
  func waitForLineEditor(sourceLocation: SourceLocation = #_sourceLocation) {
    wait(sourceLocation: sourceLocation) { _ in attributes != attributesAtStart }
  }

  /// Leaves in the usual way.
  func leave(sourceLocation: SourceLocation = #_sourceLocation) {
    send(Key.controlD)
    expectEnd(.code(0), sourceLocation: sourceLocation)
  }

  /// Expects the end of a run, with a status, and with the terminal restored.
  func expectEnd(
    _ status: TestSupport.ExitStatus, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(waitForExit(sourceLocation: sourceLocation) == status, sourceLocation: sourceLocation)
    #expect(attributes == attributesAtStart, sourceLocation: sourceLocation)
    #expect(!screen.isAlternate, sourceLocation: sourceLocation)
    #expect(screen.cursorIsVisible, sourceLocation: sourceLocation)
  }

  /// The rows above the rule that have text, without the index titles.
  var list: [String] {
    screen.rows.dropLast(3).map { String($0.prefix(screen.rows[0].count - 2)).trimmedAtEnd }
      .filter { !$0.isEmpty }
  }
}

extension String {
  var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension String {
  /// Printed rows without time and author of decisions.
  var undated: String {
    replacing(/,"decidedAt":"[^"]*","decidedBy":"[^"]*"/, with: "")
      .replacing(/,"source":"[0-9a-f]{16}"/, with: ",\"source\":\"…\"")
      .replacing(/\d{4}-\d\d-\d\dT[\d:.]*Z,[^,]*/, with: ",")
  }
}
