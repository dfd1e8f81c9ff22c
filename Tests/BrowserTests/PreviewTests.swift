import ListModel
import Browser
import NameSearch
import TerminalText
import Testing

/// The preview pane.
struct PreviewTests {
  private let names = ["Arya Stark", "Bran Stark", "Cersei Lannister", "Tywin Lannister"]

  private func browser(
    rows: Int = 12, columns: Int = 100, _ change: (inout Browser.Settings) -> Void = { _ in }
  ) throws -> BrowserDriver {
    try BrowserDriver(names, rows: rows, columns: columns) { settings in
      settings.preview = "look {}"
      change(&settings)
    }
  }

  private func news(
    _ lines: String..., progress: Browser.Preview.Progress = .running
  ) -> Browser.Preview.News {
    .init(lines: lines.map { StyledText(DisplayText($0)) }, progress: progress)
  }

  /// Reports output for the selected row.
  private func tell(_ browser: inout BrowserDriver, _ news: Browser.Preview.News) throws {
    browser.send(.preview(.previewChanged(try #require(browser.state.previewToRun), news)))
  }

  /// The lines of the pane on the right.
  private func pane(_ browser: BrowserDriver) -> [String] {
    Screen(of: browser.state, line: .init()).frame.lines.compactMap { line in
      line.trailing.map(\.plainText).flatMap { $0.hasPrefix("│") ? String($0.dropFirst()) : nil }
        .map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }
  }

  // MARK: What is wanted

  @Test func thePreviewShowsTheSelectedRow() throws {
    var browser = try browser()
    #expect(browser.state.previewToRun == nil)
    browser.press(.nextRow)
    let request = try #require(browser.state.previewToRun)
    #expect(request.script == "look {}")
    #expect(request.row.name.text == "Arya Stark")
    #expect((request.columns, request.lines) == (49, 9))
    browser.press(.nextRow)
    #expect(browser.state.previewToRun?.row.name.text == "Bran Stark")
    browser.send(.prompt(.escaped))
    #expect(browser.state.previewToRun == nil)
  }

  @Test func thePreviewOfAPickerShowsTheFirstRow() throws {
    let browser = try browser { $0.purpose = .picking }
    #expect(browser.state.previewToRun?.row.name.text == "Arya Stark")
  }

  @Test func aHiddenPaneRunsNoCommand() throws {
    var browser = try browser()
    browser.press(.nextRow, .preview)
    #expect(browser.state.previewToRun == nil)
    browser.press(.preview)
    #expect(browser.state.previewToRun != nil)
    browser.send(.view(.resized(ScreenSize(columns: 80, rows: 10))))
    #expect(browser.state.previewToRun?.lines == 3)
    browser.send(.view(.resized(ScreenSize(columns: 80, rows: 9))))
    #expect(browser.state.previewToRun == nil)
    browser.send(.view(.resized(ScreenSize(columns: 100, rows: 3))))
    #expect(browser.state.previewToRun?.lines == 1)
  }

  @Test func withoutACommandTheKeyExplainsTheOption() throws {
    var browser = try browser { $0.preview = nil }
    browser.press(.nextRow, .preview)
    #expect(browser.state.previewToRun == nil)
    #expect(
      browser.state.notice?.text == "no preview command; start with targets --preview 'COMMAND {}'")
  }

  @Test func plainModeHasNoPreview() throws {
    var browser = try browser { $0.isPlain = true }
    browser.enter(":dead 1")
    #expect(browser.state.previewToRun == nil)
  }

  // MARK: The screen

  @Test func aWideWindowHasThePaneOnTheRight() throws {
    var browser = try browser(rows: 7)
    browser.press(.nextRow)
    try tell(&browser, news("one", "", String(repeating: "x", count: 60)))
    let lines = Screen(of: browser.state, line: .init()).frame.lines
    let shown = lines.map { $0.body.plainText + ($0.trailing?.plainText ?? "") }
    #expect(
      shown[0] == "A ▸   Arya Stark                               1 A│one"
        + String(repeating: " ", count: 46))
    #expect(
      shown[2] == "C     Cersei Lannister                         1 C│"
        + String(repeating: "x", count: 48) + "…")
    #expect(lines[..<4].allSatisfy { $0.body.columns + ($0.trailing?.columns ?? 0) <= 100 })
    #expect(lines[4].body.plainText == String(repeating: "─", count: 100))
    #expect(lines.count == 7)
  }

