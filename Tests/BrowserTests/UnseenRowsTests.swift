import ListModel
import NameSearch
import Pagination
import TerminalText
import Testing

@testable import Browser

/// A key never decides a row that the user has not seen, or did not mean.
struct UnseenRowsTests {
  // MARK: Before the first row is known

  /// Review mode of a slow source that has brought some rows.
  private func reading(_ names: String...) throws -> Browser.State {
    var settings = Browser.Settings()
    settings.reviews = true
    var state = Browser.State(settings: settings, order: NameOrder())
    Browser.reduce(&state, .view(.resized(ScreenSize(columns: 80, rows: 24))))
    try arrive(names, in: &state)
    return state
  }

  private func arrive(_ names: [String], in state: inout Browser.State, areAll: Bool = false) throws
  {
    Browser.reduce(&state, .intake(.pageRead(.of(count: names.count))))
    let index = state.list.index.adding(NameBatch(try names.map { try Name($0) }))
    Browser.reduce(&state, .list(.indexed(index, areAll: areAll)))
    if areAll { Browser.reduce(&state, .intake(.pages(.pageLoaded(next: nil)))) }
    Browser.reduce(&state, .list(.listed(try #require(Listing(state.search)))))
    if state.opensReview { Browser.reduce(&state, .review(.reviewOpened(after: nil))) }
  }

  private static let keys: [Browser.Event] = [
    .prompt(.reviewKeyPressed(.dead)), .prompt(.reviewKeyPressed(.ok, count: 2)),
    .prompt(.reviewKeyPressed(.like)),
    .prompt(.reviewKeyPressed(.note)), .prompt(.reviewKeyPressed(.next)),
    .prompt(.reviewKeyPressed(.tick)),
  ]

  @Test("Review: a key never decides a row that comes after it", arguments: keys.indices)
  func keyBeforeItsRow(place: Int) throws {
    var state = try reading("Zed")
    Browser.reduce(&state, Self.keys[place])
    Browser.reduce(&state, .prompt(.reviewKeyPressed(.dead)))
    try arrive(["Ada"], in: &state, areAll: true)
    #expect(state.view.selection?.text == "Ada")
    #expect(state.storing.edits.isEmpty && state.prompt.waiting.isEmpty)
    #expect(
      state.notice
        == .init("nothing was decided: Ada was not shown when the key was pressed", isError: true))
    Browser.reduce(&state, .prompt(.reviewKeyPressed(.dead)))
    #expect(state.storing.edits.first?.edit?.names == [try Name("Ada")])
  }

  @Test("Review: a key decides a row that was shown, once it is known to be the first")
  func keyAboutAShownRow() throws {
    var state = try reading("Ada")
    Browser.reduce(&state, .prompt(.reviewKeyPressed(.dead)))
    #expect(state.storing.edits.isEmpty)
    try arrive(["Zed"], in: &state, areAll: true)
    #expect(state.storing.edits.first?.edit?.names == [try Name("Ada")])
  }

  @Test("Review: while a long list is read, help opens and q leaves")
  func keysWithoutARow() throws {
    var state = try reading("Zed")
    Browser.reduce(&state, .prompt(.reviewKeyPressed(.help)))
    #expect(state.cover.overlay.isHelp)
    Browser.reduce(&state, .prompt(.reviewKeyPressed(.leave)))
    #expect(state.cover.overlay == nil)
    Browser.reduce(&state, .prompt(.reviewKeyPressed(.leave)))
    #expect(state.isLeaving)
  }

  // MARK: A prompt whose command was removed

  private static let questions: [(Command, ReviewCommand, String)] = [
    (.note, .note, ":note"), (.snooze, .snooze, ":snooze"),
  ]

  /// A browser with one of the questions about Ada.
  private func asked(_ place: Int, inReview: Bool) throws -> BrowserDriver {
    let (command, key, _) = Self.questions[place]
    var browser = try BrowserDriver(["Ada", "Bob"])
    if inReview {
      browser.press(.review)
      browser.review(key)
    } else {
      browser.press(.nextRow, command)
    }
    return browser
  }

  @Test(
    "Notes and snoozes: C-u keeps the question", arguments: questions.indices, [true, false])
  func emptiedPrompt(place: Int, inReview: Bool) throws {
    let (command, _, text) = Self.questions[place]
    var browser = try asked(place, inReview: inReview)
    browser.type("\(text) old")
    // C-u, then Backspace, then a letter at the start of the line.
    for (line, restored) in [
      ("", "\(text) "), (String(text.dropLast()), "\(text) "), ("3", "\(text) 3"),
      ("x\(text) old", "\(text) xold"),
    ] {
      browser.type(line)
      #expect(browser.state.prompt.line == restored)
      #expect(browser.orders.last == "set \(restored)")
    }
    browser.enter("30d")
    let flags = browser.state.list.flags[try Name("Ada")]
    #expect(flags.contains(command == .note ? .noted : .snoozed))
    #expect(flags.decision == nil)
    #expect(browser.state.prompt.query == "")
  }

  @Test("Notes: C-u and Enter remove the note and decide nothing")
  func emptiedNote() throws {
    var browser = try BrowserDriver(["Ada", "Bob"])
    browser.press(.nextRow)
    browser.enter(":note old")
    browser.press(.note)
    browser.type("")
    browser.enter("")
    #expect(try browser.state.list.flags[Name("Ada")] == [])
  }

  @Test(
    "Notes and snoozes: C-c, C-g and Esc cancel the question", arguments: questions.indices,
    [true, false])
  func cancelledPrompt(place: Int, inReview: Bool) throws {
    let text = Self.questions[place].2
    for way in 0..<3 {
      var browser = try asked(place, inReview: inReview)
      browser.type("\(text) 3")
      switch way {
      case 0:
        // C-c empties the line first.
        browser.type("")
        browser.send(.prompt(.interrupted(line: "\(text) 3")))
      case 1: browser.send(.prompt(.commandGiven(.abort, line: "\(text) 3")))
      default: browser.send(.prompt(.escaped))
      }
      #expect(browser.state.prompt.asked == nil)
      #expect(browser.orders.last == "set ")
      browser.type("")
      #expect(browser.state.prompt.asked == nil && browser.state.formatHint == nil)
      #expect(!browser.state.isLeaving)
      if inReview { #expect(browser.state.takesPlainKeys) }
    }
  }

  @Test("Notes: another command in the prompt is that command")
  func anotherCommand() throws {
    var browser = try BrowserDriver(["Ada", "Bob"])
    browser.press(.nextRow, .note)
    browser.type(":dead all")
    browser.enter(":dead all")
    #expect(try browser.state.list.flags[Name("Bob")] == .dead)
  }

  // MARK: A refused decision

  @Test("Review: a refused decision selects its row again")
  func refusedDecision() throws {
    var browser = try BrowserDriver(["Ada", "Bob", "Cyd"])
    browser.press(.review)
    browser.answersEdits = false
    browser.review(.dead)
    #expect(browser.state.view.selection?.text == "Bob")
    let number = try #require(browser.state.editsToStore?.first).number
    browser.send(.storing(.editsAnswered([.failed(number: number, reason: "read-only")])))
    #expect(browser.state.view.selection?.text == "Ada")
    #expect(browser.state.review?.open?.text == "Ada")
    browser.answersEdits = true
    browser.review(.ok)
    #expect(try browser.state.list.flags[Name("Ada")] == .ok)
    #expect(browser.state.view.selection?.text == "Bob")
  }

  // MARK: What is said under an overlay

  @Test("Review: a decision of someone else under the help is reported when it closes")
  func decidedUnderTheHelp() throws {
    var browser = try BrowserDriver(["Ada", "Bob"], columns: 100)
    browser.press(.review)
    browser.review(.help)
    browser.editElsewhere(.dead, try Name("Ada"))
    try browser.look()
    browser.review(.leave)
    #expect(browser.state.cover.overlay == nil)
    #expect(browser.state.notice?.text.hasPrefix("Ada decided: dead by Ann") == true)
    #expect(browser.state.view.selection?.text == "Bob")
  }

  // MARK: Counts

  @Test("Review: rows of a pipe are counted, too, and Enter is not offered")
  func countsOfAPipe() throws {
    var browser = try BrowserDriver(["Ada", "Bob"], columns: 100) {
      $0.isFirstRun = true
      $0.browsesKeptList = false
    }
    browser.press(.review)
    #expect(browser.status.hasSuffix("0 of 2 decided, 2 open"))
    browser.review(.dead)
    #expect(browser.status.contains("1 of 2 decided, 1 open"))
  }
}
