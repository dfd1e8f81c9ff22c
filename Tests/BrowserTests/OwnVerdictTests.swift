import ListModel
import NameSearch
import TestSupport
import TerminalText
import Testing

@testable import Browser

/// Review with a list's own verdicts, whose keys replace d and o.
struct OwnVerdictTests {
  private func browser(
    columns: Int = 100, _ change: (inout Browser.Settings) -> Void = { _ in }
  ) throws -> BrowserDriver {
    let verdicts = try ["r=revoke:dead", "K=keep:ok"].map { try VerdictKey($0) }
    var browser = try BrowserDriver(["Ada", "Bob", "Cyd", "Dan"], columns: columns) {
      $0.countsProgress = true
      $0.verdicts = verdicts
      change(&$0)
    }
    browser.press(.review)
    return browser
  }

  private func flags(_ browser: BrowserDriver, _ text: String) throws -> Flags {
    browser.state.list.flags[try Name(text)]
  }

  @Test func aKeyOfTheListDecidesAndSelectsTheNextRow() throws {
    var browser = try browser()
    #expect(browser.screen().last?.hasPrefix("r revoke  K keep  z snooze") == true)
    browser.send(.prompt(.unknownKeyPressed("r")))
    #expect(browser.state.notice?.text == "Ada decided: revoke; u to undo")
    #expect(browser.state.view.selection?.text == "Bob")
    browser.send(.prompt(.unknownKeyPressed("K", count: 2)))
    #expect(try flags(browser, "Ada") == .dead)
    #expect(try flags(browser, "Bob") == .ok && flags(browser, "Cyd") == .ok)
    #expect(browser.screen()[0].contains("revoke") && browser.screen()[1].contains("keep"))
    browser.review(.undo)
    #expect(browser.state.notice?.text.hasPrefix("undone: keep, 2 rows") == true)
    #expect(try flags(browser, "Bob").isOpen)
  }

  @Test func theUsualKeysDoNothing() throws {
    var browser = try browser()
    browser.review(.dead)
    #expect(browser.state.notice?.text == "d does nothing here; ? for help")
    browser.send(.prompt(.unknownKeyPressed("y")))
    #expect(browser.state.notice?.text == "y does nothing here; ? for help")
    #expect(try flags(browser, "Ada").isOpen)
  }

  @Test func aKeyIsTextWhileTyping() throws {
    var browser = try browser()
    browser.review(.leave)
    browser.send(.prompt(.unknownKeyPressed("r")))
    #expect(try flags(browser, "Ada").isOpen)
  }

  @Test func oneVerdictReplacesAnother() throws {
    var browser = try browser()
    browser.enter(":dead Ada")
    #expect(browser.state.notice?.text == "Ada decided: dead; u to undo")
    browser.enter(":decide revoke Ada")
    #expect(browser.state.notice?.text == "Ada decided: revoke; u to undo")
    browser.enter(":decide revoke Ada")
    #expect(
      browser.state.notice?.text == "Ada is already revoke; :reopen to open it again")
    browser.enter(":decide later Ada")
    #expect(
      browser.state.notice?.text
        == "no verdict “later”; the list has revoke, keep, dead, ok")
  }

  @Test func enterGivesTheFirstVerdictOfClassDead() throws {
    var browser = try browser()
    browser.review(.leave)
    browser.press(.firstRow)
    browser.enter("")
    #expect(browser.state.notice?.text == "Ada decided: revoke; C-x u to undo")
  }

  @Test func decidingManyRowsNeedsAnAnswer() throws {
    var browser = try browser()
    browser.enter(":decide keep all")
    #expect(browser.state.notice?.text == "4 rows changed; u to undo")
    #expect(browser.state.completions(of: ":decide k") == [":decide keep"])
  }

  @Test func plainModeAsksWithTheWordsOfTheList() throws {
    var browser = try browser { $0.isPlain = true }
    #expect(
      browser.state.promptText
        == "revoke, keep, snooze, note, undo, next, quit [r,K,z,m,u,n,q,?]? ")
    browser.enter("r")
    #expect(try flags(browser, "Ada") == .dead)
    browser.enter("d")
    #expect(browser.state.notice?.text == "“d” is not an answer; ? for help")
  }

  @Test func theHelpListsTheVerdicts() throws {
    var browser = try browser()
    browser.review(.help)
    browser.send(.view(.resized(ScreenSize(columns: 100, rows: 200))))
    let help = browser.screen().joined(separator: "\n")
    #expect(help.contains("decide revoke (dead), go to the next open row"))
    #expect(!help.contains("decide dead, go to the next open row"))
  }

  /// In plain mode, a line has no effect before Enter, however slowly it is typed.
  @Test func anAnswerTypedSlowlyIsNotAQuery() throws {
    var browser = try browser { $0.isPlain = true }
    browser.type("r")
    #expect(browser.state.prompt.query == "" && browser.state.view.selection?.text == "Ada")
    browser.enter("r")
    #expect(try flags(browser, "Ada") == .dead)
  }
}
