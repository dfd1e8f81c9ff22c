import TestSupport
import Testing

extension TerminalSession {
  /// Waits for the status line to say something.
  func waitForStatus(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    wait(sourceLocation: sourceLocation) { screen in
      screen.row(screen.rows.count - 2).contains(text)
    }
  }

  /// Waits until the prompt shows a text and nothing behind it.
  func waitForPrompt(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    wait(sourceLocation: sourceLocation) { $0.rows.last == "targets> \(text)".trimmedAtEnd }
  }

  /// Enters a line and waits for what the status says of it.
  func enter(
    _ line: String, _ status: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    send(line + Key.enter)
    waitForStatus(status, sourceLocation: sourceLocation)
  }

  /// Waits until a command that had the terminal has given it back.
  ///
  /// Lines that are typed before are read as they are, but the terminal itself takes a Ctrl-D.
  func waitForLineEditor(sourceLocation: SourceLocation = #_sourceLocation) {
    wait(sourceLocation: sourceLocation) { _ in attributes != attributesAtStart }
  }

  /// Leaves in the ordinary way.
  func leave(sourceLocation: SourceLocation = #_sourceLocation) {
    send(Key.controlD)
    expectEnd(.code(0), sourceLocation: sourceLocation)
  }

  /// The end of a run: how it ended, and the terminal as it was.
  func expectEnd(
    _ status: TestSupport.ExitStatus, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(waitForExit(sourceLocation: sourceLocation) == status, sourceLocation: sourceLocation)
    #expect(attributes == attributesAtStart, sourceLocation: sourceLocation)
    #expect(!screen.isAlternate, sourceLocation: sourceLocation)
    #expect(screen.cursorIsVisible, sourceLocation: sourceLocation)
  }

  /// The rows above the rule that say something, the index titles left off.
  var list: [String] {
    screen.rows.dropLast(3).map { String($0.prefix(screen.rows[0].count - 2)).trimmedAtEnd }
      .filter { !$0.isEmpty }
  }
}

extension String {
  var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension String {
  /// Printed rows without when and by whom they were decided.
  var undated: String {
    replacing(/,"decidedAt":"[^"]*","decidedBy":"[^"]*"/, with: "")
      .replacing(/,"source":"[0-9a-f]{16}"/, with: ",\"source\":\"…\"")
      .replacing(/\d{4}-\d\d-\d\dT[\d:.]*Z,[^,]*/, with: ",")
  }
}
