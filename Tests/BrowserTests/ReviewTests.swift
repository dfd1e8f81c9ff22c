import ListModel
import NameSearch
import TestSupport
import TerminalText
import Testing

@testable import Browser

/// Going through a list, with one key per decision.
struct ReviewTests {
  private let names = ["Ada", "Bob", "Cyd", "Dan", "Eve"]

  private func browser(
    _ names: [String]? = nil, columns: Int = 100,
    _ change: (inout Browser.Settings) -> Void = { _ in }
  ) throws -> BrowserDriver {
    var browser = try BrowserDriver(names ?? self.names, columns: columns) {
      $0.countsProgress = true
      change(&$0)
    }
    browser.countsDecisions = true
    browser.press(.review)
    return browser
  }

  private func flags(_ browser: BrowserDriver, _ text: String) throws -> Flags {
    browser.state.list.flags[try Name(text)]
  }

  @Test func oneKeyDecidesARowAndGoesToTheNextOpenOne() throws {
    var browser = try browser()
    #expect(browser.state.view.selection?.text == "Ada")
    browser.review(.dead)
    #expect(browser.state.view.selection?.text == "Bob")
    browser.review(.ok)
    #expect(browser.state.view.selection?.text == "Cyd")
    #expect(try flags(browser, "Ada") == .dead)
    #expect(try flags(browser, "Bob") == .ok)
    #expect(browser.status.hasSuffix("default · 2 of 5 decided, 3 open · 2 today"))
  }

  /// Counting many decisions takes the store longer than finding the last one.
  @Test func theFirstRowIsFoundBeforeDecisionsAreCounted() throws {
    var state = try BrowserDriver(names) { $0.countsProgress = true }.state
    #expect(state.progressToCount != nil)
    Browser.reduce(&state, .prompt(.commandGiven(.review, line: "")))
    #expect(state.opensReview)
    #expect(state.progressToCount == nil)
    Browser.reduce(&state, .review(.reviewOpened(after: nil)))
    #expect(state.progressToCount != nil)
  }

  @Test func reviewBeginsAfterTheRowDecidedLast() throws {
    var browser = try BrowserDriver(names)
    browser.enter(":ok Dan")
    browser.enter(":dead Bob")
    browser.press(.review)
    #expect(browser.state.view.selection?.text == "Cyd")
    browser.review(.dead)
    #expect(browser.state.view.selection?.text == "Eve")
    browser.review(.dead)
    #expect(browser.state.view.selection?.text == "Ada")
  }

