import ListModel
import NameSearch
import TerminalText
import Testing

@testable import Browser

/// A key never decides a row that the user has not seen, or did not mean.
struct UnseenRowsTests {
  // MARK: Before the first row is known

  /// The keys of review mode that act on rows.
  private static let keys = ReviewCommand.allCases.filter(\.needsRow)

  @Test("Review: a key before the first row is known does nothing later", arguments: keys)
  func keyBeforeTheFirstRow(key: ReviewCommand) throws {
    var browser = try BrowserDriver {
      $0.reviews = true; $0.isPaged = true
    }
    browser.review(key)
    let said = browser.state.notice
    #expect(said?.isError == true)
    #expect(
      said?.text.hasPrefix("\(key.keyLabel) does nothing yet: the rows are still being read")
        == true)
    #expect(browser.state.waiting.isEmpty)
    #expect(browser.state.edits.isEmpty)
  }

  @Test("Review: while a long list is read, q, ? and : work, and d does not wait")
  func keysWhileRowsAreRead() throws {
    let state = try BrowserDriver { $0.reviews = true }.state
    var reading = Browser.State(settings: state.settings, order: NameOrder())
    let batch = NameBatch([try Name("Ada"), try Name("Bob")])
    Browser.reduce(&reading, .resized(ScreenSize(columns: 80, rows: 24)))
    Browser.reduce(&reading, .pageRead(.of(count: 2)))
    Browser.reduce(&reading, .indexed(reading.index.adding(batch)))
    if let listing = Listing(reading.search) { Browser.reduce(&reading, .listed(listing)) }
    #expect(reading.listing?.count == 2)
    for key in [ReviewCommand.dead, .ok, .like] {
      Browser.reduce(&reading, .reviewKeyPressed(key))
      #expect(reading.waiting.isEmpty)
      #expect(reading.edits.isEmpty)
    }
    Browser.reduce(&reading, .unknownKeyPressed("w"))
    #expect(reading.notice?.text.hasPrefix("w does nothing yet") == true)
    Browser.reduce(&reading, .reviewKeyPressed(.help))
    #expect(reading.overlay.isHelp)
    Browser.reduce(&reading, .reviewKeyPressed(.leave))
    #expect(reading.overlay == nil)
    Browser.reduce(&reading, .reviewKeyPressed(.leave))
    #expect(reading.isLeaving)
  }

  // MARK: A prompt whose command was removed

  private static let questions: [(Command, ReviewCommand, String)] = [
    (.note, .note, ":note"), (.snooze, .snooze, ":snooze"),
  ]

  @Test(
    "Notes and snoozes: C-u keeps the question", arguments: questions.indices, [true, false])
  func emptiedPrompt(place: Int, inReview: Bool) throws {
    let (command, key, text) = Self.questions[place]
    var browser = try BrowserDriver(["Ada", "Bob"])
    if inReview {
      browser.press(.review)
      browser.review(key)
    } else {
      browser.press(.nextRow, command)
    }
    browser.type("\(text) old")
    // C-u, then Backspace, then a letter at the start of the line.
    for (line, restored) in [
      ("", "\(text) "), (String(text.dropLast()), "\(text) "), ("3", "\(text) 3"),
      ("x\(text) old", "\(text) xold"),
    ] {
      browser.type(line)
      #expect(browser.state.line == restored)
      #expect(browser.orders.last == "set \(restored)")
    }
    browser.enter("30d")
    let flags = browser.state.flags[try Name("Ada")]
    #expect(flags.contains(command == .note ? .noted : .snoozed))
    #expect(flags.decision == nil)
    #expect(browser.state.query == "")
  }

  @Test("Notes: C-u and Enter remove the note and decide nothing")
  func emptiedNote() throws {
    var browser = try BrowserDriver(["Ada", "Bob"])
    browser.press(.nextRow)
    browser.enter(":note old")
    browser.press(.note)
    browser.type("")
    browser.enter("")
    #expect(try browser.state.flags[Name("Ada")] == [])
  }

  @Test("Notes: another command in the prompt is that command")
  func anotherCommand() throws {
    var browser = try BrowserDriver(["Ada", "Bob"])
    browser.press(.nextRow, .note)
    browser.type(":dead all")
    browser.enter(":dead all")
    #expect(try browser.state.flags[Name("Bob")] == .dead)
  }

  // MARK: A refused decision

  @Test("Review: a refused decision selects its row again")
  func refusedDecision() throws {
    var browser = try BrowserDriver(["Ada", "Bob", "Cyd"])
    browser.press(.review)
    browser.answersEdits = false
    browser.review(.dead)
    #expect(browser.state.selection?.text == "Bob")
    let number = try #require(browser.state.editsToStore?.first).number
    browser.send(.editsAnswered([.failed(number: number, reason: "read-only")]))
    #expect(browser.state.selection?.text == "Ada")
    #expect(browser.state.review?.open?.text == "Ada")
    browser.answersEdits = true
    browser.review(.ok)
    #expect(try browser.state.flags[Name("Ada")] == .ok)
    #expect(browser.state.selection?.text == "Bob")
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
    #expect(browser.state.overlay == nil)
    #expect(browser.state.notice?.text.hasPrefix("Ada decided: dead by Ann") == true)
    #expect(browser.state.selection?.text == "Bob")
  }

  // MARK: Counts and errors

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

  @Test("A long error keeps its start and its end")
  func longError() throws {
    var browser = try BrowserDriver(["Ada"], columns: 60)
    browser.enter(":show foo")
    let text = try #require(browser.state.notice?.text)
    #expect(text.count > 60)
    let status = browser.status
    #expect(status.contains("…"))
    #expect(text.hasPrefix(status.prefix { $0 != "…" }))
    #expect(text.hasSuffix(status.drop { $0 != "…" }.dropFirst()))
    #expect(status.prefix { $0 != "…" }.count == 20)
  }
}
