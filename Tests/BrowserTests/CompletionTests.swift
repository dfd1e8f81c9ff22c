import Browser
import NameSearch
import Testing

struct CompletionTests {
  private let names = ["Arya Stark", "Arthur Dayne", "Brandon Stark"]

  @Test(arguments: [
    ("ar", ["Arthur Dayne", "Arya Stark"]),
    ("Arya", ["Arya Stark"]),
    ("sta", []),
    ("", []),
    (":d", [":dead", ":decide", ":drop"]),
    (":dead ary", [":dead Arya Stark"]),
    (":show al", [":show all"]),
    (":show open l", [":show open liked"]),
    (":show liked li", []),
    (":snooze ary", []),
    (":snooze 30d ary", [":snooze 30d Arya Stark"]),
    (":snooze 30d al", [":snooze 30d all"]),
    (":decide d", [":decide dead"]),
    (":decide dead ary", [":decide dead Arya Stark"]),
    (":ok al", [":ok all"]),
    (":dead a", [":dead all", ":dead Arthur Dayne", ":dead Arya Stark"]),
    (":add al", []),
    (":re", [":reopen", ":redo", ":review", ":retry", ":reload"]),
    (":jump b", [":jump B"]),
    (":quit x", []),
    (":switch w", [":switch work", ":switch Winterfell"]),
  ])
  func tabOffersWhatTheLineCanBecome(line: String, expected: [String]) throws {
    let browser = try BrowserDriver(names) {
      $0.listNames = ["default", "work", "Winterfell"]
    }
    #expect(browser.state.completions(of: line) == expected)
  }

  /// The prompt inserts what all candidates have in common, so it must be common to all rows.
  @Test(arguments: [
    (["x-1", "x-2", "x-3", "x-4", "y"], "x", "x-"),
    (["x-11", "x-12", "x-13", "x-2"], "x", "x-"), (["x-11", "x-12", "x-13", "x-14"], "x", "x-1"),
    (["x1", "x2", "x3", "xa"], "x", "x"),
    ((0..<300).map { "x-1\($0)" } + ["x-2"], "x", "x"),
  ])
  func manyCandidatesHaveInCommonWhatAllRowsHave(
    names: [String], line: String, common: String
  ) throws {
    let browser = try BrowserDriver(names)
    let offered = browser.state.completions(of: line, limit: 2)
    #expect(offered.count == 2)
    let start = zip(offered[0], offered[1]).prefix { $0 == $1 }.map(\.0)
    #expect(String(start) == common)
  }

  /// Rows that were not looked at may have less in common than those that were found.
  @Test func whatAllRowsHaveInCommonMustBeKnown() throws {
    let order = NameOrder(rows: .input)
    let names = ["x-11"] + (0..<250).map { "a\($0) x" } + ["x-2"]
    let index = NameIndex(order: order).adding(NameBatch(try names.map { try Name($0) }))
    let state = Browser.State(settings: Browser.Settings(), order: order, index: index)
    #expect(state.completions(of: "x", limit: 2) == ["x-11", "x"])
    let some = try BrowserDriver((0..<250).map { "x-1\($0)" } + ["x-2"])
    #expect(some.state.completions(of: "x", limit: 2) == ["x-10", "x"])
  }

  @Test func filtersThatExcludeEachOtherAreNotOffered() throws {
    let browser = try BrowserDriver(names)
    #expect(!browser.state.completions(of: ":show dead ").contains(":show dead ok"))
    #expect(browser.state.completions(of: ":show dead l") == [":show dead liked"])
  }
}
