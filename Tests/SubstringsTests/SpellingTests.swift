import Substrings
import Testing

struct SpellingTests {
  @Test(arguments: [
    ("--limt", ["--list", "--limit"], "--limit"), ("opne", ["closed", "open"], "open"),
    ("NAME", ["size", "name"], "name"), ("for", ["name", "formats"], "formats"),
    ("x", ["y"], nil), ("size", ["name", "who"], nil), ("", ["a"], nil), ("ab", [], nil),
  ])
  func theNearestWordIsFound(word: String, candidates: [String], nearest: String?) {
    #expect(Spelling.nearest(to: word, among: candidates) == nearest)
  }
}
