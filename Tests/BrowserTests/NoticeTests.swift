import Browser
import ListModel
import NameSearch
import TerminalText
import TestSupport
import Testing

/// The text of the line above the prompt, and how long it stays.
struct NoticeTests {
  private let names = ["Ada", "Alan", "Bo"]

  @Test(arguments: [Command.nextRow, .cycleShow, .toggleIndex, .nextSection])
  func aMessageEndsWithTheNextKey(command: Command) throws {
    var browser = try BrowserDriver(names)
    browser.enter(":dead Ada")
    #expect(browser.state.notice?.text == "Ada decided: dead; C-x u to undo")
    browser.press(command)
    #expect(browser.state.notice == nil)
  }

  @Test func aMessageEndsWhenACommandIsTyped() throws {
    var browser = try BrowserDriver(names)
    browser.enter(":dead Ada")
    browser.type(":")
    #expect(browser.state.notice != nil)
    browser.type(":u")
    #expect(browser.state.notice == nil)
  }

  @Test func editsOfOthersReplaceAMessage() throws {
    var browser = try BrowserDriver(names)
    browser.enter(":dead Ada")
    try browser.look()
    #expect(browser.state.notice != nil)  // nothing has changed
    browser.editElsewhere(.reopen, try Name("Ada"))
    try browser.look()
    #expect(browser.notice == "Ann: Ada reopened, just now")
    browser.press(.nextRow)
    #expect(browser.state.notice == nil)
    browser.press(.abort)
    browser.press(.dead)  // an error: no row is selected
    browser.editElsewhere(.dead, try Name("Ada"))
    try browser.look()
    #expect(browser.state.notice?.isError == true)
  }

