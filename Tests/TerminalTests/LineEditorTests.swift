import Glibc
import TestSupport
import Testing

/// The editor from a user's view, on a separate terminal.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct LineEditorTests {
  // MARK: Keys

  @Test func typedTextIsShownAndReported() throws {
    let probe = try ProbeSession()
    probe.type("ab", #"edited "probe> " "ab" """#)
    probe.terminal.wait { $0.row(0) == "probe> ab" && $0.cursor == .init(row: 0, column: 9) }
    probe.type("\u{2}", #"edited "probe> " "a" "b""#)
    probe.terminal.wait { $0.cursor == .init(row: 0, column: 8) }
    probe.terminal.send("\u{5}\u{15}")
    probe.expect(#"edited "probe> " "" """#)
    probe.type("\u{4}", "endOfInput")
    probe.expectEnd(.code(0))
  }

  @Test(arguments: ["\r", "\n"])
  func enterSubmitsTheLineAndNoLineBreakIsSent(key: String) throws {
    let probe = try ProbeSession()
    probe.type("Cersei" + key, #"submitted "Cersei""#)
    probe.type("x", #"edited "probe> " "x" """#)
    #expect(!probe.terminal.output.contains(0x0A))
  }

  @Test func keysAfterEnterInOneChunkAreTheNextLine() throws {
    let probe = try ProbeSession()
    probe.type("one\rtwo", #"edited "probe> " "two" """#)
    #expect(probe.events == ["ready", #"submitted "one""#, #"edited "probe> " "two" """#])
  }

  @Test func aCommandSeesTheLineTypedBeforeItInTheSameChunk() throws {
    let probe = try ProbeSession()
    probe.type("ab\u{1B}[Bc", #"edited "probe> " "abc" """#)
    #expect(probe.events[1] == "command targets-next-row - ab")
  }

  @Test(arguments: [
    ("\u{1B}[B", "command targets-next-row - "),
    ("\u{1B}OB", "command targets-next-row - "),
    ("\u{1B}x", "command targets-dead - "),
    ("\u{18}d", "command targets-dead - "), ("\u{18}D", "command targets-dead - "),
    ("\u{18}%", #"unknownKey("C-x %", argument: nil)"#),
    ("\u{1B}", "escape"),
    ("\u{4}", "endOfInput"),
  ])
  func eachKeySendsItsEvent(keys: String, event: String) throws {
    let probe = try ProbeSession()
    probe.type(keys, event)
  }

  @Test func aNumericArgumentIsShownAndGivenToTheCommand() throws {
    let probe = try ProbeSession()
    probe.type("\u{1B}5", #"edited "(arg: 5) " "" """#)
    probe.terminal.send("\u{1B}[B")
    probe.expect(#"edited "probe> " "" """#)
    #expect(probe.events.contains("command targets-next-row 5 "))
  }

  /// An overflowing number would become another one.
  @Test func aNumericArgumentDoesNotOverflow() throws {
    let probe = try ProbeSession()
    for number in ["4294967297", "99999999999999999999", "-99999999999999999999"] {
      let typed = number.hasPrefix("-") ? "\u{1B}-" + number.dropFirst() : "\u{1B}" + number
      probe.terminal.send(typed + "\u{1B}[B")
      let sign = number.hasPrefix("-") ? "-" : ""
      probe.expect("command targets-next-row \(sign)99999999 ")
    }
  }

  @Test(arguments: [
    ("\u{1B}ga", "letter a", ""), ("\u{18}gåb", "letter å", "b"),
    ("\u{18}g\u{1B}[B", "letter -", ""),
    ("\u{1B}g\u{1B}", "letter -", ""), ("\u{18}g\rx", "letter -", "x"),
    ("\u{18}g\u{1B}[200~yz\u{1B}[201~", "letter -", "yz"),
  ])
  func aCharacterCanBeReadSeparatelyFromTheLine(keys: String, letter: String, rest: String) throws {
    let probe = try ProbeSession()
    probe.type(keys, rest.isEmpty ? letter : probe.edited("probe> ", rest, ""))
    #expect(probe.events.contains(letter))
    #expect(!probe.events.contains { $0.hasPrefix("submitted") || $0 == "escape" })
  }

  @Test(arguments: ["\u{1B}[1;2B", "\u{1B}[5;6~", "\u{1B}OP", "\u{1B}[201~", "\u{1B}[?1;2c"])
  func anUnboundKeyTypesNothing(keys: String) throws {
    let probe = try ProbeSession()
    probe.type(keys + "z", #"edited "probe> " "z" """#)
  }

  @Test func aSequenceThatArrivesInTwoPartsIsStillOneKey() throws {
    let probe = try ProbeSession()
    probe.type("\u{1B}[", "ready")
    probe.type("B", "command targets-next-row - ")
  }

  @Test func searchShowsItsOwnPromptAndEscLeavesIt() throws {
    let probe = try ProbeSession()
    probe.type("alpha\r", #"submitted "alpha""#)
    probe.type("beta\r", #"submitted "beta""#)
    probe.type("\u{12}al", probe.edited("(reverse-i-search)`al': ", "", "alpha"))
    probe.type("\u{1B}", #"edited "probe> " "" "alpha""#)
  }

  @Test func viModeHandlesEscAndInsertsAfterEnter() throws {
    let probe = try ProbeSession(inputrc: "set editing-mode vi\n")
    probe.type("abc\u{1B}", #"edited "probe> " "ab" "c""#)
    probe.type("0x", #"edited "probe> " "" "bc""#)
    probe.type("\u{1B}[B", "command targets-next-row - bc")
    probe.type("\r", #"edited "probe> " "" """#)
    #expect(probe.events.contains(#"submitted "bc""#))
    probe.type("x", #"edited "probe> " "x" """#)
  }

  @Test func theUsersInputrcOverridesKeys() throws {
    let inputrc = """
      $if targets
      "\\eo": targets-dead
      "\\ex": "typed"
      $endif
      $if bash
      "\\eo": targets-next-row
      $endif
      """
    let probe = try ProbeSession(inputrc: inputrc)
    probe.type("\u{1B}o", "command targets-dead - ")
    probe.type("\u{1B}x", #"edited "probe> " "typed" """#)
  }

  @Test func aLineAcceptedByReadlineIsSubmitted() throws {
    let probe = try ProbeSession(inputrc: "\"\\eq\": accept-line\n")
    probe.type("abc\u{1B}q", #"submitted "abc""#)
    probe.type("x", #"edited "probe> " "x" """#)
  }

  @Test func tabCompletesTheWholeLineAndListsCompletions() throws {
    let probe = try ProbeSession()
    probe.type("al\t", #"completionsListed(["alpha", "alpine"])"#)
    probe.type("h\t", #"edited "probe> " "alpha" """#)
    probe.type("\u{15}b\t", #"edited "probe> " "beta one" """#)
  }

  @Test func theBellIsSilent() throws {
    let probe = try ProbeSession()
    probe.type("\u{7}x", #"edited "probe> " "x" """#)
  }

  // MARK: Modes

  @Test func thePromptShowsTheModeIfTheUserWantsIt() throws {
    let inputrc = """
      set editing-mode vi
      set show-mode-in-prompt on
      set vi-ins-mode-string "\\1\\e[6 q\\2(i)"
      set vi-cmd-mode-string "(c)"
      """
    let probe = try ProbeSession(inputrc: inputrc)
    probe.type("a", #"edited "(i)probe> " "a" """#)
    probe.type("\u{1B}", #"edited "(c)probe> " "" "a""#)
    probe.type("i", #"edited "(i)probe> " "" "a""#)
    let emacs = try ProbeSession(inputrc: "set show-mode-in-prompt on\n")
    emacs.type("a", #"edited "@probe> " "a" """#)
    emacs.type("\u{12}", emacs.edited("(reverse-i-search)`': ", "a", ""))
  }

  // MARK: Pastes

  private let start = "\u{1B}[200~"
  private let end = "\u{1B}[201~"

  @Test func aPasteIsAlwaysText() throws {
    let probe = try ProbeSession()
    let text = "a\tb\u{1B}[2J\u{202E}c\u{9B}d"
    probe.type(start + text + end, probe.edited("probe> ", text, ""))
    probe.terminal.wait { $0.row(0) == "probe> a␉b␛[2J<U+202E>c<U+009B>d" }
  }

  @Test func aPasteOfLinesIsOneLine() throws {
    let probe = try ProbeSession()
    probe.type(start + "arya\nsansa\r\n" + end, #"edited "probe> " "arya sansa" """#)
  }

  @Test func aPasteInManyPartsIsOneStepToUndo() throws {
    let probe = try ProbeSession()
    probe.type("x" + start + "one ", #"edited "probe> " "x" """#)
    probe.terminal.send("two\u{1B}[20")
    probe.type("1~!", #"edited "probe> " "xone two!" """#)
    probe.type("\u{1F}", #"edited "probe> " "x" """#)
  }

  @Test func anEndlessPasteIsHandledAfterAWhile() throws {
    let probe = try ProbeSession()
    probe.type(start + "abc", #"edited "probe> " "abc" """#)
    probe.type("d", #"edited "probe> " "abcd" """#)
  }

  @Test func aPasteIsCutAtTheLongestLine() throws {
    let probe = try ProbeSession()
    let text = String(repeating: "é", count: 30_000)
    probe.type(start + text + end, probe.edited("probe> ", String(text.prefix(16_384)), ""))
    probe.type("\u{15}ok", #"edited "probe> " "ok" """#)
  }

  @Test func typingEndsAtTheLongestLine() throws {
    let probe = try ProbeSession()
    probe.terminal.send(String(repeating: "é", count: 30_000) + "\u{18}d")
    probe.terminal.wait { _ in probe.events.contains { $0.hasPrefix("command") } }
    let lines = probe.events.filter { $0.hasPrefix("command") }.map {
      $0.filter { $0 == "é" }.count
    }
    #expect(lines == [16_383] || lines == [16_384])
    probe.type("\u{15}ok", #"edited "probe> " "ok" """#)
  }

  @Test func bytesThatAreNotUTF8AreShownAsReplaced() throws {
    let probe = try ProbeSession()
    probe.terminal.send([0x61, 0x9B, 0x62, 0xFF])
    probe.terminal.wait { $0.row(0) == "probe> a\u{FFFD}b\u{FFFD}" }
  }

  @Test(arguments: ["C", "POSIX", "en_US.ISO-8859-1"])
  func theLineIsUTF8InAnyLocale(locale: String) throws {
    let probe = try ProbeSession(
      inputrc: "\"\\eq\": accept-line\n", variables: ["LC_ALL": locale])
    probe.type("first\u{1B}q", #"submitted "first""#)
    probe.type("é日\u{2}", #"edited "probe> " "é" "日""#)
    probe.terminal.wait { $0.row(0) == "probe> é日" && $0.cursor == .init(row: 0, column: 8) }
  }

  // MARK: History

  @Test func submittedLinesComeBackInTheNextRun() throws {
    let directory = TemporaryDirectory()
    let path = directory.path("deep/er/history")
    var probe = try ProbeSession(history: path)
    probe.type("first\r", #"submitted "first""#)
    probe.type("second\r", #"submitted "second""#)
    probe.type("\u{4}", "endOfInput")
    probe.expectEnd(.code(0))
    probe = try ProbeSession(history: path)
    probe.type("\u{10}\u{10}", #"edited "probe> " "first" """#)
  }

  /// The undo list of a line of the history must not be freed twice, because the C library would
  /// end the program.
  @Test func aChangedLineOfTheHistoryCanBeSubmittedRepeatedly() throws {
    let probe = try ProbeSession(variables: ["MALLOC_PERTURB_": "165"])
    probe.type("a\u{1B}b \r", #"submitted " a""#)
    for _ in 0..<3 {
      probe.terminal.send(
        "\u{1B}[A\u{7F}\u{1B}[A \r\u{1B}[A\u{1B}[A\r\u{1B}[A\u{1B}[Ax\u{1F}\u{1F}\r")
    }
    probe.settle()
    probe.type("\u{15}b\r", #"submitted "b""#)
    probe.type("\u{10}", #"edited "probe> " "b" """#)
  }
}
