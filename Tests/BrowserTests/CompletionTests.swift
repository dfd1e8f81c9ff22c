import Browser
import NameIndex
import Testing

struct CompletionTests {
  private let names = ["Arya Stark", "Arthur Dayne", "Brandon Stark"]

  @Test(arguments: [
    ("ar", ["Arthur Dayne", "Arya Stark"]),
    ("Arya", ["Arya Stark"]),
    ("sta", []),
    ("", []),
    (":d", [":dead", ":drop"]),
    (":dead ary", [":dead Arya Stark"]),
    (":show a", [":show all", ":show alive"]),
    (":jump b", [":jump B"]),
    (":quit x", []),
  ])
  func tabOffersWhatTheLineCanBecome(line: String, expected: [String]) throws {
    let browser = try BrowserDriver(names)
    #expect(browser.state.completions(of: line) == expected)
  }
}