  @Test func noOpenRowIsReported() throws {
    var browser = try browser(["Ada", "Bob"])
    browser.review(.dead, .ok)
    #expect(browser.state.notice == .init("Bob decided: ok; no open rows; q to quit"))
    #expect(browser.status.hasSuffix("q to quit · default · 2 of 2 decided, 0 open · 2 today"))
    browser.review(.next)
    #expect(
      browser.state.notice
        == .init("no open rows: 2 of 2 decided, 2 today; q to quit"))
    browser.review(.leave)
    #expect(!browser.state.takesPlainKeys)
  }

  @Test func aRowThatArrivesAfterTheLastDecisionIsNext() throws {
    var browser = try browser(["Ada", "Bob"])
    browser.review(.dead, .ok)
    #expect(browser.state.view.selection?.text == "Bob")
    browser.arrive([try Name("Abe")])
    #expect(browser.state.view.selection?.text == "Abe")
    browser.review(.dead)
    #expect(browser.state.notice?.text.contains("no open rows") == true)
  }

  @Test func aRowThatArrivesDuringTheLastDecisionIsNext() throws {
    var browser = try browser(["Ada"])
    browser.answersEdits = false
    browser.review(.dead)
    browser.arrive([try Name("Abe")])
    #expect(browser.state.view.selection?.text == "Ada")
    browser.answersEdits = true
    browser.send(.view(.resized(browser.state.view.size)))
    #expect(browser.state.view.selection?.text == "Abe")
    #expect(browser.state.notice?.text == "Ada decided: dead; u to undo")
  }

  @Test func afterGoingBackAnArrivingRowIsNotSelected() throws {
    var browser = try browser(["Ada", "Bob"])
    browser.review(.dead, .ok)
    browser.review(.back, .back)
    #expect(browser.state.view.selection?.text == "Ada")
    browser.arrive([try Name("Cyd")])
    #expect(browser.state.view.selection?.text == "Ada")
  }

  @Test func inPlainModeAnArrivingRowIsPrinted() throws {
    var browser = try browser(["Ada"]) { $0.isPlain = true }
    browser.enter("d")
    browser.arrive([try Name("Abe")])
    #expect(browser.orders.last?.hasPrefix("print") == true)
    #expect(browser.orders.last?.contains("Abe") == true)
  }

  @Test func keysWorkWhileEarlierDecisionsAreBeingStored() throws {
    var browser = try browser()
    browser.answersEdits = false
    browser.review(.dead, .dead, .ok)
    #expect(browser.state.view.selection?.text == "Dan")
    #expect(browser.state.storing.edits.count == 3)
    #expect(try flags(browser, "Ada") == [])
    browser.answersEdits = true
    browser.review(.dead)
    #expect(try flags(browser, "Ada") == .dead)
    #expect(try flags(browser, "Cyd") == .ok)
    #expect(browser.state.view.selection?.text == "Eve")
  }

  @Test func backSelectsTheDecidedRowAndUndoReopensIt() throws {
    var browser = try browser()
    browser.review(.dead, .ok, .back)
    #expect(browser.state.view.selection?.text == "Bob")
    browser.review(.undo)
    #expect(try flags(browser, "Bob") == [])
    #expect(browser.state.view.selection?.text == "Bob")
    browser.review(.back)
    #expect(browser.state.view.selection?.text == "Ada")
    browser.review(.back)
    #expect(browser.state.notice == .init("no earlier decision to go back to"))
  }

  @Test func theLastDecisionIsRepeatedWithItsNote() throws {
    var browser = try browser()
    browser.review(.again)
    #expect(browser.state.storing.edits.isEmpty)
    browser.review(.note)
    #expect(!browser.state.takesPlainKeys)
    browser.type(":note old")
    browser.enter(":note old")
    #expect(browser.state.takesPlainKeys)
    browser.review(.dead, .again)
    #expect(try flags(browser, "Ada") == [.dead, .noted])
    #expect(try flags(browser, "Bob") == [.dead, .noted])
    #expect(browser.screen().contains { $0.contains("Bob  old") })
  }

  @Test func aNumberDecidesThatManyOpenRowsInOneStep() throws {
    var browser = try BrowserDriver(names + ["Fay"])
    browser.enter(":dead Bob")
    browser.enter(":dead Fay")
    browser.press(.review)
    browser.review(.ok, count: 3)
    #expect(try flags(browser, "Ada") == .ok)
    #expect(try flags(browser, "Bob") == .dead)
    #expect(try flags(browser, "Dan") == .ok)
    #expect(try flags(browser, "Eve") == [])
    browser.review(.undo)
    #expect(try flags(browser, "Ada") == [])
    #expect(try flags(browser, "Dan") == [])
  }

  @Test func aSnoozedRowIsNotOpen() throws {
    var browser = try browser()
    browser.review(.snooze)
    browser.enter(":snooze 30d")
    #expect(try flags(browser, "Ada") == .snoozed)
    #expect(browser.state.view.selection?.text == "Bob")
    browser.send(.facts(.snoozesEnded([try Name("Ada")])))
    #expect(try flags(browser, "Ada") == [])
    browser.review(.dead, .dead, .dead, .dead)
    #expect(browser.state.view.selection?.text == "Ada")
  }

  @Test func aRowDecidedBySomeoneElseIsLeft() throws {
    var browser = try browser()
    browser.editElsewhere(.ok, try Name("Ada"))
    try browser.look()
    #expect(browser.state.view.selection?.text == "Bob")
    #expect(browser.state.notice == .init("Ada decided: ok by Ann"))
  }

  @Test("Review: the current row shows who settled it and which ticks are lost")
  func whoHasSettledTheRow() throws {
    var browser = try browser()
    let (ada, bob) = (try Name("Ada"), try Name("Bob"))
    browser.review(.tick, .tick)
    browser.press(.firstRow)
    browser.editElsewhere(.dead, ada, bob)
    try browser.look()
    #expect(
      browser.state.notice?.text
        == "Ada decided: dead by Ann; 2 rows have changed and are no longer ticked")
  }

  @Test(
    "Review: the revision of a changed row is not shown as an earlier one",
    arguments: [
      ("a1", "before it was dropped"), ("b2", "when it was a1"), (nil, "when it was a1"),
    ] as [(String?, String)])
  func earlierRevision(revision: String?, words: String) throws {
    var browser = try browser()
    let ada = try Name("Ada")
    browser.readStore([ada: .changed])
    var remark = Remark()
    (remark.verdict, remark.about, remark.revision) = (.dead, "a1", revision)
    browser.send(
      .facts(
        .remarksRead(.init(names: [ada], revision: browser.state.facts.revision), [ada: remark])))
    #expect(
      browser.state.facts(of: Row(name: ada, flags: .changed))
        == ["changed: it was dead, \(words); = or :confirm to decide as before"])
  }

  @Test("Review: the facts of a row name the role of the database beside another name")
  func roleOfADecision() throws {
    var browser = try browser()
    let ada = try Name("Ada")
    browser.readStore([ada: .dead])
    var remark = Remark(decidedBy: "boss")
    (remark.verdict, remark.decidedRole) = (.dead, "ann")
    browser.send(
      .facts(
        .remarksRead(.init(names: [ada], revision: browser.state.facts.revision), [ada: remark])))
    #expect(
      browser.state.facts(of: Row(name: ada, flags: .dead)) == ["dead, by boss (role ann)"])
    #expect(
      browser.state.facts(of: Row(name: ada, flags: .changed))
        == [
          "changed: it was dead by boss (role ann), before it was dropped; = or :confirm to decide as before"
        ])
  }

  @Test(
    "Review: a row that someone else adds appears, and disappears when dropped; edits still work")
  func rowsOfAnotherRun() throws {
    var browser = try browser(["Ada", "Cyd"])
    let bob = try Name("Bob")
    browser.editElsewhere(.add, bob)
    try browser.look()
    #expect(browser.names == ["Ada", "Bob", "Cyd"])
    browser.review(.dead)
    #expect(browser.state.view.selection == bob)
    browser.editElsewhere(.drop, bob)
    try browser.look()
    #expect(browser.names == ["Ada", "Cyd"])
    browser.review(.ok)
    #expect(browser.steps == ["added, Bob", "dead, Ada", "dropped, Bob", "ok, Cyd"])
    #expect(try flags(browser, "Cyd") == .ok)
  }

  /// The typed text belongs to the row on which typing began.
  @Test func aDecisionElsewhereDoesNotMoveANoteToAnotherRow() throws {
    var browser = try browser()
    browser.review(.note)
    browser.type(":note mine")
    browser.editElsewhere(.ok, try Name("Ada"))
    try browser.look()
    #expect(browser.state.notice == .init("Ada decided: ok by Ann"))
    browser.enter(":note mine")
    #expect(try flags(browser, "Ada").contains(.noted))
    #expect(try flags(browser, "Bob") == [])
  }

  @Test func aTypedNoteIsStoredUnchanged() throws {
    var browser = try browser()
    browser.review(.note)
    browser.enter(":note #2 is the ticket")
    #expect(try flags(browser, "Ada") == .noted)
    #expect(try flags(browser, "Bob") == [])
    // A number that was not asked for means a row.
    browser.review(.command)
    browser.enter(":note #2 is the ticket")
    #expect(try flags(browser, "Bob") == .noted)
  }

  @Test func aNoteOfSeveralLinesStaysUnlessItIsChanged() throws {
    var browser = try browser()
    let ada = try Name("Ada")
    browser.enter(":note x")
    let note = try Note("one\ntwo")
    browser.send(
      .facts(
        .remarksRead(
          .init(names: [ada], revision: browser.state.facts.revision), [ada: Remark(note: note)])))
    browser.review(.note)
    #expect(browser.state.prompt.asked?.line == ":note one ↵ two")
    browser.answersEdits = false
    browser.enter(":note one ↵ two")
    #expect(browser.state.storing.edits.isEmpty)
    #expect(browser.state.takesPlainKeys)
    browser.review(.note)
    browser.enter(":note one ↵ two three")
    #expect(browser.state.storing.edits.map { $0.edit?.decision.note?.text } == ["one\ntwo three"])
  }

  @Test func aSearchWithoutAMatchKeepsTheRow() throws {
    var browser = try browser()
    browser.review(.next, .next)
    browser.review(.find)
    browser.enter("")
    #expect(browser.state.view.selection?.text == "Cyd")
    #expect(browser.state.takesPlainKeys)
  }

  @Test func aQueryCanBeGivenAndIsShown() throws {
    var browser = try BrowserDriver(["Ada", "Bob", "Bill", "Cyd"], columns: 100) {
      $0.countsProgress = true
    }
    browser.enter(":review b")
    #expect(browser.state.list.listing?.count == 2)
    #expect(browser.state.view.selection?.text == "Bill")
    #expect(browser.status.contains("default · 2 of 4 · 0 of 4 decided, 4 open · “b”"))
    browser.review(.dead, .ok)
    #expect(browser.state.notice == .init("Bob decided: ok; no open row matches; q to quit"))
  }

  @Test func goingBackSkipsHiddenRows() throws {
    var browser = try browser()
    browser.enter(":show open")
    browser.review(.dead, .ok, .back)
    #expect(
      browser.state.notice == .init("Bob is not among the rows shown; u to undo"))
    browser.enter(":show all")
    browser.review(.back)
    #expect(browser.state.view.selection?.text == "Bob")
  }

  @Test func numbersWorkForOtherKeysAsWell() throws {
    var browser = try browser()
    browser.review(.like, count: 2)
    #expect(try flags(browser, "Ada") == .liked)
    #expect(try flags(browser, "Bob") == .liked)
    browser.review(.snooze, count: 3)
    browser.enter(":snooze 30d")
    #expect(try flags(browser, "Cyd") == .snoozed)
    #expect(browser.state.view.selection?.text == "Dan")
    browser.review(.dead, .dead)
    browser.review(.back, count: 2)
    #expect(browser.state.view.selection?.text == "Dan")
    browser.review(.undo, count: 3)
    #expect(try flags(browser, "Cyd") == [])
    #expect(try flags(browser, "Eve") == [])
    browser.review(.dead, count: 0)
    #expect(browser.state.list.listing?.count(of: .dead) == 0)
  }

  @Test func searchingFiltersTheListUntilItEnds() throws {
    var browser = try browser()
    browser.review(.find)
    browser.type("d")
    browser.enter("d")
    #expect(browser.state.takesPlainKeys)
    #expect(browser.state.view.selection?.text == "Dan")
    browser.review(.find)
    browser.type("")
    browser.send(.prompt(.escaped))
    #expect(browser.state.takesPlainKeys)
  }

  @Test func threePartsTogetherAreAllRowsOnce() throws {
    // Names that differ only at the end.
    let names = (0..<300).map { "name \($0)" }
    var seen: [String] = []
    for number in 1...3 {
      let browser = try browser(names) { $0.part = Part("\(number)/3") }
      let listing = try #require(browser.state.list.listing)
      let part = listing.sections.flatMap { $0.items.map(\.name.text) }
      #expect((70...130).contains(part.count))
      seen += part
      #expect(
        browser.status.contains("0 of \(part.count) of your part · 0 of 300 in all"))
    }
    #expect(seen.sorted() == names.sorted())
  }

  @Test func aPickerHasNoReviewMode() throws {
    var browser = try BrowserDriver(names) { $0.purpose = .picking }
    browser.press(.review)
    #expect(browser.state.notice?.isError == true)
    #expect(!browser.state.takesPlainKeys)
  }

  @Test(arguments: [24, 40, 80, 120])
  func theHintsFitTheWindow(columns: Int) throws {
    let line = try browser(columns: columns).screen()[23]
    #expect(line.count <= columns)
    #expect(line.hasSuffix("? help  q quit"))
    #expect(line.hasPrefix("d dead"))
  }
}

