import Edits
import NameIndex
import Testing

@testable import Browser

/// Edits of rows that a source gives out page by page.
struct FeedEditTests {
  private func open(_ names: [String]) throws -> BrowserDriver {
    var browser = try BrowserDriver(rows: 12) { $0.browsesKeptList = false }
    browser.beginPages()
    try browser.load(names)
    return browser
  }

  @Test func aDroppedRowIsGoneAndNoPageBringsItBack() throws {
    var browser = try open(["Arya", "Bran", "Cersei"])
    browser.press(.nextRow, .nextRow, .drop)
    #expect(browser.names == ["Arya", "Cersei"])
    #expect(browser.state.selected?.name.text == "Cersei")
    #expect(browser.state.notice?.text == "Bran dropped; C-x u undoes")
    try browser.load(["Bran", "Dany"])
    #expect(browser.names == ["Arya", "Cersei", "Dany"])
    #expect(browser.state.loadedRows == "3 loaded rows")
    browser.beginPages(generation: 2)
    browser.replace(with: state(of: browser, ["Bran", "Edda"]))
    #expect(browser.names == ["Edda"])
    browser.type("br")
    #expect(browser.names == [])
  }

  private func state(of browser: BrowserDriver, _ names: [String]) -> NameBatch {
    var batch = NameBatch()
    for name in names { if let name = try? Name(name) { batch.append(name) } }
    return batch
  }

  @Test func undoAndRedoGoThroughWhatIsKeptAndWhatIsNot() throws {
    var browser = try open(["Arya", "Bran", "Cersei"])
    browser.enter(":drop Arya")
    browser.enter(":like Bran")
    browser.enter(":drop Cersei")
    browser.enter(":drop Bran")
    #expect(browser.names == [])
    browser.press(.undo)
    #expect(browser.names == ["Bran"])
    #expect(browser.state.flags[try Name("Bran")] == .liked)
    browser.press(.undo)
    #expect(browser.names == ["Bran", "Cersei"])
    #expect(browser.state.notice?.text == "undone: Cersei is back")
    browser.press(.undo, .undo)
    #expect(browser.names == ["Arya", "Bran", "Cersei"])
    #expect(browser.state.flags[try Name("Bran")] == [])
    browser.press(.undo)
    #expect(browser.state.notice?.text == "nothing to undo")
    browser.press(.redo)
    #expect(browser.names == ["Bran", "Cersei"])
  }

  @Test func undoThatIsAskedBeforeTheStoreHasAnsweredWaitsItsTurn() throws {
    var browser = try open(["Arya", "Bran"])
    browser.answersEdits = false
    browser.enter(":drop Arya")
    browser.press(.undo)
    #expect(browser.names == ["Arya", "Bran"])
    browser.answerEdits()
    #expect(browser.names == ["Arya", "Bran"])
    #expect(browser.state.notice?.text == "undone: Arya is back")
    #expect(browser.state.edits.isEmpty)
  }

  @Test func aDroppedRowThatIsAddedIsBack() throws {
    var browser = try open(["Arya", "Bran"])
    browser.enter(":drop Arya")
    browser.enter(":add Arya")
    #expect(browser.names == ["Arya", "Bran"])
  }

  @Test func whatTheSourceSaysCountsUntilTheStoreSaysSomething() throws {
    var browser = try open(["Arya", "Bran", "Cersei"])
    let (arya, bran) = (try Name("Arya"), try Name("Bran"))
    browser.send(.flagsOfSource([arya: .dead, bran: [.dead, .liked]]))
    #expect(browser.dead == ["Arya", "Bran"])
    browser.enter(":revive Arya")
    #expect(browser.dead == ["Bran"])
    browser.send(.flagsOfSource([arya: .dead]))
    #expect(browser.dead == ["Bran"])
    browser.enter(":unlike Bran")
    #expect(browser.state.flags[bran] == .dead)
    browser.press(.undo)
    #expect(browser.state.flags[bran] == [.dead, .liked])
  }
}
