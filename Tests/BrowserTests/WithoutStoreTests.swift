import NameSearch
import Testing

@testable import Browser

/// A picker without a list: nothing is stored, and nothing from a store is shown.
struct WithoutStoreTests {
  private func picker(_ multi: Int?, isPlain: Bool = false) throws -> BrowserDriver {
    var browser = try BrowserDriver(["Ada", "Bo"]) {
      $0.purpose = .picking
      $0.mostPicks = multi
      $0.usesStore = false
      $0.browsesKeptList = false
      $0.isPlain = isPlain
    }
    browser.answersEdits = false
    return browser
  }

  private func expectNoEdit(_ browser: BrowserDriver, _ what: String) {
    let state = browser.state
    #expect(state.storing.edits.isEmpty, "\(what)")
    #expect(
      state.review == nil && state.cover.report == nil && state.prompt.asked == nil, "\(what)")
    #expect(!browser.orders.contains { $0.hasPrefix("set :") }, "\(what)")
  }

  @Test(arguments: Command.allCases)
  func noKeyEdits(command: Command) throws {
    for multi in [nil, Int.max] {
      var browser = try picker(multi)
      browser.press(command)
      expectNoEdit(browser, "\(command)")
      #expect(
        command.needsStore
          == (browser.state.notice?.text
            == "nothing is stored without a list; start targets with --list NAME"))
    }
  }

  @Test(arguments: ColonCommand.table.map(\.word))
  func noCommandEdits(word: String) throws {
    for operand in ["", " all", " section", " #1", " Ada", " Nobody", " 30d", " Ada 30d", " off"] {
      for isPlain in [false, true] {
        var browser = try picker(Int.max, isPlain: isPlain)
        if isPlain { browser.enter("") }
        browser.enter(":\(word)\(operand)")
        browser.enter(":\(word)\(operand) 2")
        expectNoEdit(browser, ":\(word)\(operand)")
      }
    }
  }

  @Test func eachKeyOfAPickerHasOneCommand() {
    let keys = Command.allCases.flatMap { $0.keys + $0.pickerKeys }
    #expect(Set(keys).count == keys.count)
  }
}
