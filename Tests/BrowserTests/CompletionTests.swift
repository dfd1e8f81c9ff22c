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
}
