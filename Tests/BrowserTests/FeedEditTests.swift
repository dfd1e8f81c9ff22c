import NameSearch
import TestSupport
import Testing

@testable import Browser
@testable import ListModel

/// Edits of rows that a source returns page by page.
struct FeedEditTests {
  @Test func noPageRestoresADroppedRow() throws {
    var browser = try BrowserDriver.paged(["Arya", "Bran", "Cersei"])
    browser.press(.nextRow, .nextRow, .drop)
    #expect(browser.names == ["Arya", "Cersei"])
    #expect(browser.state.selected?.name.text == "Cersei")
    #expect(browser.state.notice?.text == "Bran dropped; C-x u to undo")
    try browser.load(["Bran", "Dany"])
    #expect(browser.names == ["Arya", "Cersei", "Dany"])
    #expect(browser.state.loadedRows == "3 loaded rows")
    browser.beginPages(generation: 2)
    browser.replace(with: try NameBatch(["Bran", "Edda"]))
    #expect(browser.names == ["Edda"])
    browser.type("br")
    #expect(browser.names == [])
  }

  @Test func undoAndRedoWorkForStoredAndOtherRows() throws {
    var browser = try BrowserDriver.paged(["Arya", "Bran", "Cersei"])
    browser.enter(":drop Arya")
    browser.enter(":like Bran")
    browser.enter(":drop Cersei")
    browser.enter(":drop Bran")
    #expect(browser.names == [])
    browser.undo()
    #expect(browser.names == ["Bran"])
    #expect(browser.state.list.flags[try Name("Bran")] == .liked)
    browser.undo()
    #expect(browser.names == ["Bran", "Cersei"])
    #expect(browser.state.notice?.text == "undone: dropped, Cersei")
    browser.undo()
    browser.undo()
    #expect(browser.names == ["Arya", "Bran", "Cersei"])
    #expect(browser.state.list.flags[try Name("Bran")] == [])
    browser.undo()
    #expect(browser.state.notice?.text == "nothing to undo")
    browser.press(.redo)
    #expect(browser.names == ["Bran", "Cersei"])
  }

  @Test func undoWaitsForTheStoresAnswerToEarlierEdits() throws {
    var browser = try BrowserDriver.paged(["Arya", "Bran"])
    browser.answersEdits = false
    browser.enter(":drop Arya")
    browser.press(.undo)
    #expect(browser.names == ["Arya", "Bran"])
    browser.answerEdits()
    #expect(browser.names == ["Bran"])
    #expect(browser.question == "undo dropped of DAY, Arya?")
    browser.type("y")
    browser.answerEdits()
    #expect(browser.names == ["Arya", "Bran"])
    #expect(browser.state.notice?.text == "undone: dropped, Arya")
    #expect(browser.state.storing.edits.isEmpty)
  }

  @Test func addingADroppedRowRestoresIt() throws {
    var browser = try BrowserDriver.paged(["Arya", "Bran"])
    browser.enter(":drop Arya")
    browser.enter(":add Arya")
    #expect(browser.names == ["Arya", "Bran"])
    #expect(browser.state.notice?.text == "Arya is back; C-x u to undo")
  }

  @Test func rowsDroppedInAnEarlierSessionStayHidden() throws {
    var browser = try BrowserDriver.paged()
    browser.readStore([try Name("Bran"): [.dead, .dropped]])
    browser.beginPages()
    try browser.load(["Arya", "Bran"])
    #expect(browser.names == ["Arya"])
    #expect(browser.state.list.listing?.count(of: .dead) == 0)
    #expect(browser.state.loadedRows == "1 loaded row")
  }

  @Test func droppedRowsCanBeShownAndRestored() throws {
    var browser = try BrowserDriver.paged(["Arya", "Bran", "Cersei", "Dany"])
    for name in ["Arya", "Bran", "Dany"] { browser.enter(":drop \(name)") }
    browser.enter(":show dropped")
    #expect(browser.names == ["Arya", "Bran", "Dany"])
    browser.press(.nextRow, .nextRow, .drop)
    #expect(browser.names == ["Arya", "Dany"])
    #expect(browser.state.notice?.text == "Bran is back; C-x u to undo")
    #expect(browser.state.selected?.name.text == "Dany")
    browser.type("d")
    #expect(browser.names == ["Dany"])
    browser.type("")
    browser.press(.cycleShow)
    #expect(browser.names == ["Bran", "Cersei"])
  }

  @Test func flagsOfTheSourceCountUntilTheStoreHasSome() throws {
    var browser = try BrowserDriver.paged(["Arya", "Bran", "Cersei"])
    let (arya, bran) = (try Name("Arya"), try Name("Bran"))
    let said = [
      Row(name: arya, flags: .dead),
      Row(name: bran, flags: [.dead, .liked]),
    ]
    browser.say(said, kept: [:])
    #expect(browser.dead == ["Arya", "Bran"])
    browser.enter(":reopen Arya")
    #expect(browser.dead == ["Bran"])
    browser.say([said[0]], kept: [:])
    #expect(browser.dead == ["Bran"])
    browser.enter(":unlike Bran")
    #expect(browser.state.list.flags[bran] == .dead)
    browser.undo()
    #expect(browser.state.list.flags[bran] == [.dead, .liked])
    browser.undo()
    #expect(browser.dead == ["Arya", "Bran"])
  }

