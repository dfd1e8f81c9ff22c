import ListModel
import LibraryTestSupport
import NameSearch
import Testing

@testable import Browser

/// The undo of review mode, and the edits that it leaves alone.
struct ReviewUndoTests {
  private static let nothingLeft =
    "no more decisions or notes of this session to undo; C-x u to undo older edits"

  private func browser(_ names: String...) throws -> BrowserDriver {
    var browser = try BrowserDriver(
      names.isEmpty ? (10..<40).map { "row \($0)" } : names, columns: 100)
    browser.press(.review)
    return browser
  }

  @Test("Review: u undoes the decisions of this session, newest first, and reports each")
  func newestDecisionFirst() throws {
    var browser = try browser()
    browser.review(.dead, .ok)
    browser.review(.dead, count: 3)
    browser.review(.snooze)
    browser.enter(":snooze 30d")
    for what in ["snoozed, row 15", "dead, 3 rows", "ok, row 11", "dead, row 10"] {
      browser.review(.undo)
      #expect(browser.state.notice?.text == "undone: \(what)")
    }
    #expect(browser.steps == [])
    browser.review(.undo)
    #expect(browser.state.notice?.text == Self.nothingLeft)
  }

  @Test("No edit and no undo reaches another list that has the name of the list shown")
  func replacedList() throws {
    var browser = try browser()
    browser.review(.dead)
    #expect(browser.steps == ["dead, row 10"])
    browser.replaceList()
    let made = try #require(browser.storedVersion)
    let refusal = "list “default” was renamed, deleted or replaced; nothing was changed"
    for key in [ReviewCommand.ok, .like, .undo] {
      browser.review(key)
      #expect(browser.state.notice?.text.hasPrefix(refusal) == true, "\(key)")
    }
    browser.review(.dead, count: 25)
    browser.type("y")
    #expect(browser.state.notice?.text == refusal)
    #expect(browser.storedVersion == made)
  }

  @Test("Review: a number before u undoes that many, and all are told")
  func severalAtOnce() throws {
    var browser = try browser()
    browser.review(.dead, .ok, .dead)
    browser.review(.undo, count: 2)
    #expect(browser.state.notice?.text == "undone: dead, row 12, then ok, row 11")
    browser.review(.undo)
    #expect(browser.state.notice?.text == "undone: dead, row 10")
    browser.review(.dead, .dead, .ok, .dead, .ok)
    browser.review(.undo, count: 9)
    #expect(browser.state.notice?.text == "undone: 5 edits, the last: dead, row 10")
  }

  @Test("Review: u undoes a note of this session, and . no longer repeats it")
  func notes() throws {
    var browser = try browser("Ada", "Bob", "Cyd")
    browser.review(.dead, .note)
    browser.enter(":note why")
    #expect(browser.state.notice?.text == "Bob noted; u to undo")
    browser.review(.dead, .undo, .undo)
    #expect(browser.state.notice?.text == "undone: noted, Bob")
    #expect(browser.steps == ["dead, Ada"])
    browser.review(.again)
    #expect(browser.steps == ["dead, Ada", "dead, Bob"])
    #expect(browser.state.list.flags[try Name("Bob")] == .dead)
    browser.review(.undo, .undo, .undo)
    #expect(browser.state.notice?.text == Self.nothingLeft)
  }

  @Test("Keys that follow C-x u quickly wait until the edit to undo is known")
  func keysAfterUndoWait() throws {
    var browser = try BrowserDriver(["Ada", "Bob"], columns: 100)
    browser.press(.nextRow)
    browser.press(.dead)
    browser.answersEdits = false
    browser.press(.undo)
    browser.press(.redo)
    #expect(browser.state.editsToStore?.map(\.operation) == [.findStep])
    browser.answersEdits = true
    browser.answerEdits()
    browser.answerEdits()
    #expect(browser.steps == ["dead, Ada"])
  }

  @Test("Review: u stops before edits that are older, of others, or no decisions")
  func otherEditsStay() throws {
    var browser = try BrowserDriver(["Ada", "Bob", "Cyd"], columns: 100)
    browser.editElsewhere(.add, try Name("Zoe"), try Name("Zed"))
    browser.editElsewhere(.dead, try Name("Cyd"))
    browser.press(.review)
    browser.review(.like, .dead)
    browser.editElsewhere(.ok, try Name("Zoe"))
    for _ in 0..<4 { browser.review(.undo) }
    #expect(browser.state.notice?.text == Self.nothingLeft)
    #expect(browser.steps == ["added, 2 rows", "dead, Cyd", "liked, Ada", "ok, Zoe"])
  }

