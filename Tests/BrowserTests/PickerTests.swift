import ListModel
import Browser
import NameSearch
import Testing

struct PickerTests {
  private func picker(_ names: [String]) throws -> BrowserDriver {
    try BrowserDriver(names) { $0.purpose = .picking }
  }

  @Test func theFirstRowIsSelectedFromTheStart() throws {
    var browser = try picker(["Bo", "Ada"])
    #expect(browser.state.selected?.name.text == "Ada")
    browser.type("b")
    #expect(browser.state.selected?.name.text == "Bo")
  }

  @Test func enterPicksTheSelectedRow() throws {
    var browser = try picker(["Ada", "Bo", "Cy"])
    browser.press(.nextRow)
    browser.enter()
    #expect(browser.orders == ["leave picked(Bo)"])
  }

  @Test func enterWithoutAMatchPicksNothing() throws {
    var browser = try picker(["Ada"])
    browser.type("x")
    browser.enter()
    #expect(browser.orders == ["leave picked()"])
  }

  @Test func anInterruptLeavesWhateverIsTyped() throws {
    var browser = try picker(["Ada"])
    browser.type("a")
    browser.send(.prompt(.interrupted(line: "a")))
    #expect(browser.orders == ["leave interrupted"])
  }

  @Test func escapeAndAbortLeave() throws {
    var browser = try picker(["Ada"])
    browser.send(.prompt(.escaped))
    browser.press(.abort)
    #expect(browser.orders == ["leave left", "leave left"])
  }
}
