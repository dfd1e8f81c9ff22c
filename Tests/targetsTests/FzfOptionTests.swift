import CommandSyntax
import LibraryTestSupport
import TestSupport
import Testing

@testable import targets

/// Options of fzf in `targets pick`: the prompt, the header, keys that accept, and options that are
/// refused.
@Suite(.ownThreads)
struct FzfOptionTests {
  private func pick(
    _ arguments: String..., names: String = "Ada\nBo\nCy\n", prompt: String = "targets>",
    inputrc: String = ""
  ) throws -> TerminalSession {
    let program = try Program()
    try program.environment.home.write(inputrc, to: ".inputrc")
    let session = try program.open(["pick"] + arguments, input: .text(names), output: .pipe)
    session.wait {
      $0.contains(prompt) && $0.contains("▸") && $0.contains("of 3") && !$0.contains("loading")
    }
    return session
  }

  private func expectEnd(
    of session: TerminalSession, _ output: String, status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    session.expectEnd(.code(status), sourceLocation: sourceLocation)
    #expect(
      String(decoding: session.standardOutput, as: UTF8.self) == output,
      sourceLocation: sourceLocation)
  }

  // MARK: --expect

  @Test(arguments: [
    ("ctrl-x", "\u{18}"), ("CTRL-T", "\u{14}"), ("alt-d", "\u{1b}d"), ("f1", "\u{1b}OP"),
    ("f5", "\u{1b}[15~"), ("tab", "\t"), ("enter", "\r"), ("esc", "\u{1b}"), ("?", "?"),
    ("ctrl-s", "\u{13}"), ("ctrl-q", "\u{11}"), ("ctrl-v", "\u{16}"), ("ctrl-d", "\u{4}"),
    ("ctrl-/", "\u{1f}"), ("ctrl-]", "\u{1d}"), ("ctrl-up", "\u{1b}[1;5A"),
    ("shift-page-up", "\u{1b}[5;2~"), ("up", "\u{1b}OA"), ("ctrl-j", "\n"), ("ctrl-g", "\u{7}"),
    ("space", " "),
  ])
  func aKeyAcceptsAndIsTheFirstLine(name: String, key: String) throws {
    let session = try pick("--expect", "alt-1,\(name),f12")
    session.send(key)
    expectEnd(of: session, "\(name)\nAda\n")
    // Some keys of readline act only on an empty line, or only on one with text.
    let other = try pick("--expect", "alt-1,\(name),f12", "-q", "ad")
    other.send(key)
    expectEnd(of: other, "\(name)\nAda\n")
  }

  /// The output is the same as that of fzf 0.38.
  @Test func theQueryIsPrintedBeforeTheKeyAndTheRows() throws {
    var session = try pick("--expect=ctrl-x", "--print-query", "-m")
    session.send("\t\tb\u{18}")
    expectEnd(of: session, "b\nctrl-x\nAda\nBo\n")
    session = try pick("--expect=ctrl-x", "--print-query", "--print0")
    session.send("b\r")
    expectEnd(of: session, "b\0\0Bo\0")
    session = try pick("--expect=ctrl-x", "--print-query")
    session.send("zz\u{18}")
    expectEnd(of: session, "zz\nctrl-x\n", status: 1)
    session = try pick("--expect=ctrl-x", "--print-query")
    session.send("b" + Key.escape)
    expectEnd(of: session, "", status: 130)
  }

  @Test func rowsPickedWithoutAskingHaveAnEmptyKey() throws {
    let program = try Program()
    let one = try program.run(
      "pick", "--expect=f1", "-1", "-q", "b", "--print-query", input: .text("Ada\nBo\n"))
    #expect(one.output == "b\n\nBo\n")
    let none = try program.run(
      "pick", "--expect=f1", "-0", "-q", "zz", "--print-query", input: .text("Ada\nBo\n"))
    #expect((none.output, none.status) == ("zz\n\n", .code(1)))
  }

  @Test(arguments: ["emacs", "vi"])
  func anExpectedKeyOverridesTheUsersBinding(mode: String) throws {
    let session = try pick(
      "--expect", "ctrl-x,ctrl-o",
      inputrc: "set editing-mode \(mode)\n\"\\C-x\\C-r\": re-read-init-file\n\"\\C-o\": \"abc\"\n")
    session.send("\u{f}")
    expectEnd(of: session, "ctrl-o\nAda\n")
  }

  @Test(arguments: ["emacs", "vi"], ["", "ad"])
  func theKeyForTheEndOfTheInputAccepts(mode: String, query: String) throws {
    let session = try pick(
      "--expect", "ctrl-d", "-q", query, inputrc: "set editing-mode \(mode)\n")
    session.send("\u{4}")
    expectEnd(of: session, "ctrl-d\nAda\n")
  }

  @Test func manyKeysCanBeExpected() throws {
    let keys = (0x61...0x7A).map { "alt-\(Character(Unicode.Scalar(UInt8($0))))" }
    let session = try pick("--expect", keys.joined(separator: ","), "--expect=f1,f2,f3,f4")
    session.send(Key.alt("z"))
    expectEnd(of: session, "alt-z\nAda\n")
  }

  // MARK: --prompt, --header

  @Test func promptAndHeaderCanBeSet() throws {
    let session = try pick(
      "--prompt", "漢 \u{1b}[2J> ", "--header", "NAME\n\u{1b}[31mred\u{1b}[m\u{7}", prompt: "漢 ")
    #expect(session.screen.row(0).contains("NAME"))
    #expect(session.screen.row(1).contains("red␇"))
    #expect(session.screen.row(2).contains("Ada"))
    #expect(session.screen.rows.last?.contains("漢 ␛[2J>") == true)
    session.send("c\r")
    expectEnd(of: session, "Cy\n")
  }

  @Test func plainModePrintsTheHeaderOnceAndThePromptEachTime() throws {
    let program = try Program()
    let session = try program.open(
      ["--plain", "--header", "NAME\nmore\n", "--prompt", "find: "], input: .text("Ada\nBo\n"),
      oracle: .plain)
    session.wait { $0.contains("2 rows") }
    session.send("b\r")
    session.wait { $0.contains("  1    Bo") }
    session.wait { $0.rows.contains { $0.trimmedAtEnd == "find:" } }
    #expect(session.screen.rows.count { $0.trimmedAtEnd == "NAME" } == 1)
    #expect(session.screen.rows.count { $0.trimmedAtEnd == "more" } == 1)
    session.send(Key.controlD)
    #expect(session.waitForExit() == .code(0))
  }

  // MARK: The others

  /// Includes all options of fzf 0.38 to 0.66 that this program does not have.
  @Test func noOptionOfFzfIsUnknown() throws {
    let program = try Program()
    for option in """
    --extended --no-extended --scheme=x --algo=v1 --literal --no-literal --tiebreak=end --disabled --phony \
    --no-mouse --bind=x:up --cycle --no-cycle --keep-right --scroll-off=3 --no-hscroll --hscroll-off=3 \
    --filepath-word --jump-labels=x --min-height=3 --border --border=sharp --no-border --border-label=x \
    --border-label-pos=1 --margin=1 --no-margin --padding=1 --info=inline --no-info --inline-info \
    --separator=x --no-separator --scrollbar=x --no-scrollbar --prompt=x --pointer=x --marker=x --header=x \
    --header-first --ellipsis=x --tabstop=4 --color=bw --no-color --no-bold --black --history=x \
    --history-size=9 --preview-window=up --preview-label=x --preview-label-pos=1 --print-query --expect=f1 \
    --sync --listen=1 --track --no-track --tail=9 --wrap --no-wrap --wrap-sign=x --accept-nth=1 --walker=x \
    --walker-root=x --walker-skip=x --ghost=x --style=full --input-label=x --input-border --list-border \
    --list-label=x --header-border --header-label=x --header-lines-border --footer=x --footer-border \
    --footer-label=x --no-input --highlight-line --gap --gap-line --raw --freeze-left=1 --freeze-right=1 \
    --gutter=x --gutter-raw=x --marker-multi-line=x --no-multi-line --info-command=x --with-shell=x --tmux \
    --popup --listen-unsafe --preview-border --bash --zsh --fish --man --ignore-case --no-ignore-case \
    --smart-case --no-unicode --no-select-1 --no-exit-0 --no-print-query --no-expect --no-tac --no-read0 \
    --no-print0 --no-reverse --no-height --no-preview --no-multi --no-sort --no-history --no-listen \
    --keymap-convert --toggle-sort=x --no-header
    """.split(separator: " ").map(String.init) {
      let run = try program.run("pick", option, "-1", "-q", "B", input: .text("Ada\nBo\n"))
      let name = option.split(separator: "=")[0]
      let isRefused = run.error.contains("\(name) is an option of fzf; ")
      #expect(!run.error.contains("unknown option"), "\(option)")
      #expect(isRefused == (run.status == .code(2)), "\(option): \(run.error)")
      #expect(isRefused || run.error == "", "\(option): \(run.error)")
      #expect(isRefused || run.output.hasSuffix("Bo\n"), "\(option): \(run.output)")
    }
  }

  /// The only options that are accepted without effect; the style of a border is not read as a FILE.
  @Test(arguments: [
    ["--border"], ["--border", "sharp"], ["--border=x"], ["--no-border"], ["--info", "inline"],
    ["--no-info"], ["--cycle"], ["--no-cycle"], ["--pointer", "x"], ["--marker", "x"],
    ["--margin", "1"], ["--no-margin"], ["--padding=1"], ["--color", "dark,fg:1"],
  ])
  func optionsForLooksHaveNoEffect(options: [String]) throws {
    for command in [["pick", "-1", "-q", "b"], ["-f", "b"]] {
      let run = try Program().run(command + options, input: .text("Ada\nBo\n"))
      #expect((run.output, run.error, run.status) == ("Bo\n", "", .code(0)), "\(command)")
    }
  }

  @Test(arguments: [
    "--header-first", "--ellipsis", "--gap", "--no-bold", "--scrollbar", "--no-scrollbar", "--sync",
    "--tabstop", "--separator", "--no-separator", "--hscroll-off", "--scroll-off", "--keep-right",
    "--filepath-word", "--min-height", "--highlight-line", "--no-multi-line", "--inline-info",
    "--black", "--no-unicode", "--gutter", "--wrap-sign", "--border-label-pos", "--list-border",
    "--no-wrap", "--no-track", "--no-history", "--no-input", "--bind", "--listen", "+x",
    "-x", "--extended", "+e", "--no-exact", "-i", "+i", "--smart-case", "--no-ansi", "+c",
    "--no-color", "-s", "--sort", "--no-tac", "--no-read0", "--no-print0", "--no-reverse",
    "--no-height", "--no-preview", "+1", "+0", "--no-print-query", "--no-expect",
  ])
  func otherOptionsAreRefusedByName(option: String) throws {
    for command in [PickCommand.parsed(from:), BrowseCommand.parsed(from:)]
      as [([String]) throws -> any ProgramCommand]
    {
      let error = #expect(throws: UsageError.self) { _ = try command([option, "x"]) }
      #expect(error?.description.hasPrefix("\(option) is an option of fzf; ") == true)
    }
  }

  // MARK: -f

  @Test func aBarIsAWord() throws {
    let run = try Program().run("-f", "ada | bo", input: .text("Ada\nBo\n"))
    #expect(run.status == .code(1) && run.output.isEmpty)
    #expect(
      run.error == "targets: no row matches “ada | bo”; every word must match, “|” too\n")
    #expect(try Program().run("-f", "ada | bo", input: .text("Ada | Bo\n")).error.isEmpty)
  }

  /// The output and the status are the same as those of fzf 0.38.
  @Test(arguments: [
    (["bo", "--print-query"], "bo\nBo\n", 0), (["zz", "--print-query"], "zz\n", 1),
    (["bo", "--print-query", "--print0"], "bo\0Bo\0", 0),
    (["", "-m"], "Ada\nBo\n", 0), (["", "-m", "1"], "Ada\nBo\n", 0), (["", "-1"], "Ada\nBo\n", 0),
    (["", "-0", "+m"], "Ada\nBo\n", 0), (["zz", "-0"], "", 1),
    (["bo", "--expect", "f1"], "Bo\n", 0), (["zz", "--expect=f1"], "", 1),
    (["bo", "--print-query", "--unsorted"], "bo\nBo\n", 0),
  ])
  func aFilterAcceptsFzfsOptionsForFilters(words: [String], output: String, status: Int32) throws {
    let run = try Program().run(["-f"] + words, input: .text("Ada\nBo\n"))
    #expect((run.output, run.error, run.status) == (output, "", .code(status)))
  }

  @Test(arguments: [
    (["pick", "--track"], "pick: --track is an option of fzf; the selection stays with its row"),
    (["pick", "--tail", "100"], "--tail is an option of fzf; read fewer lines, as with tail -n"),
    (["pick", "--no-extended"], "--no-extended is an option of fzf; use --match phrase"),
    (["pick", "--no-clear"], "--no-clear is an option of fzf; leave it out"),
    (["pick", "--threads=2"], "--threads is an option of fzf; leave it out"),
    (["pick", "+2"], "+2 is an option of fzf; use --color"),
    (["pick", "-x"], "-x is an option of fzf; it is the default; leave it out"),
    (["-f", "a", "--no-color"], "--no-color is an option of fzf; use --color never"),
    (["pick", "+x"], "+x is an option of fzf; use --match phrase"),
    (["--bind", "x:up"], "--bind is an option of fzf; use --expect"),
    (["-f", "a", "--tail", "9"], "--tail is an option of fzf"),
    (["--border"], "unknown option --border; did you mean “targets pick --border”?"),
    (["--color", "fg:1"], "--color takes auto, always or never, not “fg:1”"),
    (["show", "--color", "fg:1"], "--color takes auto, always or never, not “fg:1”"),
    (["review", "--color=fg:1"], "--color takes auto, always or never, not “fg:1”"),
    (["pick", "--color=mauve,fg:1"], "--color takes auto, always or never, not “mauve,fg:1”"),
    (["pick", "--expect", "ctrl-x,foo"], "--expect: no key “foo”"),
    (["pick", "--expect="], "--expect: no key given"),
    (["pick", "--expect", "ctrl-c"], "--expect: ctrl-c belongs to the terminal"),
    (["--expect", "f1"], "unknown option --expect; did you mean “targets pick --expect”?"),
    (["review", "--prompt", "x"], "unknown option --prompt"),
  ])
  func whatCannotBeIsRefusedByName(arguments: [String], reason: String) throws {
    let run = try Program().run(arguments, input: .text("Ada\n"))
    #expect(run.status == .code(2))
    #expect(run.error.contains(reason), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test func colorsOfFzfHaveNoEffectInAPicker() throws {
    let run = try Program().run(
      "pick", "-1", "-q", "b", "--color=dark,fg:1,hl+:#ff0000", "--color", "16",
      input: .text("Ada\nBo\n"))
    #expect((run.output, run.error, run.status) == ("Bo\n", "", .code(0)))
  }
}
