import Glibc
import TestSupport
import Testing

/// The editor on a terminal that knows no escape sequences.
@Suite(.timeLimit(.minutes(5)))
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
    probe.checkBytes()
  }

  @Test func linesArePrintedAboveThePrompt() throws {
    let probe = try ProbeSession("plain")
    probe.type("abc\u{18}p", #"edited "probe> " "abc" """#)
    probe.terminal.wait { $0.rows.prefix(2) == ["printed abc", "probe> abc"] }
    probe.checkBytes()
  }

  @Test func thePromptWaitsForAnAnswerDuringAPause() throws {
    let probe = try ProbeSession("plain")
    probe.type("\u{18}wx", #"edited "probe> " "x" """#)
    probe.terminal.wait { $0.rows.prefix(2) == ["the answer", "probe> x"] }
    probe.checkBytes()
  }

  @Test func editingInTheMiddleIsShownByBackspaces() throws {
    let probe = try ProbeSession("plain")
    probe.type("日本xyz", #"edited "probe> " "日本xyz" """#)
    probe.type("\u{1}a\u{4}", #"edited "probe> " "a" "本xyz""#)
    probe.terminal.wait { $0.row(0) == "probe> a本xyz" && $0.cursor == .init(row: 0, column: 8) }
    probe.type("\u{5}\u{7F}\u{7F}", #"edited "probe> " "a本x" """#)
    probe.terminal.wait { $0.row(0) == "probe> a本x" && $0.cursor == .init(row: 0, column: 11) }
    probe.checkBytes()
  }

  @Test func whatIsTypedRawIsShownSafely() throws {
    let probe = try ProbeSession("plain")
    probe.terminal.send("\u{9B}2J\u{202E}x")
    probe.terminal.wait { $0.row(0) == "probe> <U+009B>2J<U+202E>x" }
    probe.checkBytes()
  }

  @Test func ctrlCStartsANewRow() throws {
    let probe = try ProbeSession("plain")
    probe.type("abc", #"edited "probe> " "abc" """#)
    probe.type("\u{3}", #"edited "probe> " "" """#)
    probe.terminal.wait { $0.rows.prefix(2) == ["probe> abc", "probe>"] }
    probe.terminal.signal(SIGTERM)
    probe.expectEnd(.signal(SIGTERM))
  }
}