/// Review mode without a screen.
struct PlainReviewTests {
  private func printed(_ browser: BrowserDriver) -> [String] {
    browser.state.session.orders.flatMap { order -> [String] in
      if case .print(let printout) = order.order {
        printout.lines.map { $0.runs.map(\.text.text).joined() }
      } else {
        []
      }
    }
  }

  @Test func aRowIsPrintedAndALetterAnswers() throws {
    var browser = try BrowserDriver(["Ada", "Bob"]) {
      $0.isPlain = true
      $0.reviews = true
    }
    #expect(printed(browser) == ["   Ada"])
    #expect(
      browser.state.promptText
        == "dead, ok, snooze, note, undo, next, quit [d,o,z,m,u,n,q,?]? "
    )
    browser.enter("m two words")
    browser.enter("d")
    #expect(browser.state.list.flags[try Name("Ada")] == [.dead, .noted])
    #expect(printed(browser).last == "   Bob")
    browser.enter("y")
    #expect(
      browser.state.notice == .init("“y” is not an answer; ? for help", isError: true))
    browser.enter("z 30d")
    #expect(browser.state.list.flags[try Name("Bob")] == .snoozed)
    browser.enter("u")
    #expect(browser.state.view.selection?.text == "Bob")
    #expect(printed(browser).last == "   Bob")
    browser.enter("m #1 first")
    let bob = browser.state.list.flags[try Name("Bob")]
    #expect(bob.contains(.noted), "\(bob) \(String(describing: browser.state.notice))")
    browser.enter("q")
    #expect(browser.state.promptText == "targets> ")
  }
}