  @Test func aNarrowWindowHasThePaneBelow() throws {
    var browser = try browser(rows: 12, columns: 30)
    browser.press(.lastRow)
    try tell(&browser, news("1", "2", "3", "4", "5"))
    #expect(
      browser.screen() == [
        "A     Arya Stark           1|A", "B     Bran Stark           1|B",
        "C     Cersei Lannister     1|C", "T ▸   Tywin Lannister      1|T",
        "──────────────────────────────", "1", "2", "3", "4",
        "──────────────────────────────", "4 of 4", "targets>",
      ])
  }

  @Test func theSelectedRowStaysInViewAboveThePane() throws {
    let names = (10..<60).map { "Name \($0)" }
    var browser = try BrowserDriver(names, rows: 12, columns: 30) { $0.preview = "x" }
    for row in 0..<50 {
      browser.press(.nextRow)
      #expect(browser.screen()[..<4].contains { $0.contains("▸   Name \(10 + row)") })
    }
  }

  @Test func aKeyTogglesThePaneAndOverlaysCoverIt() throws {
    var browser = try browser()
    browser.press(.nextRow)
    try tell(&browser, news("one"))
    #expect(pane(browser).first == "one")
    browser.press(.help)
    #expect(pane(browser).isEmpty)
    browser.press(.help)
    #expect(pane(browser).first == "one")
    browser.press(.preview)
    #expect(pane(browser).isEmpty)
  }

  @Test func ascii() throws {
    var browser = try browser { $0.glyphs = .ascii }
    browser.press(.nextRow)
    let line = Screen(of: browser.state, line: .init()).frame.lines[0]
    #expect(line.trailing?.plainText.first == "|")
  }

  // MARK: What is said

  @Test func thePaneShowsTheProgressOfTheCommand() throws {
    var browser = try browser()
    #expect(pane(browser).first == "no row is selected")
    browser.press(.nextRow)
    #expect(pane(browser).allSatisfy { $0.isEmpty })
    try tell(&browser, news(progress: .silent))
    #expect(pane(browser).first == "no answer yet")
    try tell(&browser, news("a"))
    #expect(Array(pane(browser).prefix(2)) == ["a", ""])
    try tell(&browser, news("a", progress: .cut))
    #expect(Array(pane(browser).prefix(2)) == ["a", "output truncated"])
    try tell(&browser, news("a", progress: .ended(failure: "exit status 2")))
    #expect(Array(pane(browser).prefix(2)) == ["a", "exit status 2"])
    try tell(&browser, news("a", progress: .ended(failure: nil)))
    #expect(Array(pane(browser).prefix(2)) == ["a", ""])
    browser.press(.nextRow)
    try tell(&browser, news(progress: .ended(failure: nil)))
    #expect(pane(browser).first == "no output")
  }

  @Test func theNextRowStartsWithAnEmptyPane() throws {
    var browser = try browser()
    browser.press(.nextRow)
    let request = try #require(browser.state.previewToRun)
    try tell(&browser, news("one"))
    browser.press(.nextRow)
    #expect(pane(browser).allSatisfy { $0.isEmpty })
    browser.send(.preview(.previewChanged(request, news("late"))))
    #expect(pane(browser).allSatisfy { $0.isEmpty })
  }

  @Test func anotherSizeKeepsTheOutputUntilNewOutputArrives() throws {
    var browser = try browser()
    browser.press(.nextRow)
    try tell(&browser, news("one", progress: .ended(failure: nil)))
    browser.send(.view(.resized(ScreenSize(columns: 120, rows: 12))))
    #expect(pane(browser).first == "one")
    try tell(&browser, news("two"))
    #expect(pane(browser).first == "two")
  }

  @Test func thePaneScrollsToItsEnd() throws {
    var browser = try browser()
    browser.press(.nextRow)
    let lines = (1...12).map { StyledText(DisplayText("\($0)")) }
    try tell(&browser, .init(lines: lines, progress: .running))
    browser.press(.previewUp)
    #expect(pane(browser).first == "1")
    browser.press(.previewDown, times: 2)
    #expect(pane(browser).first == "3")
    browser.press(.previewDown, times: .max)
    #expect(pane(browser) == (4...12).map { "\($0)" })
    browser.press(.previewUp, times: 1)
    #expect(pane(browser).first == "3")
    browser.press(.previewUp, times: .min)
    #expect(pane(browser).first == "4")
    browser.press(.nextRow)
    try tell(&browser, .init(lines: lines, progress: .running))
    #expect(pane(browser).first == "1")
  }

  // MARK: Shell commands

  @Test func aShellCommandHasTheTerminalUntilItEnds() throws {
    var browser = try browser()
    browser.press(.nextRow)
    browser.enter(":! ls -l {}  ")
    let pending = try #require(browser.state.shellCommandToRun)
    #expect(pending.script == "ls -l {}")
    #expect(pending.row?.name.text == "Arya Stark")
    browser.send(
      .session(.shellCommandEnded(number: pending.number, .init("exit status 1", isError: true))))
    #expect(browser.state.shellCommandToRun == nil)
    #expect(browser.state.notice == .init("exit status 1", isError: true))
  }

  @Test func leavingWaitsForAShellCommand() throws {
    var browser = try browser()
    browser.enter(":!ls")
    #expect(browser.state.shellCommandToRun?.row == nil)
    browser.send(.prompt(.inputEnded))
    let isLeaving = { (state: Browser.State) in
      state.session.orders.contains { if case .leave = $0.order { true } else { false } }
    }
    #expect(!isLeaving(browser.state))
    browser.send(
      .session(
        .shellCommandEnded(number: try #require(browser.state.shellCommandToRun).number, nil)))
    #expect(isLeaving(browser.state))
  }
}
