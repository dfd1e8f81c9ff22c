import Testing

@testable import Terminal

struct KeyInputTests {
  /// All steps that the chunks of input cause, if `\e[B` is the only bound sequence.
  private func steps(_ chunks: [String], takesEscape: Bool = false) -> [String] {
    var input = KeyInput()
    return chunks.flatMap { chunk -> [String] in
      if chunk == "…" { input.expire() } else { input.append(chunk.utf8) }
      return steps(of: &input, takesEscape: takesEscape)
    }
  }

  private func steps(of input: inout KeyInput, takesEscape: Bool) -> [String] {
    var steps: [String] = []
    while true {
      let step = input.next(takesEscape: takesEscape) { $0 == Array("\u{1B}[B".utf8) }
      switch step {
      case .keys(let bytes): steps.append("keys " + text(bytes))
      case .pasted(let bytes): steps.append("pasted " + text(bytes))
      case .escape: steps.append("escape")
      case .unbound(let name): steps.append("unbound " + name)
      case .mouse(let event): steps.append("mouse \(event)")
      case .held(let hold): return steps + ["held \(hold)"]
      case .empty: return steps
      }
    }
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test(arguments: [
    (["abc"], ["keys abc"]),
    (["a\u{1B}[Bb"], ["keys a", "keys ^[B", "keys b"]),
    (["\u{1B}xé"], ["unbound M-x", "keys é"]),
    (["\u{1B}", "…"], ["held sequence", "escape"]),
    (["\u{1B}", "[B"], ["held sequence", "keys ^[B"]),
    (["\u{1B}[", "B"], ["held sequence", "keys ^[B"]),
    (["\u{1B}[1;", "…"], ["held sequence", "keys ^[1;"]),
    (["\u{1B}\u{1B}", "…"], ["escape", "held sequence", "escape"]),
    (["\u{1B}[1;2Aa"], ["unbound S-↑", "keys a"]),
    (["\u{1B}[201~a"], ["keys a"]),
    (["\u{1B}[" + String(repeating: "1", count: 30) + "xa"], ["keys a"]),
  ])
  func keysAreHandedOutOnceTheyAreComplete(chunks: [String], expected: [String]) {
    #expect(steps(chunks) == expected)
  }

  @Test(arguments: [
    ("\u{1B}OP", "F1"), ("\u{1B}[15~", "F5"), ("\u{1B}[15;5~", "C-F5"), ("\u{1B}[1;3C", "M-→"),
    ("\u{1B}[Z", "S-Tab"), ("\u{1B}[H", "Home"), ("\u{1B}q", "M-q"), ("\u{1B}[1;5P", "C-F1"),
  ])
  func aKeyWithoutACommandIsNamed(keys: String, name: String) {
    #expect(steps([keys]) == ["unbound " + name])
  }

  /// Reports of focus, of the cursor's place and of the terminal's kind, and other sequences.
  @Test(arguments: ["[I", "[O", "[24;80R", "[?62;4c", "[8;24;80t", "[99~", "[0n", "[1;99A", "[P"])
  func aReportOfTheTerminalIsDropped(sequence: String) {
    #expect(steps(["\u{1B}" + sequence]) == [])
  }

  @Test func whileReadlineWaitsForAKeyNothingIsDropped() {
    #expect(steps(["\u{1B}[1;2A"], takesEscape: true) == ["keys ^[1;2A"])
    #expect(steps(["\u{1B}", "…"], takesEscape: true) == ["held sequence", "keys ^"])
  }

  @Test(arguments: [
    (["a\u{1B}[200~b\u{1B}c\nd\u{1B}[201~e"], ["keys a", "pasted b^c d", "keys e"]),
    (
      ["\u{1B}[20", "0~b", "c\u{1B}[2", "01~"],
      ["held sequence", "held paste", "held paste", "pasted bc"]
    ),
    (["\u{1B}[200~b\u{1B}[2", "…", "a"], ["held paste", "pasted b^[2", "keys a"]),
    (["\u{1B}[200~a\0b\u{1B}[201~"], ["pasted ab"]),
    (["\u{1B}[200~arya\nsansa\r\nbran\rjon\r\n\n\u{1B}[201~"], ["pasted arya sansa bran jon"]),
    (["\u{1B}[200~\n\na\n\u{1B}", "[201~"], ["held paste", "pasted   a"]),
    (["\u{1B}[200~\u{1B}[201~"], ["pasted "]),
  ])
  func aPasteIsHandedOutWhole(chunks: [String], expected: [String]) {
    #expect(steps(chunks) == expected)
  }

  @Test func onlyTheStartOfALongPasteIsKept() {
    let chunk = String(repeating: "日本", count: 2_000)
    let chunks = ["\u{1B}[200~"] + Array(repeating: chunk, count: 50) + ["\u{1B}[201~"]
    let last = steps(chunks).last ?? ""
    #expect(last == "pasted " + String(String(repeating: chunk, count: 5).prefix(10_922)))
  }

  @Test func waitingInputIsLimited() {
    var input = KeyInput()
    var reads = 0
    while !input.isFull {
      input.append(repeatElement(UInt8(ascii: "a"), count: 4_096))
      reads += 1
    }
    #expect(reads == KeyInput.mostWaiting / 4_096)
    #expect(input.next(takesEscape: false) { _ in false } != .empty)
    #expect(!input.isFull)
  }
}