extension PlainReviewTests {
  private func browser() throws -> BrowserDriver {
    try BrowserDriver(["Ada", "Bob"]) { ($0.isPlain, $0.reviews) = (true, true) }
  }

  @Test("Plain review: a row is printed again with each note it gets")
  func eachNoteIsPrinted() throws {
    var browser = try browser()
    for note in ["one", "two"] {
      browser.enter("m \(note)")
      #expect(printed(browser).suffix(2) == ["   Ada", "    note: \(note)"])
    }
    let count = printed(browser).count
    browser.enter("m two")
    #expect(printed(browser).count == count)
    browser.enter("u")
    #expect(printed(browser).suffix(2) == ["   Ada", "    note: one"])
  }

  @Test("Plain review: the row that comes next is printed when the decision is stored or refused")
  func nextRowWaitsForTheMessage() throws {
    for isStored in [true, false] {
      var browser = try browser()
      browser.answersEdits = false
      browser.enter("d")
      #expect(printed(browser) == ["   Ada"])
      if isStored {
        browser.answersEdits = true
        browser.send(.view(.resized(browser.state.view.size)))
      } else {
        let number = try #require(browser.state.storing.edits.first?.number)
        browser.send(
          .storing(.editsAnswered([.failed(number: number, reason: "the disk is full")])))
      }
      // A refused decision can be made again.
      #expect(printed(browser) == ["   Ada", isStored ? "   Bob" : "   Ada"])
    }
  }
}

