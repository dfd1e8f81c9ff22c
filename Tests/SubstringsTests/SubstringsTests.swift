import Substrings
import Testing

struct SubstringsTests {
  @Test(
    arguments: [
      ("", "a", nil), ("a", "a", 0..<1), ("xab", "ab", 1..<3), ("aab", "ab", 1..<3),
      ("ab", "abc", nil), ("xa", "ab", nil), ("é, ü", ", ", 2..<4), ("abab", "ab", 0..<2),
    ] as [(String, String, Range<Int>?)])
  func theFirstPlaceOfATextIsFound(text: String, wanted: String, place: Range<Int>?) {
    let found = text.firstRange(ofText: wanted).map { range in
      text.utf8[..<range.lowerBound].count..<text.utf8[..<range.upperBound].count
    }
    #expect(found == place)
    #expect(text.includes(wanted) == (place != nil))
  }

  @Test(
    arguments: [
      ("", [""]), ("..", ["", ""]), ("a", ["a"]), ("a..b", ["a", "b"]),
      ("...", ["", "."]), ("a....b..", ["a", "", "b", ""]),
    ] as [(String, [String])])
  func partsAreBetweenTheSeparators(text: String, parts: [String]) {
    #expect(text.parts(separatedBy: "..").map(String.init) == parts)
    #expect(text.dropFirst(0).replacing(text: "..", by: "") == parts.joined())
    #expect(text.replacing(text: "..", by: "·") == parts.joined(separator: "·"))
  }
}
