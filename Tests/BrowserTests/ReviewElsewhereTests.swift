import ListModel
import NameSearch
import Testing

@testable import Browser

/// Decisions of others while review mode shows the row.
struct ReviewElsewhereTests {
  private func browser(
    _ names: String..., change: (inout Browser.Settings) -> Void = { _ in }
  ) throws -> BrowserDriver {
    var browser = try BrowserDriver(
      names.isEmpty ? ["Ada", "Bob", "Cyd", "Dan"] : names, columns: 100, change)
    browser.press(.review)
    return browser
  }

  /// The ways to select Cyd.
  private static let ways: [(String, @Sendable (inout BrowserDriver) -> Void)] = [
    ("j", { $0.review(.down, .down) }), ("2j", { $0.review(.down, count: 2) }),
    ("k", { $0.review(.down, .down, .down, .up) }), ("n", { $0.review(.next, .next) }),
    ("arrows", { $0.press(.nextRow, .nextRow) }),
    ("M-End", { $0.press(.lastRow, .previousRow) }),
    ("C-arrows", { $0.press(.nextSection, .nextSection) }),
    ("Space", { $0.review(.tick, .tick) }), ("V", { $0.review(.range, .down, .down) }),
    ("click", { $0.send(.prompt(.clicked(row: 2, column: 10))) }),
    ("d", { $0.review(.dead, .dead) }),
    (
      "find",
      { browser in
        browser.review(.find)
        browser.type("cy")
        browser.enter()
        browser.review(.find)
        browser.type("")
        browser.enter("")
      }
    ), ("jump", { $0.enter(":jump C") }),
  ]

  @Test(arguments: ways.indices, [Edit.Action.ok, .dead])
  func aRowDecidedElsewhereIsLeft(way: Int, action: Edit.Action) throws {
    var browser = try browser()
    Self.ways[way].1(&browser)
    let cyd = try Name("Cyd")
    if browser.state.view.selection != cyd { browser.review(.down, .down) }
    #expect(browser.state.view.selection == cyd, "\(Self.ways[way].0)")
    browser.editElsewhere(action, cyd)
    try browser.look()
    let word = action == .ok ? "ok" : "dead"
    #expect(browser.state.notice?.text.hasPrefix("Cyd decided: \(word) by Ann") == true)
    #expect(browser.state.view.selection?.text == "Dan")
    browser.send(.prompt(.escaped))
    browser.review(.ok)
    #expect(browser.steps.last == "ok, Dan")
  }

  @Test func aDecidedRowThatIsDecidedAgainElsewhereIsLeft() throws {
    var browser = try browser()
    browser.review(.dead, .up)
    #expect(browser.state.view.selection?.text == "Ada")
    browser.editElsewhere(.ok, try Name("Ada"))
    try browser.look()
    #expect(browser.state.notice?.text == "Ada decided: ok by Ann")
    #expect(browser.state.view.selection?.text == "Bob")
  }

  @Test func aRowReopenedElsewhereStaysSelected() throws {
    var browser = try browser()
    browser.review(.dead, .up)
    browser.editElsewhere(.reopen, try Name("Ada"))
    try browser.look()
    #expect(browser.state.view.selection?.text == "Ada")
    browser.editElsewhere(.like, try Name("Ada"))
    try browser.look()
    #expect(browser.state.view.selection?.text == "Ada")
    browser.editElsewhere(.ok, try Name("Ada"))
    try browser.look()
    #expect(browser.state.view.selection?.text == "Bob")
  }

  @Test func ownEditsAreNotReportedAsThoseOfOthers() throws {
    var browser = try browser()
    browser.review(.down, .like)
    browser.enter(":dead all")
    #expect(browser.state.notice?.text.contains("someone") == false)
    browser.review(.undo)
    #expect(browser.state.notice?.text.hasPrefix("undone") == true)
    browser.press(.redo)
    #expect(browser.state.notice?.text.contains("someone") == false)
    try browser.look()
    #expect(browser.state.notice?.text.contains("someone") != true)
  }