/// An edit of all rows that are shown.
struct ManyRowsTests {
  private func browser(_ count: Int) throws -> BrowserDriver {
    try BrowserDriver((0..<count).map { "name \($0)" })
  }

  @Test func upToTwentyRowsAreEditedAtOnce() throws {
    var browser = try browser(20)
    browser.enter(":dead all")
    #expect(browser.state.list.listing?.count(of: .dead) == 20)
    browser.press(.undo)
    #expect(browser.state.list.listing?.count(of: .dead) == 0)
  }

  @Test func moreRowsNeedOneAnswer() throws {
    var browser = try browser(30)
    browser.enter(":ok all")
    #expect(browser.state.storing.edits.isEmpty)
    #expect(browser.status.hasPrefix("decide 30 rows ok? [y,n]"))
    browser.type("n")
    #expect(browser.state.notice == .init("nothing was changed"))
    browser.enter(":ok all")
    #expect(browser.state.list.listing?.count(of: .ok) == 0)
    browser.type("y")
    #expect(browser.state.list.listing?.count(of: .ok) == 30)
  }

  @Test func onlyShownRowsAreEdited() throws {
    var browser = try BrowserDriver(["Ada", "Art", "Bob", "Ben", "Cyd"])
    browser.enter(":like Ben")
    browser.enter(":show liked")
    browser.enter(":dead all")
    browser.enter(":show all")
    #expect(browser.state.list.listing?.count(of: .dead) == 1)
    browser.press(.firstRow)
    browser.enter(":ok section")
    #expect(browser.state.list.listing?.count(of: .ok) == 2)
  }

