import Browser
import ListModel
import NameSearch
import TestSupport
import Testing

struct BrowserTests {
  private let names = [
    "Arya Stark", "Alliser Thorne", "Armeca", "Cersei Lannister", "Tywin Lannister",
  ]

  @Test(arguments: [
    ("", ["Alliser Thorne", "Armeca", "Arya Stark", "Cersei Lannister", "Tywin Lannister"]),
    ("ar", ["Armeca", "Arya Stark"]),
    ("st ar", ["Arya Stark"]),
    ("LANN", []),
    ("Lann", ["Cersei Lannister", "Tywin Lannister"]),
    ("rya", []),
  ])
  func typingListsTheNamesThatMatch(query: String, expected: [String]) throws {
    var browser = try BrowserDriver(names)
    browser.type(query)
    #expect(browser.names == expected)
  }

  @Test func aCommandBeingTypedFiltersNothingAndKeepsTheSelection() throws {
    var browser = try BrowserDriver(names)
    browser.type("ar")
    browser.press(.nextRow)
    browser.type(":de")
    #expect(browser.names == ["Armeca", "Arya Stark"])
    #expect(browser.state.selected?.name.text == "Armeca")
  }

  @Test func aNumberRepeatsAKey() throws {
    var browser = try BrowserDriver((10..<60).map { "Anna \($0)" }, rows: 12)
    browser.press(.nextRow, times: 7)
    #expect(browser.state.selected?.name.text == "Anna 16")
    browser.press(.firstRow)
    browser.press(.nextRow, times: 7)
    #expect(browser.state.selected?.name.text == "Anna 17")
    browser.press(.previousRow, times: 5)
    #expect(browser.state.selected?.name.text == "Anna 12")
    browser.press(.nextRow, times: -2)
    #expect(browser.state.selected?.name.text == "Anna 10")
    browser.press(.nextPage, times: 2)
    #expect(browser.state.selected?.name.text == "Anna 26")
    browser.press(.nextRow, times: .max)
    #expect(browser.state.selected?.name.text == "Anna 59")
    browser.press(.nextPage, times: .min)
    #expect(browser.state.selected?.name.text == "Anna 10")
  }

  @Test func typingGoesBackToThePrompt() throws {
    var browser = try BrowserDriver(names)
    browser.press(.nextRow)
    #expect(browser.state.selected != nil)
    browser.type("a")
    #expect(browser.state.selected == nil)
  }

  @Test func enterMarksTheRowDeadAndSelectsTheNextOneThatIsNotDead() throws {
    var browser = try BrowserDriver(names)
    browser.press(.nextRow, .nextRow, .dead, .previousRow)
    browser.enter()
    #expect(browser.dead == ["Alliser Thorne", "Armeca"])
    #expect(browser.state.selected?.name.text == "Arya Stark")
  }

  @Test func aRowWithAPendingEditIsNotSelectedNext() throws {
    var browser = try BrowserDriver(names)
    browser.answersEdits = false
    browser.press(.nextRow)
    browser.enter()
    browser.enter()
    #expect(browser.state.storing.edits.count == 2)
    #expect(browser.state.selected?.name.text == "Arya Stark")
    #expect(browser.dead == [])  // nothing is shown before it is stored
    browser.answerEdits()
    #expect(browser.dead == ["Alliser Thorne", "Armeca"])
  }

  @Test func aDeadRowCannotBeMarkedDeadAgain() throws {
    var browser = try BrowserDriver(names)
    browser.enter(":dead Armeca")
    browser.answersEdits = false
    browser.enter(":dead Armeca")
    #expect(browser.state.storing.edits == [])
    #expect(browser.state.notice?.text == "Armeca is already dead; :reopen to open it again")
  }

  @Test func undoRestoresAndRedoRemovesAgain() throws {
    var browser = try BrowserDriver(names)
    browser.enter(":dead Armeca")
    browser.press(.undo)
    #expect(browser.dead == [])
    #expect(browser.state.notice?.text == "undone: dead, Armeca")
    browser.press(.redo)
    #expect(browser.dead == ["Armeca"])
    browser.press(.redo)
    #expect(browser.state.notice?.text == "nothing to redo")
  }

  @Test func anEditThatCouldNotBeStoredIsNotShown() throws {
    var browser = try BrowserDriver(names)
    browser.answersEdits = false
    browser.enter(":dead Armeca")
    let number = try #require(browser.state.editsToStore?.first?.number)
    browser.send(.storing(.editsAnswered([.failed(number: number, reason: "disk full")])))
    #expect(browser.dead == [])
    #expect(browser.state.notice == .init("disk full", isError: true))
    #expect(browser.state.editsToStore == nil)
  }

  @Test func deletingALetterNeedsNoSearchAndShowsCurrentFlags() throws {
    var browser = try BrowserDriver(names)
    browser.type("ar")
    browser.type("ary")
    browser.enter(":dead Armeca")
    browser.answersSearches = false
    browser.type("ar")
    #expect(browser.state.searchToMake == nil)
    #expect(browser.names == ["Armeca", "Arya Stark"])
    #expect(browser.dead == ["Armeca"])
    browser.type("al")
    #expect(browser.state.searchToMake?.query.text == "al")
  }

