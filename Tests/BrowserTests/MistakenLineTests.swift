import ListModel
import NameSearch
import Testing

@testable import Browser

/// A line that is wrong stays in the prompt, and C-g and Esc cancel what is typed.
struct MistakenLineTests {
  @Test(arguments: [
    (":dead", "select a row first: ↓ to select"), (":note x", "select a row first: ↓ to select"),
    (":dead #9", "no row #9"), (":decide burn #1", "no verdict “burn”; the list has dead, ok"),
    (":quit now", ":quit takes no operand"), (":jump Z", nil), (":help M-q", nil),
  ])
  func itStays(line: String, reason: String?) throws {
    var browser = try BrowserDriver(["Arya", "Bran"])
    browser.type(line)
    let before = browser.orders
    browser.enter(line)
    if let reason {
      #expect(browser.state.notice == .init(reason, isError: true))
      #expect(browser.orders == before)
      #expect(browser.state.prompt.line == line)
    }
    browser.send(.prompt(.escaped))
    #expect(browser.orders.last == "set ")
  }

  @Test(arguments: [":dead nosuch", ":ok --id 7"])
  func aLineComesBackWhenTheStoreKnowsNoSuchRow(line: String) throws {
    var browser = try BrowserDriver(["Arya", "Bran"])
    browser.enter(line)
    #expect(browser.state.notice?.isError == true)
    #expect(browser.orders.last == "set \(line)")
    #expect(browser.state.prompt.line == line)
  }

  @Test(arguments: [true, false])
  func aLineComesBackWhenItsFileCannotBeWritten(isError: Bool) throws {
    var browser = try BrowserDriver(["Arya", "Bran"])
    browser.enter(":save names")
    #expect(browser.state.prompt.line == "")
    let number = try #require(browser.state.storing.saves.first?.number)
    browser.send(.storing(.saved(number: number, .init("names: file exists", isError: isError))))
    #expect(browser.notice == "names: file exists")
    #expect(browser.state.prompt.line == (isError ? ":save names" : ""))
    #expect((browser.orders.last == "set :save names") == isError)
  }

  @Test func aLineDoesNotReplaceWhatIsTypedByNow() throws {
    var browser = try BrowserDriver(["Arya", "Bran"])
    browser.enter(":save names")
    let number = try #require(browser.state.storing.saves.first?.number)
    browser.type(":dead")
    browser.send(.storing(.saved(number: number, .init("names: file exists", isError: true))))
    #expect(browser.state.prompt.line == ":dead")
  }

  @Test func anErrorOfAnEarlierLineIsNoErrorOfTheNext() throws {
    var browser = try BrowserDriver(["Arya", "Bran"])
    browser.enter(":jump Z")
    browser.enter(":dead nosuch")
    #expect(browser.state.notice?.isError == true)
    browser.enter(":dead Arya")
    #expect(browser.dead == ["Arya"])
    #expect(browser.orders.last != "set :dead Arya")
    #expect(browser.state.notice?.isError == false)
  }

  @Test(arguments: [
    (":more", "no more rows"), (":retry", "nothing to retry: no load has failed"),
  ])
  func aCommandWithNothingToDoSaysSo(line: String, words: String) throws {
    var browser = try BrowserDriver(["Arya"])
    browser.enter(line)
    #expect(browser.notice == words)
  }

  // MARK: Cancelling

  @Test func theAbortKeyCancelsAQuestion() throws {
    var browser = try BrowserDriver((0..<30).map { "Name \($0)" })
    browser.enter(":dead all")
    #expect(browser.question != nil)
    browser.press(.abort)
    #expect(browser.question == nil)
    #expect(browser.notice == "nothing was changed")
    #expect(browser.dead == [])
  }

  @Test(arguments: [false, true])
  func theAbortKeyCancelsAPromptOfReview(isByEscape: Bool) throws {
    var browser = try BrowserDriver(["Arya", "Bran"]) { $0.reviews = true }
    browser.review(.snooze)
    #expect(browser.orders.last == "set :snooze ")
    browser.type(":snooze ")
    browser.send(isByEscape ? .prompt(.escaped) : .prompt(.commandGiven(.abort, line: ":snooze ")))
    #expect(browser.state.takesPlainKeys)
    #expect(browser.state.selected?.name.text == "Arya")
    browser.press(.abort)
    #expect(browser.state.selected?.name.text == "Arya")
  }

  @Test func escapeInASearchOfReviewRestoresTheQuery() throws {
    var browser = try BrowserDriver(["Arya", "Bran", "Cersei"]) { $0.reviews = true }
    browser.review(.next, .find)
    browser.type("ce")
    #expect(browser.names == ["Cersei"])
    browser.send(.prompt(.escaped))
    #expect(browser.names == ["Arya", "Bran", "Cersei"])
    #expect(browser.state.selected?.name.text == "Bran")
    browser.review(.find)
    browser.type("ce")
    browser.enter("ce")
    browser.send(.prompt(.escaped))
    #expect(browser.names == ["Cersei"])
  }

  // MARK: Messages

  @Test func aRowThatWasNeverDecidedHasNoDecision() throws {
    var browser = try BrowserDriver(["Arya"]) { $0.reviews = true }
    browser.review(.confirm)
    #expect(browser.notice == "Arya has no decision")
  }

  @Test func newsOfOthersDoNotReplaceTheAnswerToAnUndo() throws {
    var browser = try BrowserDriver(["Arya", "Bran", "Cersei"]) { $0.reviews = true }
    browser.review(.dead, .undo)
    #expect(browser.notice == "undone: dead, Arya")
    browser.editElsewhere(.ok, try Name("Cersei"))
    try browser.look()
    #expect(browser.notice == "undone: dead, Arya; Ann: Cersei ok, just now")
    browser.editElsewhere(.dead, try Name("Cersei"))
    try browser.look()
    #expect(browser.notice == "undone: dead, Arya; Ann: Cersei dead, just now")
    browser.review(.next)
    #expect(browser.notice == nil)
  }
}
