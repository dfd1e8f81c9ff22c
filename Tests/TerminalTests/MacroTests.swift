import Glibc
import LibraryTestSupport
import TestSupport
import Testing

/// Macros of an inputrc, whose keys are handled like typed keys.
struct MacroTests {
  /// A binding from readline's manual, and the effect of its key on a line in emacs mode.
  struct Binding: Sendable, CustomTestStringConvertible {
    let line: String
    let keys: String
    let typed: String
    let before: String
    let after: String

    init(
      _ line: String, _ keys: String, typed: String = "", _ before: String, _ after: String = ""
    ) {
      self.line = line
      self.keys = keys
      self.typed = typed
      self.before = before
      self.after = after
    }

    var testDescription: String { line }
  }

  /// The bindings of "Readline Init File Syntax" and "Sample Init File".
  ///
  /// Commands of Bash such as `\e\C-e` are unbound here, and their keys do nothing. In UTF-8, `\M-`
  /// is a byte and not Esc, so some bindings have `\e` here; ``sample`` has them unchanged.
  static let manual = [
    Binding("Control-u: universal-argument", "\u{15}ab", "aaaab"),
    Binding("Meta-Rubout: backward-kill-word", "\u{1B}\u{7F}", typed: "ab cd", "ab "),
    Binding("Control-o: \"> output\"", "\u{F}", typed: "x", "x> output"),
    Binding("\"\\C-u\": universal-argument", "\u{15}z", "zzzz"),
    Binding("\"\\C-x\\C-r\": re-read-init-file", "\u{18}\u{12}", typed: "ab", "ab"),
    Binding("\"\\e[11~\": \"Function Key 1\"", "\u{1B}[11~", "Function Key 1"),
    Binding("\"\\M-[D\": backward-char", "\u{1B}[D", typed: "ab", "a", "b"),
    Binding("\"\\M-[C\": forward-char", "\u{1B}[C", typed: "ab\u{1}", "a", "b"),
    Binding("\"\\M-[A\": previous-history", "\u{1B}[A", typed: "ab", "ab"),
    Binding("\"\\M-[B\": next-history", "\u{1B}[B", typed: "ab", "ab"),
    Binding("\"\\M-OD\": backward-char", "\u{1B}OD", typed: "ab", "a", "b"),
    Binding("Meta-Control-h: backward-kill-word Text", "\u{1B}\u{8}", typed: "ab cd", "ab "),
    // The terminal itself interprets C-q, as the end of a C-s.
    Binding("C-q: quoted-insert", "\u{11}\u{1}", typed: "ab", "", "ab"),
    Binding("TAB: complete", "\t", typed: "alph", "alpha"),
    Binding(#""\C-xp": "PATH=${PATH}\e\C-e\C-a\ef\C-f""#, "\u{18}p", "PATH=", "${PATH}"),
    Binding(#""\C-x\"": "\"\"\C-b""#, "\u{18}\"", "\"", "\""),
    Binding(#""\C-x\\": "\\""#, "\u{18}\\", "\\"),
    Binding(#""\C-xq": "\eb\"\ef\"""#, "\u{18}q", typed: "word", "\"word\""),
    Binding(#""\C-xr": redraw-current-line"#, "\u{18}r", typed: "ab", "ab"),
    Binding(
      #""\e\C-v": "\C-a\C-k$\C-y\e\C-e\C-a\C-y=""#, "\u{1B}\u{16}", typed: "HOME", "HOME=", "$HOME"
    ),
    Binding(#""\C-xg": "get \e?""#, "\u{18}g", "get "),
    Binding(#""\C-xt": "put \e?""#, "\u{18}t", "put "),
    Binding(#""\M-.": yank-last-arg"#, "\u{1B}.", typed: "ab", "ab"),
  ]

  /// An inputrc like the sample in readline's manual: all these bindings, a few more, and its settings.
  private static let sample =
    manual.map(\.line).joined(separator: "\n") + """

      "\\M-\\C-OD": backward-char
      "\\M-\\C-[D": backward-char
      "\\M-\\C-v": "\\C-a\\C-k$\\C-y\\M-\\C-e\\C-a\\C-y="
      "\\C-xg": "get \\M-?"
      "\\C-xt": "put \\M-?"
      set bell-style visible
      set input-meta on
      set convert-meta off
      set output-meta on
      set completion-query-items 150

      """

  @Test(arguments: manual)
  func bindingsOfReadlinesManualWork(binding: Binding) throws {
    let probe = try ProbeSession(inputrc: binding.line + "\n")
    if !binding.typed.isEmpty { probe.terminal.send(binding.typed) }
    probe.terminal.send(binding.keys + "!")
    probe.expect(probe.edited("probe> ", binding.before + "!", binding.after))
  }

  enum Mode: String, CaseIterable { case emacs, vi }

  /// Types keys after a word; afterwards the editor must still work, and a new line can be typed.
  private func survive(
    _ keys: [String], _ inputrc: String, screen: String, _ mode: Mode,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let probe = try ProbeSession(
      screen, inputrc: "set editing-mode \(mode.rawValue)\n" + inputrc,
      variables: ["PROBE_KEEPS_KEYS": "1"], sourceLocation: sourceLocation)
    for key in keys {
      probe.terminal.send("word" + key)
      startNewLine(probe, sourceLocation: sourceLocation)
      probe.type("next", #"edited "probe> " "next" """#, sourceLocation: sourceLocation)
    }
  }

  /// Ends everything that a macro may have begun, after the macro was handled.
  private func startNewLine(_ probe: ProbeSession, sourceLocation: SourceLocation) {
    // The terminal has all keys when it has this one, but the program may not have read them.
    interrupt(probe, { probe.terminal.send("\u{3}") }, sourceLocation)
    let deadline = ContinuousClock.now + .seconds(120)
    while !probe.terminal.hasReadKeys, .now < deadline {
      usleep(1_000)
      // Keys may cause no output, for which `wait` would wait.
      probe.terminal.wait(sourceLocation: sourceLocation) { _ in true }
    }
    interrupt(probe, { kill(probe.terminal.processID, SIGINT) }, sourceLocation)
  }

  private func interrupt(
    _ probe: ProbeSession, _ send: () -> Void, _ sourceLocation: SourceLocation
  ) {
    let isInterruption = { (event: String) in event.hasPrefix("interrupted") }
    let before = probe.events.count(where: isInterruption)
    send()
    probe.terminal.wait(sourceLocation: sourceLocation) { _ in
      probe.events.count(where: isInterruption) > before
    }
  }

  @Test(arguments: ["screen", "5", "plain"], Mode.allCases)
  func readlinesSampleInitFileWorksInEachMode(screen: String, mode: Mode) throws {
    // A macro may change the mode.
    let inputrc = ["emacs", "vi-insert", "vi-command"].map { "set keymap \($0)\n" + Self.sample }
    try survive(Self.manual.map(\.keys), inputrc.joined(), screen: screen, mode)
  }

  /// Parts of macros: text, unbound keys, prefixes, keys that need another one, searches,
  /// arguments, recorded macros, and the macros themselves.
  private static let parts = [
    "text ", "é", "\\C-xz", "\\C-xzz", "\\e[6n", "\\e\\C-e", "\\e[", "\\eO",
    "\\C-q",
    "\\C-]", "\\C-r", "\\C-s", "\\ep", "\\e5", "\\e-", "\\C-g", "\\C-_", "\\C-x(", "\\C-x)",
    "\\C-xe",
    "\\C-x\\C-r", "\\C-a", "\\C-k", "\\C-y", "\\ey", "\\t", "\\C-p", "d", "f", "r", "c", "/", ".",
    "i",
    "\\C-t", "\\C-o",
  ]

  private static func macros(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    return ["\\C-t", "\\C-o", "\\ez"].map { key in
      let body = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }
      // Letters after the first of these are commands of the probe, some of which crash it.
      let end = ["", "\\C-x", "\\e"].randomElement(using: &random) ?? ""
      return "\"\(key)\": \"\(body.joined())\(end)\"\n"
    }.joined()
  }

  @Test(arguments: UInt64(0)..<24, Mode.allCases)
  func theEditorWorksAfterAnyMacro(seed: UInt64, mode: Mode) throws {
    let screen = ["screen", "5", "plain"][Int(seed % 3)]
    try survive(["\u{14}", "\u{F}", "\u{1B}z"], Self.macros(seed: seed), screen: screen, mode)
  }

  @Test func keysOfAMacroAreHandledLikeTypedKeys() throws {
    let probe = try ProbeSession(
      inputrc: """
        "\\C-t": "one\\C-xdtwo\\C-mthree"
        "\\C-o": "<\\C-t>"
        "\\ez": "a\\C-x"
        """)
    probe.type("\u{14}", #"edited "probe> " "three" """#)
    #expect(
      probe.events.suffix(3).dropLast() == ["command targets-dead - one", #"submitted "onetwo""#])
    probe.type("\u{15}\u{F}", #"edited "probe> " "three>" """#)
    #expect(probe.events.contains(#"submitted "<onetwo""#))
    // A prefix at the end of a macro applies to the next key.
    probe.type("\u{15}\u{1B}z" + "d", #"edited "probe> " "a" """#)
    #expect(probe.events.contains("command targets-dead - a"))
    // A search that a macro begins continues within it.
    try probe.terminal.environment.home.write(#""\ez": "\C-rone""#, to: ".inputrc")
    probe.terminal.send("\u{18}\u{12}\u{1B}z")
    probe.expect(probe.edited("(reverse-i-search)`one': ", "<", "onetwo"))
  }

  @Test(arguments: [
    #""\C-t": "\C-t""#, #""\C-t": "a\C-t""#, #""\C-t": "\C-ta""#, #""\C-t": "\C-t\C-t""#,
    "\"\\C-t\": \"a\\C-o\"\n\"\\C-o\": \"b\\C-t\"",
  ])
  func aMacroThatNeverEndsIsEndedAndReported(inputrc: String) throws {
    let probe = try ProbeSession(inputrc: inputrc)
    probe.terminal.send("\u{14}")
    probe.terminal.wait { _ in
      probe.events.contains { $0.contains("a macro calls itself") }
    }
    probe.type("\u{1}\u{B}x", #"edited "probe> " "x" """#)
  }

  @Test func readingAnInitFileAgainRingsNoBell() throws {
    let probe = try ProbeSession(inputrc: "set bell-style audible\n")
    probe.terminal.send("\u{18}\u{12}\u{7}x")
    probe.expect(#"edited "probe> " "x" """#)
    #expect(!probe.events.contains { $0.hasPrefix("complained") })
  }
}
