import NameSearch
import TerminalText
import Testing

@testable import Browser

struct RowHeightsTests {
  @Test func aNameIsMeasuredOnceForEachSpace() throws {
    var heights = RowHeights()
    var measured = 0
    func height(_ text: String, _ columns: Int, _ lines: Int = 20) throws -> Int {
      let space = RowHeights.Space(columns: columns, lines: lines)
      return heights.height(of: try Name(text), in: space) {
        measured += 1
        return text.utf8.count / columns + 1
      }
    }
    for _ in 0..<3 { #expect(try height("Arya", 3) == 2) }
    #expect(measured == 1)
    #expect(try height("Arya", 2) == 3)
    #expect(try height("Arya", 3) == 2)
    #expect(try height("Arya", 3, 2) == 2)
    #expect(measured == 4)
    // The same name with another spelling is another value.
    _ = try height("Ame\u{301}", 3, 2)
    _ = try height("Am\u{E9}", 3, 2)
    #expect(measured == 6)
  }

  @Test func scrollingMeasuresOnlyNewRows() throws {
    var browser = try BrowserDriver((10..<99).map { "Nobody \($0)" }, rows: 12)
    browser.press(.nextPage, .nextPage, .nextPage, .nextPage)
    let before = browser.state.view.heights.count
    browser.press(.previousRow, .nextRow)
    #expect(browser.state.view.heights.count == before)
    browser.send(.view(.resized(.init(columns: 30, rows: 12))))
    #expect(browser.state.view.heights.count < before)
  }
}