  @Test func theKeysAfterControlXAreShown() throws {
    var browser = try BrowserDriver(names, columns: 100)
    browser.send(.prompt(.prefixChanged(isTyped: true)))
    #expect(
      browser.status.hasPrefix(
        "C-x: d dead, o ok, l like, n note, z snooze, k drop, u undo, r redo, p preview"))
    browser.send(.prompt(.prefixChanged(isTyped: false)))
    #expect(browser.status == "3 of 3")
    var picker = try BrowserDriver(names) { $0.usesStore = false }
    picker.send(.prompt(.prefixChanged(isTyped: true)))
    #expect(picker.status.hasPrefix("C-x: p preview"))
  }

  @Test func skippedLinesAreShownAfterTheCountsAndReplaceNoMessage() throws {
    var browser = try BrowserDriver(names, columns: 60) { $0.isFirstRun = true }
    browser.send(.intake(.pageRead(.of(count: 1, leftOut: 1))))
    #expect(browser.status == "3 of 3 · 1 line skipped (1 empty: line 1)")
    browser.enter(":dead Ada")
    #expect(browser.status == "Ada decided: dead; C-x u to undo · 3 of 3 · 1 dead")
    browser.press(.nextRow)
    #expect(browser.status == "3 of 3 · 1 dead · 1 line skipped (1 empty: line 1)")
    browser.type("a")
    #expect(browser.status == "2 of 3 · 1 dead")
  }

  @Test(arguments: [
    (80, "Alliser Thorne, Night's Watch decided: dead; C-x u to undo · 3 of 3 · 1 dead"),
    (62, "Alliser Thorne, Night's Watch decided: dead · 3 of 3 · 1 dead"),
    (54, "Alliser Thorne, Night's Watch decided: dead · 3 of 3"),
    (41, "Alliser Thorne, Night's Watch decided: d…"),
  ])
  func countsHavePriorityOverTheHint(columns: Int, status: String) throws {
    let name = "Alliser Thorne, Night's Watch"
    var browser = try BrowserDriver([name, "Bo", "Cy"], columns: columns)
    browser.enter(":dead \(name)")
    #expect(browser.status == status)
  }

  @Test(arguments: [
    (80, "Ada decided: dead; C-x u to undo · default · 3 of 3 · 1 of 3 decided"),
    (60, "Ada decided: dead; C-x u to undo · 3 of 3 · 1 of 3 decided"),
    (44, "Ada decided: dead · 3 of 3 · 1 of 3 decided"),
    (40, "Ada decided: dead · 3 of 3"),
  ])
  func countsOfAListHavePriorityOverTheHint(columns: Int, status: String) throws {
    var browser = try BrowserDriver(names, columns: columns) { $0.countsProgress = true }
    browser.enter(":dead Ada")
    #expect(browser.status == status)
  }

  @Test(arguments: [
    (60, "Enter marks it dead; Esc deselects it · 3 of 3 · 1 dead"),
    (40, "Enter marks it dead · 3 of 3 · 1 dead"),
  ])
  func countsHavePriorityOverTheHintOfASelection(columns: Int, status: String) throws {
    var browser = try BrowserDriver(names, columns: columns)
    browser.enter(":dead Ada")
    browser.type("b")
    browser.type("a")
    browser.enter()
    #expect(browser.status == status.replacing("3 of 3", with: "2 of 3"))
  }

  @Test(arguments: [
    (60, "30d, 12h, 2w, 3m or a date; C-c to cancel · 3 of 3 · 1 dead"),
    (50, "30d, 12h, 2w, 3m or a date · 3 of 3 · 1 dead"),
  ])
  func countsHavePriorityOverTheHintOfAPrompt(columns: Int, status: String) throws {
    var browser = try BrowserDriver(names, columns: columns)
    browser.enter(":dead Ada")
    browser.press(.nextRow, .snooze)
    browser.type(":snooze ")
    #expect(browser.status == status)
  }

  @Test func aFailedEditIsReported() throws {
    let browser = try BrowserDriver(names) { $0.isReadOnly = true }
    #expect(browser.status == "3 of 3 · read-only")
  }

  @Test(arguments: [
    (Show.all, "arm  strong", "no row matches; :add arm strong to add it"),
    (.dead, "", "no row is dead; :show all to show all rows"),
  ])
  func theMessageWithoutAMatchNamesARemedy(
    show: Show, query: String, expected: String
  ) throws {
    var browser = try BrowserDriver(names, columns: 80)
    if show != .all { browser.enter(":show \(show.text)") }
    browser.type(query)
    #expect(browser.screen()[0] == "  " + expected)
  }

  @Test func onlyASessionOfAStoredListOpensAnotherList() throws {
    var browser = try BrowserDriver(names)
    browser.enter(":switch default")
    #expect(browser.state.notice == .init("already in list “default”"))
    browser.enter(":switch other")
    #expect(browser.orders.last == "leave opened(other)")
    browser = try BrowserDriver(names) { $0.browsesKeptList = false }
    browser.enter(":switch other")
    #expect(browser.state.notice?.isError == true)
    #expect(!browser.orders.contains { $0.hasPrefix("leave") })
  }

  @Test("Switch: an unknown list keeps the session, and its line comes back")
  func listThatIsNotThere() throws {
    for isPlain in [false, true] {
      var browser = try BrowserDriver(names) { $0.isPlain = isPlain }
      browser.findsLists = false
      browser.enter(":switch othr")
      let list = try #require(browser.state.listToFind)
      browser.send(.session(.listFound(list, refusal: "no list “othr”; did you mean “other”?")))
      #expect(browser.state.notice?.text == "no list “othr”; did you mean “other”?")
      #expect(browser.state.notice?.isError == true && browser.state.listToFind == nil)
      #expect(!browser.orders.contains { $0.hasPrefix("leave") })
      #expect(browser.orders.contains("set :switch othr") == !isPlain, "\(browser.orders)")
    }
  }

  @Test func anInvalidNameIsNotAdded() throws {
    var browser = try BrowserDriver(names, columns: 80) { $0.browsesKeptList = false }
    browser.type("nobody")
    #expect(browser.screen()[0] == "  no row matches")
  }

  // MARK: Where a list opens, and what an undo looks at

  @Test func aListOpensAtTheFirstRowThatIsNotDeadIfTheFirstScreenIs() throws {
    let all = (10..<60).map { "Anna \($0)" }
    var browser = try BrowserDriver(rows: 12)
    var flags: [Name: Flags] = [:]
    for text in all.prefix(20) { flags[try Name(text)] = [.dead] }
    let batch = try NameBatch(all)
    browser.readStore(flags)
    browser.send(.list(.indexed(browser.state.list.index.adding(batch))))
    #expect(browser.screen()[0].contains("Anna 30"))
    #expect(browser.state.selected == nil)
    browser.press(.nextRow)
    #expect(browser.state.selected?.name.text == "Anna 30")
    browser.press(.firstRow)
    #expect(browser.screen()[0].contains("Anna 10"))
    // From then on, the user determines the view.
    browser.press(.abort)
    browser.readStore(flags.merging([try Name("Anna 30"): [.dead]]) { $1 })
    #expect(browser.screen()[0].contains("Anna 10"))
  }

  @Test func aListOpensAtItsStartIfTheFirstScreenHasARowThatIsNotDead() throws {
    let all = (10..<60).map { "Anna \($0)" }
    var browser = try BrowserDriver(rows: 12)
    var flags: [Name: Flags] = [:]
    for text in all.prefix(8) { flags[try Name(text)] = [.dead] }
    let batch = try NameBatch(all)
    browser.readStore(flags)
    browser.send(.list(.indexed(browser.state.list.index.adding(batch))))
    #expect(browser.screen()[0].contains("Anna 10"))
  }

  @Test func anUndoSelectsTheChangedRow() throws {
    var browser = try BrowserDriver((10..<60).map { "Anna \($0)" }, rows: 12)
    browser.enter(":dead Anna 55")
    browser.press(.undo)
    #expect(browser.state.selected?.name.text == "Anna 55")
    #expect(browser.screen().contains { $0.contains("▸   Anna 55") })
    browser.press(.firstRow, .redo)
    #expect(browser.state.selected?.name.text == "Anna 55")
    #expect(browser.dead == ["Anna 55"])
  }

  @Test func anUndoneDropSelectsItsRowOnceListed() throws {
    var browser = try BrowserDriver(names)
    browser.enter(":drop Alan")
    browser.undo()
    #expect(browser.state.selected == nil)
    browser.arrive([try Name("Alan")])
    #expect(browser.state.selected?.name.text == "Alan")
  }

  // MARK: Leaving

  @Test(arguments: [":quit", ":switch other"])
  func editsAreOnDiskBeforeTheSessionEnds(command: String) throws {
    var browser = try BrowserDriver(names)
    browser.answersEdits = false
    browser.enter(":dead Ada")
    browser.enter(":save file")
    browser.enter(command)
    #expect(!browser.orders.contains { $0.hasPrefix("leave") })
    browser.answerEdits()
    #expect(!browser.orders.contains { $0.hasPrefix("leave") })
    let save = try #require(browser.state.listingToSave)
    browser.send(.storing(.saved(number: save.number, .init("3 rows written to file"))))
    #expect(browser.orders.last == (command == ":quit" ? "leave left" : "leave opened(other)"))
  }

  @Test func aFailedEditKeepsTheSessionOpen() throws {
    var browser = try BrowserDriver(names)
    browser.answersEdits = false
    browser.enter(":dead Ada")
    browser.enter(":quit")
    browser.send(
      .storing(
        .editsAnswered([
          .failed(
            number: try #require(browser.state.editsToStore?.first).number, reason: "disk full")
        ])))
    #expect(!browser.orders.contains { $0.hasPrefix("leave") })
    #expect(browser.state.notice == .init("disk full", isError: true))
    browser.enter(":quit")
    #expect(browser.orders.last == "leave left")
  }

  private static let strangers: [Browser.Event] = [
    .noticed(.init("a complaint", isError: true)), .noticed(.init("news")),
    .prompt(.pasteIgnored(characters: 3)), .prompt(.unknownKeyPressed("x")),
    .following(.storeTouched), .prompt(.escaped),
    .prompt(.commandGiven(.redraw, line: "")), .view(.resized(ScreenSize(columns: 80, rows: 24))),
    .facts(.dayEnded),
    .cover(.completionsListed(["a"])), .session(.orderDone(number: -1)), .prompt(.submitted("")),
    .storing(.saved(number: -1, .init("another save"))),
    .storing(.editsAnswered([.failed(number: -1, reason: "another edit")])),
    .session(.shellCommandEnded(number: -1, .init("another command"))),
  ]

  @Test("Save: a save ends only with its own answer", arguments: strangers.indices)
  func saveEndsWithItsAnswer(place: Int) throws {
    var browser = try BrowserDriver(names)
    browser.enter(":save file")
    let save = try #require(browser.state.listingToSave)
    browser.send(Self.strangers[place])
    #expect(browser.state.listingToSave == save)
    browser.enter(":quit")
    browser.send(Self.strangers[place])
    #expect(browser.state.listingToSave == save)
    #expect(!browser.orders.contains { $0.hasPrefix("leave") })
    browser.send(.storing(.saved(number: save.number, .init("3 rows written to file"))))
    #expect(browser.orders.last == "leave left")
  }

  @Test(
    "Save: if writing the file fails, the session goes on", arguments: [":quit", ":switch other"])
  func failedSave(command: String) throws {
    var browser = try BrowserDriver(names)
    browser.enter(":save file")
    browser.enter(command)
    let save = try #require(browser.state.listingToSave)
    browser.send(.storing(.saved(number: save.number, .init("file: disk full", isError: true))))
    #expect(!browser.orders.contains { $0.hasPrefix("leave") })
    #expect(browser.state.notice == .init("file: disk full", isError: true))
    browser.enter(":quit")
    #expect(browser.orders.last == "leave left")
  }

  @Test("Enter: the hint about Enter disappears with the selection")
  func hintEndsWithSelection() throws {
    let ends: [(inout BrowserDriver) throws -> Void] = [
      { $0.send(.prompt(.escaped)) }, { $0.press(.abort) }, { $0.press(.cycleShow) },
      { $0.type("al") }, { $0.vanish(try Name("Ada")) }, { $0.enter(":show dead") },
    ]
    for end in ends {
      var browser = try BrowserDriver(["Ada"], columns: 100)
      browser.type("a")
      browser.enter("a")
      #expect(browser.state.notice?.text == "Enter marks it dead; Esc deselects it")
      try end(&browser)
      if browser.state.view.selection == nil { #expect(browser.state.notice == nil) }
      #expect(browser.state.notice == nil || browser.state.view.selection != nil)
    }
  }

  /// The user learns whether the edit is stored, or that nobody can tell.
  @Test(arguments: [":dead Ada", ":undo"])
  func anInterruptWaitsForTheStoreOnce(line: String) throws {
    for isAnswered in [true, false] {
      var browser = try BrowserDriver(names)
      browser.enter(":dead Ada")
      browser.answersEdits = false
      browser.enter(line == ":undo" ? line : ":dead Bo")
      browser.send(.prompt(.interrupted(line: "")))
      #expect(
        browser.notice == "waiting for the store; C-c again to leave without its answer")
      #expect(!browser.orders.contains { $0.hasPrefix("leave") })
      if isAnswered {
        browser.answerEdits()
      } else {
        browser.send(.prompt(.interrupted(line: "")))
      }
      #expect(browser.orders.last == (isAnswered ? "leave interrupted" : "leave cutOff"))
    }
  }

  /// Keys that were pressed during an outage may be stored after it.
  @Test func whatIsStoredAfterARefusalDoesNotHideIt() throws {
    var browser = try BrowserDriver(names)
    browser.answersEdits = false
    browser.enter(":dead Ada")
    browser.enter(":ok Bo")
    let failed = try #require(browser.state.storing.edits.first?.number)
    browser.send(.storing(.editsAnswered([.failed(number: failed, reason: "no connection")])))
    browser.answersEdits = true
    browser.answerEdits()
    #expect(browser.state.storing.edits.isEmpty)
    #expect(browser.notice == "no connection")
    browser.enter(":ok Ada")
    #expect(browser.notice?.hasPrefix("Ada decided: ok") == true)
  }

  @Test func anInterruptedSessionStaysOpenIfTheEditFails() throws {
    var browser = try BrowserDriver(names)
    browser.answersEdits = false
    browser.enter(":dead Ada")
    let number = try #require(browser.state.storing.edits.first?.number)
    browser.send(.prompt(.interrupted(line: "")))
    browser.send(.storing(.editsAnswered([.failed(number: number, reason: "disk full")])))
    #expect(browser.notice == "disk full")
    #expect(!browser.orders.contains { $0.hasPrefix("leave") })
    browser.send(.prompt(.interrupted(line: "")))
    #expect(browser.orders.last == "leave interrupted")
  }
}