  /// An answer of the store may arrive while an edit is being stored.
  @Test func aDecisionElsewhereDuringAnEditIsReportedAfterIt() throws {
    var browser = try browser()
    browser.review(.like, .down)
    browser.editElsewhere(.ok, try Name("Bob"))
    browser.answersEdits = false
    browser.review(.up, .like, .down)
    #expect(browser.state.view.selection?.text == "Bob")
    try browser.look()
    browser.answersEdits = true
    browser.send(.view(.resized(browser.state.view.size)))
    #expect(browser.state.notice?.text == "Bob decided: ok by Ann")
    #expect(browser.state.view.selection?.text == "Cyd")
  }

  @Test func whenTheLastOpenRowIsDecidedNothingIsOpen() throws {
    var browser = try browser("Ada", "Bob")
    browser.review(.dead)
    browser.editElsewhere(.ok, try Name("Bob"))
    try browser.look()
    #expect(
      browser.state.notice?.text
        == "Bob decided: ok by Ann; no open rows; q to quit")
    #expect(browser.state.view.selection?.text == "Bob")
  }

  /// The text that is being typed is about the row, so review leaves the row only after that.
  @Test(arguments: [true, false])
  func theRowIsLeftAfterTyping(isStored: Bool) throws {
    var browser = try browser()
    browser.review(.note)
    browser.type(":note mine")
    browser.editElsewhere(.ok, try Name("Ada"))
    try browser.look()
    #expect(browser.state.notice?.text == "Ada decided: ok by Ann")
    #expect(browser.state.view.selection?.text == "Ada")
    if isStored { browser.enter(":note mine") } else { browser.send(.prompt(.escaped)) }
    #expect(browser.state.notice?.text == "Ada decided: ok by Ann")
    #expect(browser.state.view.selection?.text == "Bob")
    browser.review(.dead)
    #expect(try browser.state.list.flags[Name("Ada")].contains(.ok))
  }

  /// Neither one that is still being read, nor one that someone else has written meanwhile.
  @Test func aTypedNoteReplacesOnlyANoteThatWasShown() throws {
    var browser = try browser()
    let ada = try Name("Ada")
    browser.editElsewhere(.note, ada, note: try Note("theirs"))
    try browser.look()
    browser.answersRemarks = false
    browser.readStore([ada: .noted])
    browser.review(.note)
    #expect(browser.state.prompt.asked?.line == ":note ", "it was not read yet")
    browser.enter(":note mine")
    #expect(browser.notice == "the note of Ada is still being read; Enter to try again")
    #expect(browser.state.prompt.line == ":note mine")
    browser.answersRemarks = true
    browser.enter(":note mine")
    browser.enter(":note mine")
    #expect(browser.notice == "Ada has another note; Enter to replace it: theirs")
    #expect(try browser.note(of: "Ada") == "theirs")
    browser.enter(":note mine")
    #expect(try browser.note(of: "Ada") == "mine")

    browser.review(.note)
    #expect(browser.state.prompt.asked?.line == ":note mine")
    browser.editElsewhere(.note, ada, note: try Note("newer"))
    try browser.look()
    browser.enter(":note mine, too")
    #expect(browser.notice == "Ada has another note; Enter to replace it: newer")
    browser.editElsewhere(.note, ada)
    try browser.look()
    browser.enter(":note mine, too")
    #expect(browser.notice == "Ada has no note any more; Enter to store this one")
    #expect(try browser.note(of: "Ada") == nil)
    browser.enter(":note mine, too")
    #expect(try browser.note(of: "Ada") == "mine, too")
  }

  /// The key may have been meant for the row that was selected until then.
  @Test(arguments: [Edit.Action.dead, .drop])
  func aKeyDecidesNoRowThatHasJustTakenThePlaceOfAnother(action: Edit.Action) throws {
    var browser = try browser()
    browser.seesArrivals = false
    browser.review(.down)
    let bob = try Name("Bob")
    browser.editElsewhere(action, bob)
    try browser.look()
    let news = action == .dead ? "Bob decided: dead by Ann" : "Bob was dropped by Ann"
    #expect(browser.notice == news)
    let edits = browser.steps
    for key in [ReviewCommand.ok, .snooze, .note, .tick, .again] { browser.review(key) }
    browser.press(.dead)
    #expect(browser.steps == edits)
    #expect(browser.state.takesPlainKeys)
    #expect(browser.notice == "\(news); nothing was changed")
    // A row that the user selects is known.
    browser.review(.down, .up, .ok)
    #expect(browser.steps.count == edits.count + 1)
    #expect(browser.notice?.contains("nothing was changed") == false)

    browser.editElsewhere(.dead, try #require(browser.state.view.selection))
    try browser.look()
    browser.review(.ok)
    #expect(browser.notice?.hasSuffix("nothing was changed") == true)
    let arrival = try #require(browser.state.arrivalToSee)
    browser.send(.review(.arrivalSeen(arrival)))
    browser.review(.ok)
    #expect(browser.notice?.contains("decided: ok") == true)
  }

  @Test func aDecisionAboutAnOlderRevisionSaysThatTheRowIsOpen() throws {
    var browser = try browser("Ada", "Bob")
    let rows = try ["Ada", "Bob"].map { try Name($0) }
    browser.mirrorElsewhere(rows.map { ($0, "r1") })
    try browser.look()
    browser.mirrorElsewhere(rows.map { ($0, "r2") })
    browser.review(.ok)
    #expect(
      browser.notice?.hasPrefix(
        "Ada decided: ok, but it has changed meanwhile and is open; u to undo") == true,
      "\(browser.notice ?? "")")
    #expect(try browser.state.list.flags[Name("Ada")].isOpen)
  }

  // MARK: Rows that are dropped

  @Test func aRowDroppedElsewhereIsLeft() throws {
    var browser = try browser()
    browser.review(.down)
    browser.editElsewhere(.ok, try Name("Cyd"))
    try browser.look()
    browser.editElsewhere(.drop, try Name("Bob"))
    try browser.look()
    #expect(browser.state.notice?.text == "Bob was dropped by Ann")
    #expect(browser.state.view.selection?.text == "Dan", "Cyd is decided")
  }

  @Test func aRowDroppedByAMirrorIsLeft() throws {
    var browser = try browser()
    browser.review(.next, .dead)
    let rows = try ["Ada", "Bob", "Dan"].map { (name: try Name($0), revision: String?.none) }
    browser.mirrorElsewhere(rows)
    try browser.look()
    #expect(browser.state.notice?.text == "Cyd was dropped by Ann")
    #expect(browser.state.view.selection?.text == "Dan", "the next open row after Bob")
  }

  /// The row may leave the screen before or after the store reports who dropped it.
  @Test func theRowMayDisappearBeforeItsDropIsReported() throws {
    var browser = try browser()
    browser.review(.down)
    browser.send(.list(.indexed(browser.state.list.index.removing([try Name("Bob")]))))
    #expect(browser.state.notice?.text == "Bob was dropped")
    #expect(browser.state.view.selection?.text == "Cyd")
  }

  @Test func whenTheLastOpenRowIsDroppedNothingIsOpen() throws {
    var browser = try browser("Ada", "Bob")
    browser.review(.dead)
    browser.editElsewhere(.drop, try Name("Bob"))
    try browser.look()
    #expect(browser.state.notice?.text == "Bob was dropped by Ann; no open rows; q to quit")
    #expect(browser.state.view.selection?.text == "Ada")
  }

  @Test(arguments: [":drop", ":drop all", ":drop section"])
  func anOwnDropIsNotReportedAsThatOfAnother(command: String) throws {
    var browser = try browser()
    browser.enter(command)
    #expect(browser.state.notice?.text.contains("was dropped") != true)
    try browser.look()
    #expect(browser.state.notice?.text.contains("was dropped") != true)
  }

  @Test func inPlainModeTheNextRowIsPrinted() throws {
    var browser = try BrowserDriver(["Ada", "Bob"]) { ($0.isPlain, $0.reviews) = (true, true) }
    browser.editElsewhere(.drop, try Name("Ada"))
    try browser.look()
    #expect(browser.state.notice?.text == "Ada was dropped by Ann")
    #expect(browser.orders.last?.contains("Bob") == true)
  }

  /// Whatever others do while an answer is typed, it is about the row that was printed.
  @Test(
    arguments: [["d"], ["z 30d"], ["z", "30d"], ["m mine"], ["m", "mine"]],
    [Edit.Action.drop, .ok])
  func inPlainModeAnAnswerIsAboutThePrintedRow(lines: [String], action: Edit.Action) throws {
    var browser = try BrowserDriver(["Ada", "Bob"]) { ($0.isPlain, $0.reviews) = (true, true) }
    for line in lines.dropLast() { browser.enter(line) }
    let last = try #require(lines.last)
    browser.type(last)
    let printed = browser.orders.count
    browser.editElsewhere(action, try Name("Ada"))
    try browser.look()
    #expect(!browser.orders.dropFirst(printed).contains { $0.hasPrefix("print") })
    browser.enter(last)
    #expect(browser.orders.last?.contains("Bob") == true, "the next row is printed")
    #expect(try browser.state.list.flags[Name("Bob")] == [])
    #expect(browser.state.promptText == browser.state.settings.plainReviewPrompt(isChanged: false))
    if action == .drop {
      #expect(browser.notice == "nothing was changed", "the drop was said before")
    } else if lines[0].hasPrefix("m") {
      #expect(try browser.note(of: "Ada") == "mine")
    } else {
      #expect(browser.notice == "Ada decided: ok by Ann; nothing was changed")
      #expect(try browser.state.list.flags[Name("Ada")] == .ok)
    }
    browser.enter("d")
    #expect(try browser.state.list.flags[Name("Bob")] == .dead)
  }

  @Test func inPlainModeTheLastRowIsDroppedWhileItsNoteIsTyped() throws {
    var browser = try BrowserDriver(["Ada"]) { ($0.isPlain, $0.reviews) = (true, true) }
    browser.enter("m")
    browser.type("mine")
    browser.editElsewhere(.drop, try Name("Ada"))
    try browser.look()
    browser.enter("mine")
    #expect(browser.notice?.contains("no open rows") == true, "\(browser.notice ?? "")")
    #expect(browser.state.promptText == browser.state.settings.plainReviewPrompt(isChanged: false))
  }

  @Test func inPlainModeNoRowIsSkippedUnprinted() throws {
    var browser = try BrowserDriver(["Ada", "Bob", "Cyd"]) {
      ($0.isPlain, $0.reviews) = (true, true)
    }
    browser.type("n")
    browser.editElsewhere(.drop, try Name("Ada"))
    try browser.look()
    browser.enter("n")
    #expect(browser.orders.last?.contains("Bob") == true)
    // The answer may also be erased.
    browser.type("d")
    browser.editElsewhere(.ok, try Name("Bob"))
    try browser.look()
    let printed = browser.orders.count
    browser.type("")
    #expect(!browser.orders.dropFirst(printed).contains { $0.contains("Bob") })
    #expect(browser.orders.last?.contains("Cyd") == true)
  }

  /// It waits while rows that have come are being searched.
  @Test func inPlainModeAnAnswerThatWaitsIsAboutThePrintedRow() throws {
    var browser = try BrowserDriver(["Ada", "Bob"]) { ($0.isPlain, $0.reviews) = (true, true) }
    browser.type("d")
    browser.editElsewhere(.ok, try Name("Ada"))
    try browser.look()
    browser.answersSearches = false
    browser.arrive([try Name("Zoe")])
    browser.enter("d")
    #expect(browser.state.prompt.waiting.count == 1)
    browser.answersSearches = true
    browser.answerSearch()
    browser.answerEdits()
    #expect(browser.orders.last?.contains("Bob") == true)
    #expect(try browser.state.list.flags[Name("Bob")] == [])
  }

  @Test func inPlainModeReviewGoesOnAfterAnEmptyListing() throws {
    var browser = try BrowserDriver(["Ada", "Bob"]) { ($0.isPlain, $0.reviews) = (true, true) }
    browser.enter(":show liked")
    browser.enter(":show all")
    browser.enter("n")
    #expect(browser.orders.last?.hasPrefix("print") == true)
    browser.enter("d")
    #expect(browser.steps.last?.hasPrefix("dead") == true)
  }

  @Test func inPlainModeARefusedLineHidesNoRow() throws {
    var browser = try BrowserDriver(["Ada", "Bob"]) { $0.isPlain = true }
    browser.type(":bogus")
    browser.enter(":bogus")
    browser.enter(":review")
    #expect(browser.orders.last?.contains("Ada") == true)
    browser.enter("d")
    #expect(try browser.state.list.flags[Name("Ada")] == .dead)
    #expect(browser.orders.last?.contains("Bob") == true)
  }

  @Test func inPlainModeATypedNoteReplacesOnlyANoteThatWasShown() throws {
    var browser = try BrowserDriver(["Ada"]) { ($0.isPlain, $0.reviews) = (true, true) }
    let ada = try Name("Ada")
    browser.press(.note)
    browser.editElsewhere(.note, ada, note: try Note("theirs"))
    try browser.look()
    browser.enter(":note mine")
    #expect(browser.notice == "Ada has another note; Enter to replace it: theirs")
    #expect(browser.orders.last == "set :note mine")
    #expect(try browser.note(of: "Ada") == "theirs")
    browser.enter(":note mine")
    #expect(try browser.note(of: "Ada") == "mine")
  }

  /// A row that someone else has decided is not asked about once more.
  @Test func inPlainModeADecidedRowIsNotPrintedAgain() throws {
    var browser = try BrowserDriver(["Ada", "Bob"]) { ($0.isPlain, $0.reviews) = (true, true) }
    let printed = browser.orders.count
    browser.editElsewhere(.dead, try Name("Ada"))
    try browser.look()
    let new = browser.orders.dropFirst(printed)
    #expect(!new.contains { $0.contains("Ada") }, "\(new)")
    #expect(new.last?.contains("Bob") == true)
  }

  /// What others change about the row is printed, but a change that cannot be seen is not.
  @Test func inPlainModeARowIsPrintedAgainWithItsNote() throws {
    var browser = try BrowserDriver(["Ada", "Bob"]) { ($0.isPlain, $0.reviews) = (true, true) }
    let printed = browser.orders.count
    browser.editElsewhere(.note, try Name("Ada"), note: try Note("look here"))
    try browser.look()
    #expect(browser.orders.dropFirst(printed).contains { $0.contains("look here") })
    let noted = browser.orders.count
    try browser.look()
    #expect(browser.orders.count == noted)
  }

  @Test func aDecisionElsewhereIsReportedEvenIfAFilterHidesTheRow() throws {
    var browser = try browser()
    browser.enter(":show open")
    browser.review(.down)
    browser.editElsewhere(.dead, try Name("Bob"))
    try browser.look()
    #expect(browser.state.notice?.text == "Bob decided: dead by Ann")
    #expect(browser.state.view.selection?.text == "Cyd")
    #expect(browser.names == ["Ada", "Cyd", "Dan"])
  }
}
