import Testing

@testable import Terminal

struct MouseEventTests {
  @Test(arguments: [
    ("0;1;1M", MouseEvent.pressed(row: 0, column: 0)),
    ("0;300;200M", .pressed(row: 199, column: 299)),
    ("4;2;3M", .pressed(row: 2, column: 1)),  // with Shift
    ("64;1;1M", .wheelTurned(towardsEnd: false)),
    ("65;1;1M", .wheelTurned(towardsEnd: true)),
    ("81;9;9M", .wheelTurned(towardsEnd: true)),  // with Ctrl
  ])
  func buttonsAndTheWheelAreRead(report: String, event: MouseEvent) {
    #expect(MouseEvent(Array("\u{1B}[<\(report)".utf8)) == event)
  }

  @Test(arguments: [
    "0;1;1m", "1;1;1M", "2;1;1M", "3;1;1M", "32;1;1M", "66;1;1M", "0;0;1M", "0;1;0M", "0;1M",
    ";1;1M",
    "0;1;1;1M", "99999999999999999999;1;1M", "M", "-1;1;1M",
  ])
  func otherReportsAreIgnored(report: String) {
    let bytes = Array("\u{1B}[<\(report)".utf8)
    #expect(MouseEvent(bytes) == nil)
    #expect(MouseEvent.isReport(bytes))
  }

  @Test func aReportIsNeverTyped() {
    for takesEscape in [false, true] {
      var input = KeyInput()
      input.append("a\u{1B}[<0;1;1M\u{1B}[<0;1;1mb".utf8)
      var steps: [KeyInput.Step] = []
      repeat {
        steps.append(input.next(takesEscape: takesEscape) { _ in false })
      } while steps.last != .empty
      #expect(
        steps == [
          .keys(Array("a".utf8)), .mouse(.pressed(row: 0, column: 0)), .keys(Array("b".utf8)),
          .empty,
        ])
    }
  }
}
