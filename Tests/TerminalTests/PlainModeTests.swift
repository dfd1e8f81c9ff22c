import Glibc
import LibraryTestSupport
import TestSupport
import Testing

/// The editor on a terminal without escape sequences.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct PlainModeTests {
  @Test func typedLettersAreSentAsThemselvesAndNothingElse() throws {
    let probe = try ProbeSession("plain")
    probe.terminal.wait { $0.row(0) == "probe>" }
    probe.type("a", #"edited "probe> " "a" """#)
    probe.type("b", #"edited "probe> " "ab" """#)
    probe.terminal.wait { $0.row(0) == "probe> ab" }
    #expect(String(decoding: probe.terminal.output, as: UTF8.self) == "probe> ab")
  }

  @Test func enterEndsTheRowAndPromptsAgain() throws {
    let probe = try ProbeSession("plain")
    probe.type("one\rtwo\r", #"submitted "two""#)
    probe.terminal.wait { $0.rows.prefix(3) == ["probe> one", "probe> two", "probe>"] }
  }

  @Test func linesAreNotPrintedIntoTypedText() throws {
    let probe = try ProbeSession("plain")
    probe.type("abc\u{18}pd", #"edited "probe> " "abcd" """#)
    probe.terminal.wait { $0.row(0) == "probe> abcd" }
    probe.terminal.send("\r")
    probe.terminal.wait { $0.rows.prefix(3) == ["probe> abcd", "printed abc", "probe>"] }
    let text = String(decoding: probe.terminal.output, as: UTF8.self)
    #expect(text == "probe> abcd\r\nprinted abc\r\nprobe> ")
  }

  @Test func linesArePrintedBelowAnEmptyPromptWhichIsRepeated() throws {
    let probe = try ProbeSession("plain")
    probe.terminal.wait { $0.row(0) == "probe>" }
    probe.terminal.send("\u{18}p")
    probe.terminal.wait { $0.rows.prefix(3) == ["probe>", "printed", "probe>"] }
    #expect(!probe.terminal.output.contains(8))
  }

  @Test func thePromptWaitsForAnAnswerDuringAPause() throws {
    let probe = try ProbeSession("plain")
    probe.type("\u{18}wx", #"edited "probe> " "x" """#)
    probe.terminal.wait { $0.contains("the answer") && $0.cursorRow == "probe> x" }
  }

  @Test func editingInTheMiddleIsShownByBackspaces() throws {
    let probe = try ProbeSession("plain")
    probe.type("日本xyz", #"edited "probe> " "日本xyz" """#)
    probe.type("\u{1}a\u{4}", #"edited "probe> " "a" "本xyz""#)
    probe.terminal.wait { $0.row(0) == "probe> a本xyz" && $0.cursor == .init(row: 0, column: 8) }
    probe.type("\u{5}\u{7F}\u{7F}", #"edited "probe> " "a本x" """#)
    probe.terminal.wait { $0.row(0) == "probe> a本x" && $0.cursor == .init(row: 0, column: 11) }
  }

  @Test func rawInputIsShownSafely() throws {
    let probe = try ProbeSession("plain")
    probe.terminal.send("\u{9B}2J\u{202E}x")
    probe.terminal.wait { $0.row(0) == "probe> <U+009B>2J<U+202E>x" }
  }

  @Test func ctrlCStartsANewRow() throws {
    let probe = try ProbeSession("plain")
    probe.type("abc", #"edited "probe> " "abc" """#)
    probe.type("\u{3}", #"edited "probe> " "" """#)
    probe.terminal.wait { $0.rows.prefix(2) == ["probe> abc", "probe>"] }
    probe.terminal.signal(SIGTERM)
    probe.expectEnd(.signal(SIGTERM))
  }

  /// Keys of all kinds, and every state of the editor: the oracle checks all output.
  @Test(arguments: UInt64(0)..<4)
  func nothingButTextLineFeedsAndBackspacesIsEverSent(seed: UInt64) throws {
    let probe = try ProbeSession("plain")
    var random = SeededGenerator(seed: seed)
    let keys = [
      "a", "é", "日", " ", "\u{7F}", "\u{1}", "\u{5}", "\u{2}", "\u{B}", "\u{12}", "\u{7}", "\u{1F}",
      "\t", "\t\t", "\r", "\u{1B}[A", "\u{1B}[B", "\u{1B}5", "\u{18}p", "\u{18}w", "\u{C}",
      "\u{18}ga", "\u{1B}[200~pa\nste\u{1B}[201~", "\u{1B}b",
    ]
    for _ in 0..<150 {
      probe.terminal.send(keys.randomElement(using: &random) ?? "a")
      if Int.random(in: 0..<10, using: &random) == 0 {
        probe.terminal.resize(rows: 10, columns: .random(in: 10...60, using: &random))
      }
    }
    probe.settle()
    probe.terminal.signal(SIGTERM)
    probe.expectEnd(.signal(SIGTERM))
  }
}
