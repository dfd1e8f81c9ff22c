import Foundation
import ShellText
import TestSupport
import Testing

@Suite(.inTurn, .timeLimit(.minutes(10)))
struct ShellLineTests {
  @Test(arguments: [
    (["git", "branch", "-D", "marsh/login"], "git branch -D marsh/login"),
    (["rm", "a b"], "rm 'a b'"),
    (["rm", "it's"], #"rm 'it'\''s'"#),
    (["rm", ""], "rm ''"),
    (["rm", "'\u{301}; id '\u{301}"], "rm ''\\''\u{301}; id '\\''\u{301}'"),
    (["rm", "~", "*", "a=b"], "rm '~' '*' a=b"),
    (["a=b", "x"], "'a=b' x"),
    (["if", "if"], "'if' if"),
    (["rm", "a\nb"], #"rm "$(printf 'a\012b')""#),
    (["rm", "a\n"], #"(a1=$(printf 'a\012.'); rm "${a1%.}")"#),
    (["rm", "-\u{1B}[2J%\\'!\u{202E}"], #"rm "$(printf '\055\033[2J%%\\\047\041\342\200\256')""#),
    (["rm", "東京"], "rm '東京'"),
  ])
  func argumentsAreQuotedOnlyWhereTheyMust(arguments: [String], expected: String) {
    #expect(ShellLine(arguments).text == expected)
  }

  @Test(arguments: ["/bin/sh", "/bin/bash"])
  func theShellRunsExactlyTheArguments(shell: String) throws {
    let directory = TemporaryDirectory()
    for name in HostileNames.some(300) {
      let line = ShellLine(["printf", "%s\\000", name, "x\(name)", "\(name)\n"]).text
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
      let run = try ProgramRun(
        shell, [], input: .text(line + "\n"), directory: directory.path)
      #expect(
        run.outputBytes == Array("\(name)\0x\(name)\0\(name)\n\0".utf8),
        "\(line.prefix(80))")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
  }
}