  @Test(
    "Review: after random edits, u has undone only decisions of this session",
    arguments: UInt64(0)..<30)
  func anyStory(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var browser = try browser()
    // The decisions of the session, and whether someone else has undone them.
    var own: [(what: String, isUndone: Bool)] = []
    var before = browser.steps
    for round in 0..<40 {
      var isUndo = false
      switch Int.random(in: 0..<9, using: &random) {
      case 0: browser.review(.dead)
      case 1: browser.review(.ok, count: Int.random(in: 1...3, using: &random))
      case 2: browser.review(.like)
      case 3: browser.enter(":note \(round)")
      case 4: browser.editElsewhere(.add, try Name("new \(round)"))
      case 5:
        browser.undoElsewhere()
        if before.last.map(Self.isDecision) == true {
          let place = try #require(own.lastIndex { !$0.isUndone })
          own[place].isUndone = true
        }
      case 6:
        browser.review(.snooze)
        browser.enter(":snooze 2w")
      default:
        let count = Int.random(in: 1...2, using: &random)
        browser.review(.undo, count: count)
        own.removeLast(min(count, own.count))
        isUndo = true
      }
      let after = browser.steps
      defer { before = after }
      if isUndo {
        #expect(after.filter { !Self.isDecision($0) } == before.filter { !Self.isDecision($0) })
      }
      let decisions = after.filter(Self.isDecision)
      if decisions.count > before.count(where: Self.isDecision), let last = decisions.last {
        own.append((last, false))
      }
      #expect(decisions == own.filter { !$0.isUndone }.map(\.what), "\(seed), \(round)")
    }
  }

  private static func isDecision(_ step: String) -> Bool {
    ["dead", "ok", "snoozed", "noted"].contains { step.hasPrefix($0) }
  }

  @Test("Review: keys typed before the store answers undo the same as keys typed later")
  func typedFast() throws {
    var browser = try browser("Ada", "Bob", "Cyd")
    browser.answersEdits = false
    browser.review(.dead, .ok, .undo, .undo, .undo, .dead)
    browser.answersEdits = true
    browser.send(.view(.resized(browser.state.view.size)))
    #expect(browser.steps == ["dead, Ada"])
    #expect(browser.state.prompt.waiting.isEmpty)
  }

  @Test("Review: u reports a decision that was undone elsewhere, and undoes the next one")
  func undoneElsewhere() throws {
    var browser = try browser("Ada", "Bob", "Cyd")
    browser.review(.dead, .ok)
    browser.undoElsewhere()
    browser.review(.undo)
    #expect(browser.state.notice?.text == "already undone: ok, Bob")
    browser.review(.undo)
    #expect(browser.state.notice?.text == "undone: dead, Ada")
  }