  @Test func aReopenedRowStaysOpen() throws {
    var browser = try BrowserDriver.paged(["Arya"])
    let arya = try Name("Arya")
    browser.say([.init(name: arya, flags: .dead)], kept: [arya: []])
    #expect(browser.dead == [])
  }

  // MARK: Rows with an identity

  /// A row of a source that numbers its rows.
  private func row(_ text: String, _ id: Int, _ detail: String? = nil) throws -> Row {
    .init(name: try Name(text).known(by: "\(id)", in: "source"), detail: detail)
  }

  @Test func rowsWithTheSameNameAreEditedSeparately() throws {
    var browser = try BrowserDriver.paged([row("Arya", 7), row("Arya", 9), row("Bran", 1)])
    #expect(browser.names == ["Arya", "Arya", "Bran"])
    browser.press(.nextRow, .nextRow, .dead)
    #expect(browser.state.list.listing?.sections[0].items.map(\.isDead) == [false, true])
    browser.press(.drop)
    #expect(browser.names == ["Arya", "Bran"])
    #expect(browser.dead == [])
    browser.undo()
    #expect(browser.dead == ["Arya"])
  }

  @Test func aCommandWithTheirNameEditsNoneOfThem() throws {
    var browser = try BrowserDriver.paged([row("Arya", 7), row("Arya", 9), row("Bran", 1)])
    for word in ["dead", "ok", "reopen", "like", "drop", "snooze 3d", "decide dead", "add"] {
      browser.enter(":\(word) Arya")
      #expect(
        browser.state.notice?.text
          == "2 rows are named “Arya”; nothing was changed; use --id 7, --id 9", "\(word)")
      #expect(browser.state.notice?.isError == true)
    }
    #expect((browser.names, browser.dead) == (["Arya", "Arya", "Bran"], []))
    browser.enter(":dead --id 9")
    #expect(browser.state.list.listing?.sections[0].items.map(\.isDead) == [false, true])
    browser.enter(":dead --id=7")
    #expect(browser.dead == ["Arya", "Arya"])
    browser.enter(":dead --id 8")
    #expect(browser.state.notice?.text == "no row has the ID “8”")
  }

  @Test func theSameHoldsForAStoredList() throws {
    var browser = try BrowserDriver()
    browser.arrive([try row("Arya", 7).name, try row("Arya", 9).name, try Name("Arya")])
    browser.enter(":dead Arya")
    #expect(
      browser.state.notice?.text
        == "3 rows are named “Arya”; nothing was changed; use --id 7, --id 9; one row has no ID: "
        + "select it")
    browser.enter(":dead --id 9")
    #expect(browser.state.list.listing?.sections[0].items.map(\.isDead) == [false, false, true])
    #expect(browser.state.notice?.text == "Arya decided: dead; C-x u to undo")
    browser.enter(":dead --id 8")
    #expect(browser.state.notice?.text == "no row has the ID “8”")
    #expect(browser.state.storing.edits.isEmpty)
  }

  /// The other rows with the name may be on a page that is still to come.
  @Test func theStoreFindsRowsThatAreStillUnread() throws {
    var browser = try BrowserDriver()
    browser.arrive([try row("Arya", 7).name, try row("Arya", 9).name])
    browser.enter(":reload")
    browser.send(.list(.indexed(NameIndex(order: .init()), of: 1)))
    browser.enter(":dead Arya")
    #expect(
      browser.state.notice?.text
        == "2 rows are named “Arya”; nothing was changed; use --id 7, --id 9")
  }

  @Test func aRenamedRowIsTheSameRow() throws {
    var browser = try BrowserDriver.paged()
    let (was, gone) = (try row("Arya", 7).name, try row("Bran", 8).name)
    browser.readStore([was: .dead, gone: .dropped])
    browser.beginPages()
    browser.load([try row("No One", 7), try row("Three-Eyed Raven", 8), try row("Arya", 9)])
    #expect(browser.names == ["Arya", "No One"])
    #expect(browser.dead == ["No One"])
  }

  /// Marks are not transferred to another row with the same name.
  @Test(arguments: [Flags.dead, .ok, .liked, .snoozed, .noted, .failed, .succeeded, .new])
  func flagsOfANameOrAnotherSourceDoNotApplyToARow(flags: Flags) throws {
    var browser = try BrowserDriver.paged([row("Arya", 7), .init(name: Name("Bran"))])
    let others = try ["Arya", "Bran"].map { try Name($0).known(by: "1", in: "other") }
    browser.readStore([others[0]: flags, others[1]: flags, try Name("Arya"): flags])
    #expect(browser.state.list.flags[try row("Arya", 7).name] == [])
    #expect(browser.state.list.flags[try Name("Bran")] == [])
    for flag in FlaggedRows.kinds {
      #expect(browser.state.list.flags.rows(with: flag, in: browser.state.list.index).isEmpty)
    }
    browser.readStore([try row("Arya", 7).name: flags, try Name("Bran"): flags])
    #expect(browser.state.list.flags[try row("Arya", 7).name] == flags)
    #expect(browser.state.list.flags[try Name("Bran")] == flags)
  }

  @Test func aRowWithoutAnIDIsSeparateFromRowsWithOne() throws {
    let bare = try Name("Arya")
    var browser = try BrowserDriver.paged([row("Arya", 7), .init(name: bare), row("Arya", 9)])
    browser.press(.nextRow, .nextRow, .nextRow, .dead)
    let marks = browser.state.list.listing?.sections[0].items.map(\.isDead)
    #expect(marks?.filter(\.self).count == 1)
    #expect(browser.state.list.flags[bare] == [])
    browser.press(.firstRow, .like)
    #expect(browser.state.list.flags[bare] == .liked)
    #expect(browser.state.list.listing?.sections[0].items.filter(\.isLiked).count == 1)
  }

  @Test func aCommandWithANameDoesNotEditDroppedRows() throws {
    var browser = try BrowserDriver.paged([row("Arya", 7), row("Arya", 9)])
    browser.press(.nextRow, .drop)
    browser.enter(":dead Arya")
    #expect(browser.names == ["Arya"])
    #expect(browser.dead == ["Arya"])
    browser.press(.drop)
    #expect(browser.names == [])
    browser.enter(":like Arya")
    #expect(browser.names == [])
    browser.enter(":like --id 7")
    #expect(browser.names == ["Arya"])
  }

  @Test func rowsDroppedInAnotherSourceAreShown() throws {
    var browser = try BrowserDriver.paged([row("Arya", 7)])
    let elsewhere = try Name("Arya").known(by: "1", in: "other")
    browser.readStore([elsewhere: [.liked, .dropped], try Name("Arya"): .dropped])
    #expect(browser.names == ["Arya"])
    #expect(browser.state.list.flags[try row("Arya", 7).name] == [])
  }

  @Test func flagsOfTheSourceCountAgainAfterAnUndoElsewhere() throws {
    let arya = try Name("Arya").known(by: "7", in: "source")
    var browser = try BrowserDriver.paged([Row(name: arya, flags: .dead)])
    browser.enter(":reopen Arya")
    #expect(browser.dead == [])
    #expect(browser.state.list.flags.namesInQuestion(beside: [:]) == [arya])
    browser.readStore([:])
    #expect(browser.dead == ["Arya"])
    browser.readStore([arya: []])
    #expect(browser.dead == [])
  }

  @Test func loadingContinuesPastDroppedRows() throws {
    var browser = try BrowserDriver.paged()
    let gone = (0..<12).map { "Gone \($0)" }
    browser.readStore(
      Dictionary(uniqueKeysWithValues: try gone.map { (try Name($0), .dropped) }))
    browser.beginPages()
    for page in 0..<4 {
      try browser.load(Array(gone[page * 3..<page * 3 + 3]))
      #expect(browser.state.pageToLoad != nil)
    }
    try browser.load(["Here"], isLast: true)
    #expect(browser.names == ["Here"])
    browser.enter(":drop Here")
    #expect(browser.screen().first == "  all rows are dropped; :show dropped to show them")
  }

  @Test func rowsOfAStoredListAreEditedSeparately() throws {
    var browser = try BrowserDriver()
    let (bare, row) = (try Name("Arya"), try row("Arya", 7).name)
    browser.arrive([bare, row])
    browser.readStore([row: .dead])
    #expect(browser.state.list.listing?.sections[0].items.map(\.isDead) == [false, true])
  }

  @Test func aRowOfAStoredListHasTheNameInTheStore() throws {
    var browser = try BrowserDriver()
    let (before, after) = (try row("Arya", 7).name, try row("No One", 7).name)
    browser.arrive([before])
    browser.readStore([before: .dead])
    browser.vanish(before)
    browser.arrive([after])
    browser.readStore([after: [.dead, .liked]])
    #expect(browser.dead == ["No One"])
    #expect(browser.state.list.flags[after] == [.dead, .liked])
  }

  // MARK: Details

  @Test func theSourcesDetailIsShownBesideTheName() throws {
    let long = String(repeating: "words ", count: 20)
    var browser = try BrowserDriver.paged([
      row("Arya", 7, "of Winterfell\u{1b}[2J"), row("Bran", 8, long),
    ])
    let screen = browser.screen()
    #expect(screen.contains { $0.contains("    Arya  of Winterfell") })
    #expect(screen.contains { $0.contains("    Bran  words") && $0.contains("…") })
    #expect(!screen.joined().contains("\u{1b}"))
    browser.press(.nextRow, .nextRow, .whole)
    let whole = browser.screen().drop { !$0.contains("───") }.dropFirst()
    #expect(whole.joined(separator: " ").matches(of: /words/).count == 20)
    browser.replace(with: NameBatch([try row("Arya", 7).name]))
    #expect(!browser.screen().joined().contains("Winterfell"))
  }
}
