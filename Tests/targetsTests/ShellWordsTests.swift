import Testing

@testable import targets

struct ShellWordsTests {
  @Test(arguments: [
    ("", []),
    (" \n\t ", []),
    ("--reverse --height 40%", ["--reverse", "--height", "40%"]),
    ("a\nb\tc", ["a", "b", "c"]),
    (#"--preview 'git log {}'"#, ["--preview", "git log {}"]),
    (#"-q"a b""#, ["-qa b"]),
    (#"'' "" x"#, ["", "", "x"]),
    (#"a\ b \'c\'"#, ["a b", "'c'"]),
    (#""a\"b\$c\d""#, [#"a"b$c\d"#]),
    (#"'a\b' "it's""#, [#"a\b"#, "it's"]),
    ("# all\n--ascii # so\n--plain", ["--ascii", "--plain"]),
    ("a#b '#c' \\#d", ["a#b", "#c", "#d"]),
    ("--a \\\n--b \"c\\\nd\"", ["--a", "--b", "cd"]),
    ("$HOME `x` *", ["$HOME", "`x`", "*"]),
    ("'a b\u{301}' c", ["a b\u{301}", "c"]),
    ("'\u{301} b' \"\u{301} c\"", ["\u{301} b", "\u{301} c"]),
    ("a '\u{600}' \\\u{301}", ["a", "\u{600}", "\u{301}"]),
    ("#\u{301} b\nc", ["c"]),
    ("a\u{A0}b\u{2003}c \u{301}", ["a\u{A0}b\u{2003}c", "\u{301}"]),
    ("a\r\nb", ["a\r", "b"]),
  ])
  func textsAreSplitAsAShellDoes(text: String, words: [String]) throws {
    #expect(try ShellWords(text).words == words)
  }

  @Test(arguments: [("a 'b", "'"), ("\"b", "\""), ("\"b\\\"", "\""), ("b\\", "\\")])
  func unclosedQuotesAreErrors(text: String, sign: Unicode.Scalar) {
    #expect(throws: ShellWords.Unfinished(sign: sign)) { try ShellWords(text) }
  }
}