  @Test func anEditWithoutANameAppliesToTheOnlyMatchOrNeedsARow() throws {
    var browser = try BrowserDriver(names)
    browser.press(.dead)
    #expect(browser.state.notice?.text == "select a row first: ↓ to select")
    browser.type("cers")
    browser.press(.dead)
    #expect(browser.dead == ["Cersei Lannister"])
  }

  @Test(arguments: [(":dead #2", "Armeca"), (":dead Tywin Lannister", "Tywin Lannister")])
  func aCommandTakesANumberOrAName(line: String, expected: String) throws {
    var browser = try BrowserDriver(names)
    browser.enter(line)
    #expect(browser.dead == [expected])
  }

  @Test func plainModePrintsRowsOfAllNamesReadSoFar() throws {
    var browser = try BrowserDriver { $0.isPlain = true }
    browser.answersSearches = false
    browser.arrive([try Name("Ada")])
    #expect(browser.names.isEmpty)
    browser.enter("")
    #expect(!browser.orders.contains { $0.hasPrefix("print") })
    browser.answersSearches = true
    browser.send(.view(.resized(browser.state.view.size)))
    #expect(browser.orders.contains { $0.hasPrefix("print A|  1    Ada") })
  }

  @Test func inPlainModeANumberMeansARow() throws {
    var browser = try BrowserDriver(names) { $0.isPlain = true }
    browser.enter("lann")
    #expect(browser.orders.contains("print C|  1    Cersei Lannister|T|  2    Tywin Lannister"))
    browser.enter(":dead 2")
    #expect(browser.dead == ["Tywin Lannister"])
  }

  @Test func inPlainModeEscRemovesACommand() throws {
    var browser = try BrowserDriver(names) { $0.isPlain = true }
    browser.enter("tywin")
    browser.type("")
    browser.type(":dea")
    browser.send(.prompt(.escaped))
    #expect(browser.orders.last == "set ")
  }

  @Test func inPlainModeNumbersMeanTheRowsPrintedLast() throws {
    var browser = try BrowserDriver(names) { $0.isPlain = true }
    browser.enter("tywin")
    browser.type("")  // the line is empty again, while the query stays
    browser.enter(":dead 2")
    #expect(browser.state.notice?.text == "no row #2")
    browser.enter(":dead 1")
    #expect(browser.dead == ["Tywin Lannister"])
    browser.enter("cersei")
    browser.type("")
    browser.enter(":dead")  // the only visible row
    browser.enter("")
    #expect(browser.dead == ["Cersei Lannister", "Tywin Lannister"])
  }

  /// No number overflows a step.
  @Test(
    arguments: [":dead ", ":dead #", ":note ", ":note #", ":ok ", ":drop "],
    ["-9223372036854775808", "-1", "0", "9223372036854775807", "9223372036854775808"])
  func anUnknownRowNumberEditsNothing(command: String, number: String) throws {
    var browser = try BrowserDriver(names) { $0.isPlain = true }
    browser.enter("lann")
    browser.enter(command + number)
    if command.hasPrefix(":note") { browser.enter(command + number + " seen") }
    #expect(browser.dead.isEmpty)
    #expect(browser.state.list.listing?.count(of: .dead) == 0)
    #expect(browser.state.list.listing?.count(of: .ok) == 0)
  }

  @Test func rowsThatWereNotPrintedHaveNoNumber() throws {
    var browser = try BrowserDriver((10..<40).map { "Nobody \($0)" }, rows: 8) {
      $0.isPlain = true
    }
    browser.enter("")
    browser.enter(":dead #6")
    #expect(browser.state.notice?.text == "no row #6")
  }

  @Test func anErrorDisappearsWithTheNextAction() throws {
    var browser = try BrowserDriver(names)
    browser.press(.dead)
    #expect(browser.state.notice?.isError == true)
    browser.press(.nextRow)
    #expect(browser.state.notice == nil)
  }

  @Test func candidatesDisappearWhenTheLineChanges() throws {
    var browser = try BrowserDriver(names)
    browser.send(.cover(.completionsListed([":redo", ":reload"])))
    browser.type(":redo")
    #expect(browser.state.cover.overlay == nil)
  }

  @Test func enterSelectsTheFirstMatchThatIsNotDeadThenMarksItDead() throws {
    var browser = try BrowserDriver(names)
    browser.enter(":dead Alliser Thorne")
    browser.type("a")
    browser.enter()
    #expect(browser.state.selected?.name.text == "Armeca")
    #expect(browser.state.notice?.text == "Enter marks it dead; Esc deselects it")
    #expect(browser.state.prompt.query == "a")
    browser.enter()
    #expect(browser.dead == ["Alliser Thorne", "Armeca"])
    #expect(browser.state.selected?.name.text == "Arya Stark")
    #expect(!browser.orders.contains { $0.hasPrefix("print") })
  }