  @Test("Review: u does not report a decision as undone if the store has forgotten it")
  func forgottenDecision() throws {
    var browser = try browser("Ada", "Bob", "Cyd")
    browser.review(.dead)
    browser.keepSteps(1)
    browser.review(.ok, .undo)
    #expect(browser.state.notice?.text == "undone: ok, Bob")
    browser.review(.ok)
    browser.editElsewhere(.like, try Name("Cyd"))
    browser.review(.undo)
    #expect(
      browser.state.notice
        == .init(
          "can no longer be undone: ok, Bob; the store keeps only the last edits; u again to undo dead, Ada",
          isError: true))
    #expect(browser.dead == ["Ada"])
    #expect(browser.state.list.flags[try Name("Bob")] == .ok)
  }

  @Test("Undo: the author of the edit is named if it is another person")
  func undoOfOthers() throws {
    var browser = try browser("Ada", "Bob")
    browser.review(.leave)
    browser.editElsewhere(.dead, try Name("Ada"), try Name("Bob"))
    try browser.look()
    browser.undo()
    let text = browser.state.notice?.text.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "TIME")
    #expect(text == "undone: dead, 2 rows, by Ann on TIME")
  }

  @Test("Review: a decision whose row was changed elsewhere stays, and the next is undone")
  func changedElsewhere() throws {
    var browser = try browser("Ada", "Bob", "Cyd")
    browser.review(.dead, .ok)
    browser.editElsewhere(.reopen, try Name("Bob"))
    let refusal = "Bob was edited since: reopened by Ann; nothing was changed"
    browser.review(.undo)
    #expect(browser.state.notice == .init("\(refusal); u again to undo dead, Ada", isError: true))
    browser.review(.undo)
    #expect(browser.state.notice?.text == "undone: dead, Ada")
    #expect(browser.steps == ["ok, Bob", "reopened, Bob"])
    browser.review(.undo)
    #expect(
      browser.state.notice
        == .init("u stops here: ok, Bob cannot be undone", isError: true))
    browser.review(.undo)
    #expect(browser.state.notice == .init(refusal, isError: true))
    // The edit after it is undone, so that it can be undone as well.
    browser.undoElsewhere()
    browser.review(.undo, .undo)
    #expect(browser.state.notice?.text == "undone: ok, Bob")
    browser.review(.undo)
    #expect(browser.state.notice?.text == Self.nothingLeft)
  }

  @Test("Review: an undo that failed can be tried again, unless it never succeeds")
  func failedUndo() throws {
    var browser = try browser("Ada", "Bob", "Cyd")
    browser.review(.dead, .ok)
    for isFinal in [false, true] {
      browser.answersEdits = false
      browser.review(.undo)
      let edit = try #require(browser.state.editsToStore?.first)
      guard case .undo(let step) = edit.operation else { throw CancellationError() }
      #expect(step.what == "ok, Bob")
      browser.send(
        .storing(.editsAnswered([.failed(number: edit.number, reason: "busy", isFinal: isFinal)])))
      let next = isFinal ? "; u again to undo dead, Ada" : ""
      #expect(browser.state.notice == .init("busy\(next)", isError: true))
      browser.answersEdits = true
    }
    browser.review(.undo)
    #expect(browser.state.notice?.text == "undone: dead, Ada")
  }

  @Test("Review: what was redone in this session is undone again")
  func redone() throws {
    var browser = try browser("Ada", "Bob", "Cyd")
    browser.review(.dead, .ok)
    browser.review(.undo, count: 2)
    browser.press(.redo)
    browser.review(.undo)
    #expect(browser.state.notice?.text == "undone: dead, Ada")
    #expect(browser.steps == [])
  }

  // MARK: C-x u and :undo

  private static let ways: [@Sendable (inout BrowserDriver) -> Void] = [
    { $0.press(.undo) }, { $0.enter(":undo") },
  ]

  @Test("Undo: a decision of this session is undone at once", arguments: ways)
  func ownDecision(undo: @Sendable (inout BrowserDriver) -> Void) throws {
    var browser = try BrowserDriver(["Ada", "Bob"])
    browser.enter(":dead Ada")
    undo(&browser)
    #expect(browser.state.cover.question == nil)
    #expect(browser.state.notice?.text == "undone: dead, Ada")
  }

  @Test("Undo: any other edit is named first, and y undoes it", arguments: ways)
  func otherEdit(undo: @Sendable (inout BrowserDriver) -> Void) throws {
    var browser = try BrowserDriver(["Ada", "Bob"], columns: 100)
    browser.enter(":like Ada")
    undo(&browser)
    #expect(browser.question == "undo liked of DAY, Ada?")
    #expect(browser.status.hasPrefix("\(browser.state.cover.question?.text ?? "") [y,n]"))
    browser.type("y")
    #expect(browser.state.notice?.text == "undone: liked, Ada")
    #expect(browser.steps == [])

    browser.editElsewhere(.dead, try Name("Bob"))
    undo(&browser)
    #expect(browser.question == "undo dead by Ann of DAY, Bob?")
    browser.type("n")
    #expect(browser.state.notice?.text == "nothing was changed")
    #expect(browser.steps == ["dead, Bob"])
    #expect(browser.state.prompt.query == "")
  }

  @Test("Undo: a mirror is named by its command and the number of its rows", arguments: ways)
  func mirror(undo: @Sendable (inout BrowserDriver) -> Void) throws {
    var browser = try BrowserDriver(["Ada", "Bob"], columns: 100)
    browser.mirrorElsewhere([(try Name("Ada"), nil), (try Name("Cy"), nil), (try Name("Di"), nil)])
    try browser.look()
    undo(&browser)
    #expect(browser.question == "undo import --mirror by Ann of DAY, 3 rows?")
  }

  @Test("Undo: without an edit to undo, a message says so", arguments: ways)
  func nothing(undo: @Sendable (inout BrowserDriver) -> Void) throws {
    var browser = try BrowserDriver(["Ada", "Bob"])
    undo(&browser)
    #expect(browser.state.cover.question == nil)
    #expect(browser.state.notice?.text == "nothing to undo")
  }
}
