import TerminalText
import Testing

struct AreaHeightTests {
  @Test(arguments: [
    ("12", 12, false), ("~12", 12, true), ("50%", 12, false), ("~50%", 12, true), ("1", 1, false),
    ("100%", 24, false), ("99", 24, false), ("1%", 1, false), ("007", 7, false),
    ("99999999999999999999", 24, false),
  ])
  func aHeightIsRowsOrAPercentage(text: String, rows: Int, isAdaptive: Bool) throws {
    let height = try AreaHeight(text)
    #expect(height.rows(of: ScreenSize(columns: 80, rows: 24)) == rows)
    #expect(height.isAdaptive == isAdaptive)
  }

  @Test func thereIsAlwaysARow() throws {
    for text in ["1", "1%", "~100%"] {
      #expect(try AreaHeight(text).rows(of: ScreenSize(columns: 1, rows: 1)) == 1)
    }
  }

  @Test(arguments: [
    "", "~", "%", "~%", "x", "-3", "3.5", "1 0", "~~3", "3%%", "٣", "+3", "3\u{1B}[",
  ])
  func anythingElseIsRefused(text: String) {
    #expect(throws: AreaHeightError.notAHeight(text)) { try AreaHeight(text) }
    #expect(!AreaHeightError.notAHeight(text).description.contains { $0.isNewline })
    #expect(!AreaHeightError.notAHeight(text).description.contains("\u{1B}"))
  }

  @Test func noRowsAndMoreThanTheWindowAreRefused() {
    #expect(throws: AreaHeightError.noRows("~0")) { try AreaHeight("~0") }
    #expect(throws: AreaHeightError.noRows("0%")) { try AreaHeight("0%") }
    #expect(throws: AreaHeightError.moreThanTheWindow("101%")) { try AreaHeight("101%") }
    #expect("\(AreaHeightError.noRows("0"))" == "a height must be 1 or more, not 0")
  }
}