  @Test func enterSaysWhyThereIsNothingToSelect() throws {
    var browser = try BrowserDriver(names)
    browser.enter(":dead Armeca")
    browser.type("arm")
    browser.enter()
    #expect(browser.state.selected == nil)
    #expect(browser.state.notice?.text == "all these rows are dead")
    browser.type("nobody  here")
    browser.enter()
    #expect(
      browser.state.notice?.text
        == "no row matches; :add nobody here to add it")
  }

  @Test func enterOnADeadRowSelectsTheNextOneThatIsNotDead() throws {
    var browser = try BrowserDriver(names)
    browser.enter(":dead Alliser Thorne")
    browser.press(.firstRow)
    browser.enter("")
    #expect(browser.state.selected?.name.text == "Armeca")
    #expect(
      browser.state.notice?.text
        == "Alliser Thorne is already dead; moved to the next row that is not")
    #expect(browser.dead == ["Alliser Thorne"])
    browser.enter(":dead Tywin Lannister")
    browser.press(.lastRow)
    browser.enter("")
    #expect(browser.state.selected?.name.text == "Tywin Lannister")
    #expect(
      browser.state.notice?.text == "Tywin Lannister is already dead, and so are all rows after it")
  }

  @Test(arguments: [(false, "; shown when you quit"), (true, " above")])
  func enterAtAnEmptyPromptPrintsTheRowsAndSaysWhere(isInline: Bool, place: String) throws {
    var browser = try BrowserDriver(names) { $0.printsAbove = isInline }
    browser.enter("")
    #expect(browser.orders.contains { $0.hasPrefix("print") && $0.contains("Armeca") })
    #expect(browser.state.notice?.text == "5 rows printed\(place)")
    browser.type("arm")
    browser.enter(":print")
    #expect(browser.state.notice?.text == "1 row printed\(place)")
  }

  @Test func aPrintoutIsAtMostAScreenful() throws {
    var browser = try BrowserDriver((10..<40).map { "Nobody \($0)" }, rows: 8)
    browser.enter()
    let printed = try #require(browser.orders.first { $0.hasPrefix("print") })
    #expect(printed.hasSuffix("Nobody 14|… 25 more"))
  }

  @Test func editsOfRowsWaitForTheRowsOfTheTypedText() throws {
    var browser = try BrowserDriver(names)
    browser.answersSearches = false
    browser.type("cers")
    browser.press(.nextRow)
    browser.enter("cers")
    browser.type("cersx")
    #expect(browser.state.storing.edits == [])
    browser.answersSearches = true
    browser.send(.noticed(.init("")))
    #expect(browser.state.prompt.query == "cersx")
    browser.type("")
    #expect(browser.dead == ["Cersei Lannister"])
  }

  @Test func theSelectionStaysAtItsRowWhenNamesArriveAboveIt() throws {
    var browser = try BrowserDriver(names)
    browser.press(.nextRow, .nextRow)
    browser.send(.list(.indexed(browser.state.list.index.adding(try NameBatch(["Aaron"])))))
    #expect(browser.names.first == "Aaron")
    #expect(browser.state.selected?.name.text == "Armeca")
  }

  @Test func droppingTheSelectedRowSelectsItsNeighbour() throws {
    var browser = try BrowserDriver(names)
    browser.press(.nextRow, .nextRow, .drop)
    #expect(browser.names.contains("Armeca") == false)
    #expect(browser.state.selected?.name.text == "Arya Stark")
  }

  @Test func theNearestRowIsSelectedWhenTheSelectedOneIsHidden() throws {
    var browser = try BrowserDriver(names)
    browser.press(.cycleShow)  // not dead
    browser.press(.nextRow, .nextRow, .dead)
    #expect(
      browser.names == ["Alliser Thorne", "Arya Stark", "Cersei Lannister", "Tywin Lannister"])
    #expect(browser.state.selected?.name.text == "Arya Stark")
  }

  @Test(arguments: [("c", "Cersei Lannister"), ("b", "Cersei Lannister"), ("z", "Tywin Lannister")])
  func aJumpLandsOnTheSectionOrTheNearest(title: String, expected: String) throws {
    var browser = try BrowserDriver(names)
    browser.send(.prompt(.titleChosen(title)))
    #expect(browser.state.selected?.name.text == expected)
  }

  @Test func sectionKeysMoveBySections() throws {
    var browser = try BrowserDriver(names)
    browser.press(.nextSection)
    #expect(browser.state.selected?.name.text == "Cersei Lannister")
    browser.press(.nextRow, .previousSection)
    #expect(browser.state.selected?.name.text == "Cersei Lannister")
    browser.press(.previousSection)
    #expect(browser.state.selected?.name.text == "Alliser Thorne")
  }

  @Test func leavingIsAnOrder() throws {
    var browser = try BrowserDriver(names)
    browser.enter(":quit")
    #expect(browser.orders.last == "leave left")
  }

  @Test func anUnknownCommandIsReported() throws {
    var browser = try BrowserDriver(names)
    browser.enter(":kill")
    #expect(browser.state.notice?.text == "no command “:kill”; :help lists them")
    #expect(browser.orders == [])
  }
}
