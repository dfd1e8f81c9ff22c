import TerminalText
import Testing

@testable import Printing

struct ProgressLineTests {
  private func line(
    _ done: Int, of total: Int?, columns: Int, glyphs: Glyphs = .ascii,
    after elapsed: Duration = .seconds(2)
  ) -> String {
    ProgressLine(command: "import", noun: "names", done: done, total: total, elapsed: elapsed)
      .text(columns: columns, glyphs: glyphs)
  }

  @Test(arguments: [
    (80, "import:  50% ===============--------------- 1,200 of 2,400 names, 600/s"),
    (60, "import:  50% ========-------- 1,200 of 2,400 names, 600/s"),
    (50, "import:  50% ===--- 1,200 of 2,400 names, 600/s"),
    (46, "import:  50% 1,200 of 2,400 names, 600/s"),
    (20, "import:  50% 1,200 "), (1, ""), (0, ""),
  ])
  func aLineAlwaysFits(columns: Int, expected: String) {
    let line = line(1_200, of: 2_400, columns: columns)
    #expect(line == expected)
    #expect(line.count < max(columns, 1))
  }

  @Test func unknownNumbersAreOmitted() {
    #expect(line(1_234_567, of: nil, columns: 80) == "import: 1,234,567 names, 617,283/s")
    #expect(line(0, of: 0, columns: 80) == "import: 0 names, 0/s")
    #expect(line(5, of: nil, columns: 80, after: .zero) == "import: 5 names, 0/s")
  }

  @Test func theBarIsFullAtTheEnd() {
    let line = line(7, of: 7, columns: 60, glyphs: .unicode)
    #expect(line == "import: 100% ━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 7 of 7 names, 3/s")
  }
}