  @Test(arguments: [
    Edit.Action.dead, .ok, .reopen, .like, .unlike, .snooze, .wake, .note,
  ])
  func veryManyRowsGetTheFlagsThatSingleRowsGet(action: Edit.Action) throws {
    let names = try (0..<300).map { try Name("n\($0)") }
    let kinds: [Flags] = [[], .dead, .ok, .liked, .snoozed, [.dead, .liked, .noted]]
    let batch = NameBatch(names)
    let index = NameIndex(order: NameOrder()).adding(batch)
    var table = FlagTable(
      Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, kinds[$0 % 6]) }),
      for: .keptList)
    let rows = RowSet(
      rowCount: 300, (0..<300).filter { $0 % 7 != 0 }.map { NameRow($0) })
    let edit = Edit(
      action, [], note: try [nil, Note("why")][action == .note ? 1 : 0],
      until: Moment(microseconds: 1))
    var expected: [Name: Flags] = [:]
    for row in (0..<300).map({ NameRow($0) }) {
      let name = index.name(at: row)
      var flags = table[name]
      if rows.contains(row) {
        let others = flags.subtracting(.stored)
        flags = edit.action.applied(to: flags.intersection(.stored))?.union(others) ?? []
        if action == .snooze { flags.insert(.snoozed) }
        if action == .wake { flags.remove(.snoozed) }
        if action == .note { flags.insert(.noted) }
      }
      expected[name] = flags
    }
    table.apply(
      .init(action, note: edit.decision.note), to: .init(index: index, rows: rows))
    for name in names { #expect(table[name] == expected[name]) }
  }

  @Test func thousandsAreOneEditAndOneNotice() throws {
    var browser = try browser(1_200)
    browser.enter(":dead all")
    browser.type("y")
    #expect(browser.state.list.listing?.count(of: .dead) == 1_200)
    #expect(browser.state.notice == .init("1,200 rows changed; C-x u to undo"))
  }

  @Test func anEditOfThousandsCanBeCancelled() throws {
    var browser = try browser(1_200)
    browser.answersEdits = false
    browser.enter(":dead all")
    browser.type("y")
    browser.press(.undo)
    browser.send(.prompt(.interrupted(line: "")))
    #expect(browser.state.prompt.waiting.isEmpty)
    #expect(!browser.state.isLeaving)
    let number = try #require(browser.state.storing.edits.first?.number)
    #expect(browser.state.storing.editToCancel == number)
    #expect(browser.state.notice == .init("cancelling the edit"))
    browser.send(
      .storing(.editsAnswered([.failed(number: number, reason: "cancelled; nothing was changed")])))
    #expect(browser.state.storing.editToCancel == nil)
    #expect(browser.status.hasPrefix("cancelled; nothing was changed · 1,200 of 1,200"))
    #expect(!browser.status.contains("saving"))
  }

  @Test func anEditThatIsStoredAlreadyCannotBeCancelled() throws {
    var browser = try browser(1_200)
    browser.answersEdits = false
    browser.enter(":dead all")
    browser.type("y")
    browser.send(.prompt(.commandGiven(.abort, line: "")))
    browser.answerEdits()
    #expect(browser.state.list.listing?.count(of: .dead) == 1_200)
    #expect(
      browser.state.notice == .init("too late to cancel: 1,200 rows changed; C-x u to undo"))
  }

  /// A store that never answers must not keep the program.
  @Test func theSecondInterruptEndsTheSession() throws {
    var browser = try browser(1_200)
    browser.answersEdits = false
    browser.enter(":dead all")
    browser.type("y")
    browser.send(.prompt(.interrupted(line: "")))
    #expect(!browser.state.isLeaving)
    browser.send(.prompt(.interrupted(line: "")))
    #expect(browser.state.isLeaving)
  }
}
