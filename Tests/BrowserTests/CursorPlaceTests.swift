import Browser
import ListModel
import TerminalText
import Testing

/// `--cursor row`: the terminal's cursor is on the selected row while no text is typed.
struct CursorPlaceTests {
  private func open(_ change: (inout Browser.Settings) -> Void = { _ in }) throws -> BrowserDriver {
    try BrowserDriver(["Ada", "Bo", "Cy"], rows: 9) {
      $0.cursorIsOnRow = true
      change(&$0)
    }
  }

  /// The text at the cursor.
  private func text(_ browser: BrowserDriver, line: String? = nil) throws -> String {
    let cursor = try #require(browser.frame(line: line).cursor)
    return String(browser.screen(line: line)[cursor.row].dropFirst(cursor.column))
  }

  @Test func theCursorIsAtThePromptUntilARowIsSelected() throws {
    var browser = try open()
    #expect(browser.frame().cursor == .init(row: 8, column: 9))
    browser.press(.nextRow)
    #expect(try text(browser).hasPrefix("Ada"))
    browser.press(.nextRow)
    #expect(try text(browser).hasPrefix("Bo"))
    browser.send(.prompt(.escaped))
    #expect(browser.frame().cursor?.row == 8)
  }

  @Test func itGoesBackToThePromptForTextAndQuestions() throws {
    var browser = try open()
    browser.press(.nextRow)
    browser.type(":de")
    #expect(browser.frame(line: ":de").cursor == .init(row: 8, column: 12))
    browser.type("")
    #expect(try text(browser).hasPrefix("Ada"))
    browser.type("b")
    #expect(browser.frame().cursor == .init(row: 8, column: 10))
    browser.press(.nextRow)
    #expect(try text(browser).hasPrefix("Bo"))
    browser.press(.help)
    #expect(browser.frame().cursor?.row == 8)
  }

  @Test func thePickersFirstRowHasItUntilTextIsTyped() throws {
    var browser = try open { $0.purpose = .picking }
    #expect(try text(browser).hasPrefix("Ada"))
    browser.type("b")
    #expect(browser.frame().cursor == .init(row: 8, column: 10))
    browser.press(.nextRow)
    #expect(try text(browser).hasPrefix("Bo"))
  }

  @Test func withoutTheOptionItStaysAtThePrompt() throws {
    var browser = try open { $0.cursorIsOnRow = false }
    browser.press(.nextRow)
    #expect(browser.frame().cursor == .init(row: 8, column: 9))
  }

  @Test func theRowIsFoundBelowAHeaderAndBelowThePrompt() throws {
    var browser = try open { ($0.header, $0.isReversed) = (["one", "two"], true) }
    browser.press(.nextRow)
    #expect(browser.frame().cursor?.row == 5)
    #expect(try text(browser).hasPrefix("Ada"))
  }

  @Test func linesAreDrawnWithLetters() throws {
    var browser = try open { ($0.preview, $0.isPaged) = ("true", true) }
    browser.send(.view(.resized(ScreenSize(columns: 120, rows: 30))))
    let text = browser.screen().joined()
    #expect(text.contains("|") && text.contains("---"))
    // Braille and box-drawing characters.
    let isDrawing = { (scalar: Unicode.Scalar) in
      (0x2500...0x257F).contains(scalar.value) || (0x2800...0x28FF).contains(scalar.value)
    }
    #expect(!text.unicodeScalars.contains(where: isDrawing), "\(text)")
  }
}
