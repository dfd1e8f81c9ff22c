import ListModel
import Browser
import NameSearch
import TerminalText
import Testing

/// Rows side by side in a wide window.
struct ColumnsTests {
  private let names = "ABCDE".flatMap { letter in (10..<16).map { "\(letter)nna \($0)" } }

  private func open(columns: Int, rows: Int = 11) throws -> BrowserDriver {
    try BrowserDriver(names, rows: rows, columns: columns)
  }

  @Test func rowsFillOneColumnAfterAnother() throws {
    let browser = try open(columns: 130)
    let screen = browser.screen()
    #expect(screen[0].contains(/^A {5}Anna 10 +6 +B {5}Bnna 12 +6 +C {5}Cnna 14 +6\|A$/))
    let starts = (0..<8).map { row in screen[row].matches(of: /[A-E]nna \d\d/).map { $0.output } }
    #expect(starts[0] == ["Anna 10", "Bnna 12", "Cnna 14"])
    #expect(starts[7] == ["Bnna 11", "Cnna 13", "Dnna 15"])
    // All rows for which there is room, in order, each once.
    let down = (0..<3).flatMap { column in starts.compactMap { $0.dropFirst(column).first } }
    #expect(down.map(String.init) == Array(names.prefix(24)))
  }

  @Test func eachColumnBeginsWithItsTitle() throws {
    let lines = try open(columns: 130).screen()
    #expect(lines[0].matches(of: /([A-E]) {5}([A-E])nna/).map(\.output.1) == ["A", "B", "C"])
    // A section has its own count where it begins.
    #expect(lines[6].hasPrefix("B     Bnna 10"))
  }

  @Test(arguments: [(119, 30, 11), (130, 8, 11), (130, 30, 40)])
  func oneColumnIsEnough(columns: Int, count: Int, rows: Int) throws {
    let browser = try BrowserDriver(Array(names.prefix(count)), rows: rows, columns: columns)
    #expect(browser.screen().allSatisfy { $0.matches(of: /nna/).count <= 1 })
  }

  @Test func keysMoveThroughAllColumns() throws {
    var browser = try open(columns: 130)
    for _ in 0..<24 { browser.press(.nextRow) }
    #expect(browser.state.selected?.name.text == "Dnna 15")
    let before = browser.screen()
    #expect(before[7].contains("▸   Dnna 15"))
    browser.press(.nextRow)
    #expect(browser.screen()[7].contains("▸   Enna 10"))
    #expect(browser.screen()[0].hasPrefix("A     Anna 11"))
    browser.press(.lastRow)
    #expect(browser.screen()[7].contains("▸   Enna 15"))
    browser.press(.previousPage)
    #expect(browser.state.selected?.name.text == "Bnna 10")
  }

  @Test func aWrappedNameIsNotSplitBetweenColumns() throws {
    let long = "Bnna of the " + String(repeating: "very ", count: 8) + "long name"
    var browser = try BrowserDriver(
      (10..<17).map { "Anna \($0)" } + [long] + (10..<40).map { "Cnna \($0)" }, rows: 11,
      columns: 130)
    #expect(browser.screen()[7].matches(of: /Bnna of/).isEmpty)
    #expect(browser.screen()[0].contains(/Anna 10 .*B {5}Bnna of/))
    // Wherever the view begins, the whole selected row is in it.
    for command in [Command.lastRow, .previousPage, .nextRow, .nextRow, .firstRow, .nextPage] {
      browser.press(command)
      #expect(browser.screen().filter { $0.contains("▸") }.count == 1)
    }
  }
}
