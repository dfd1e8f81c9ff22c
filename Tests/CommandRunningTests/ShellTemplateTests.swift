import CommandRunning
import Foundation
import TestSupport
import Testing

@Suite(.inTurn, .timeLimit(.minutes(10)))
struct ShellTemplateTests {
  private let row = CommandRow(name: "marsh", id: "7", detail: "wet land", note: "it's")

  private func script(_ template: String) throws -> String {
    try ShellTemplate(template).command(for: row).script
  }

  @Test(arguments: [
    ("ls {}", #"ls "${1}""#),
    ("ls '{}'", #"ls ''"${1}"''"#),
    (#"ls "{}""#, #"ls "${1}""#),
    (#"ls "a {} b"/{id}.{detail} '{note}'"#, #"ls "a ${1} b"/"${2}"."${3}" ''"${4}"''"#),
    (#"ls "$(dirname {})""#, #"ls "$(dirname "${1}")""#),
    (#"ls "$(dirname "{}")" {}"#, #"ls "$(dirname "${1}")" "${1}""#),
    (#"ls $( (ls {}) )"#, #"ls $( (ls "${1}") )"#),
    (#"ls \"{}\""#, #"ls \""${1}"\""#),
    (#"ls \'{} '"'{}"#, #"ls \'"${1}" '"'"${1}""#),
    (#"ls "\"{}'""#, #"ls "\"${1}'""#),
    (#"ls \\{}"#, #"ls \\"${1}""#),
    ("ls # don't {}\ncat {}", "ls # don't {}\ncat \"${1}\""),
    ("ls a#'{}'", #"ls a#''"${1}"''"#),
    ("echo $#{} $${id} $?{}", #"echo $#"${1}" $$"${2}" $?"${1}""#),
    ("cat {} 2>&1 >|x", #"cat "${1}" 2>&1 >|x"#),
    ("case {} in a) echo b;; esac", #"case "${1}" in a) echo b;; esac"#),
    ("f() { ls \"$@\"; }; f {}", #"f() { ls "$@"; }; f "${1}""#),
    (#"echo "${x:-"a}b'"}" '{}'"#, #"echo "${x:-"a}b'"}" ''"${1}"''"#),
    ("echo ${x:-'}'} $((1 + (2))) {}", #"echo ${x:-'}'} $((1 + (2))) "${1}""#),
    ("echo `ls 'a'` {}", #"echo `ls 'a'` "${1}""#),
    ("grep 'a$' {}", #"grep 'a$' "${1}""#),
    (#"echo "cost: $" {}"#, #"echo "cost: $" "${1}""#),
    ("echo é{}", #"echo é"${1}""#),
    ("ls", "ls"),
  ])
  func aPlaceholderBecomesAReferenceInItsQuotes(template: String, expected: String) throws {
    #expect(try script(template) == expected)
  }

  @Test(arguments: [
    (#"printf %s \{}"#, "{}"), (#"printf %s '\{}'"#, "{}"), (#"printf %s "\{}""#, "{}"),
    (#"printf %s $\{id}"#, "${id}"), (#"printf %s "$\{id}""#, "${id}"),
    (#"printf %s '$\{id}'"#, "${id}"), (#"printf %s "a\{}b{}""#, "a{}bmarsh"),
  ])
  func anEscapedPlaceholderIsLiteral(template: String, expected: String) throws {
    let command = try ShellTemplate(template).command(for: row)
    #expect(try ProgramRun("/bin/sh", command.words).output == expected)
  }

  @Test(arguments: [
    ("", CommandRefusal.noCommand), (" \n", .noCommand), ("ls '", .unfinished("single quotes")),
    ("ls \"{}", .unfinished("double quotes")), ("ls $(cat {}", .unfinished("$(…)")),
    ("ls `x", .unfinished("`…`")), ("ls ${x", .unfinished("${…}")),
    ("echo $(({} + 1))", .misplaced(.name, part: "$((…))")),
    ("(({id}))", .misplaced(.id, part: "((…))")),
    ("echo $[{}]", .misplaced(.name, part: "$[…]")),
    ("echo `cat {}`", .misplaced(.name, part: "`…`")),
    ("echo \"`cat {}`\"", .misplaced(.name, part: "`…`")),
    ("echo ${x:-{}}", .misplaced(.name, part: "${…}")),
    ("echo ${x:-\"{}\"}", .misplaced(.name, part: "${…}")),
    ("echo \"${x:-$(cat {})}\"", .misplaced(.name, part: "${…}")),
    ("echo $'{}'", .unsupported("$'…'")), ("cat <<E\n{}\nE", .unsupported("<<")),
    ("a\0b", .unsupported("NUL")),
  ])
  func whatCannotBeFollowedIsRefused(template: String, refusal: CommandRefusal) {
    #expect(throws: refusal) { try ShellTemplate(template) }
  }

  // MARK: Dashes

  @Test(arguments: [
    "rm {}", "rm '{}'", "rm \"{}\"", "rm ''{}", "rm -- x; rm {}", "rm -- x | rm {}", "rm --\nrm {}",
    "rm -- $(echo {})", "rm \\\n{}", "rm --x {}", "{}", "rm {} --", "rm > {}", "rm -- x && rm {}",
    "rm -{}- {}", "rm -$(true)- {}", "rm -`true`- {}", "rm -${x}- {}",
  ])
  func aNameThatLooksLikeAnOptionIsRefused(template: String) throws {
    let template = try ShellTemplate(template)
    #expect(throws: CommandRefusal.dash(.name, row: "-rf")) {
      try template.command(for: CommandRow(name: "-rf"))
    }
  }

  @Test(arguments: [
    "rm -- {}", "rm -- '{}'", "rm \"--\" {}", "rm ./{}", "rm -{}", "rm --x={}", "rm \"x {}\"",
    "rm -- a {} 2>&1 {}", "rm $x{}", "rm -- 2>&1 {}", "echo $(rm -- {})", "# {}\nls",
  ])
  func aDashIsHarmlessAfterDoubleDashesOrWithinAWord(template: String) throws {
    _ = try ShellTemplate(template).command(for: CommandRow(name: "-rf"))
  }

  @Test func anEmptyValueDoesNotHideTheDashOfTheNext() throws {
    #expect(throws: CommandRefusal.dash(.name, row: "-rf")) {
      try ShellTemplate("rm {detail}{}").command(
        for: CommandRow(name: "-rf"), fillsMissing: true)
    }
  }

  // MARK: Values

  @Test func aMissingValueIsRefusedOrEmpty() throws {
    let template = try ShellTemplate("echo {note}")
    #expect(throws: CommandRefusal.missing(.note, row: "a")) {
      try template.command(for: CommandRow(name: "a"))
    }
    let command = try template.command(for: CommandRow(name: "a"), fillsMissing: true)
    #expect(command.parameters == [[], [], [], [], []])
  }

  @Test func onlyUsedValuesAreCheckedAndPassed() throws {
    let row = CommandRow(name: "a\0b", id: "7")
    #expect(
      try ShellTemplate("echo {id}").command(for: row).parameters == [[], [0x37], [], [], []])
    #expect(throws: CommandRefusal.containsNUL(.name, row: "a\0b (ID 7)")) {
      try ShellTemplate("echo {}").command(for: row)
    }
  }

  @Test func invalidUTF8IsPassedByteForByte() throws {
    let row = CommandRow(name: "a\u{FFFD}", line: [0x61, 0xFF])
    #expect(
      try ShellTemplate("echo {}").command(for: row).parameters == [[0x61, 0xFF], [], [], [], []])
    #expect(
      try ShellTemplate("echo {id}").command(for: row, fillsMissing: true).parameters
        == [[], [], [], [], []])
  }

  @Test func fieldsFollowTheOtherParameters() throws {
    let text = #"ls '{2}' {} "{-1}" {2} x{2..}"#
    let template = try ShellTemplate(text, takesFields: true)
    #expect(template.fields == ["2", "-1", "2.."])
    var row = row
    row.fields = ["2": [0x62, 0xFF], "-1": Array("c d".utf8), "2..": []]
    let command = try template.command(for: row)
    #expect(command.script == #"ls ''"${6}"'' "${1}" "${7}" "${6}" x"${8}""#)
    #expect(
      command.parameters
        == [Array("marsh".utf8), [], [], [], [], [0x62, 0xFF], Array("c d".utf8), []])
    #expect(try ShellTemplate(text).fields == [])
    row.fields["2"] = Array("-x".utf8)
    #expect(throws: CommandRefusal.self) { try template.command(for: row) }
  }

  @Test(arguments: ["{}", "{2x}", "{...}", "{,}", "{2", "{ 2}", "{2}}"])
  func otherBracesAreNoFields(text: String) throws {
    let template = try ShellTemplate("echo " + text, takesFields: true)
    #expect(template.fields == (text == "{2}}" ? ["2"] : []))
  }

  @Test func withoutPlaceholdersNoRowIsNeeded() throws {
    let command = try #require(try ShellTemplate("ls -l").commandWithoutRow)
    #expect(command.words == ["-c", "ls -l", "targets"])
    #expect(try ShellTemplate("ls {}").commandWithoutRow == nil)
  }

  @Test(arguments: ["/bin/sh", "/bin/bash"])
  func hostileNamesArriveCompleteAndRunNothing(shell: String) throws {
    let directory = TemporaryDirectory()
    let template = try ShellTemplate(
      #"printf -- '%s\000' {} "{}" '{}' "a {} b" 'a {} b' x{}y "$(printf -- '%s' "{}"x)" | cat"#)
    for name in HostileNames.some(500) {
      let command = try template.command(for: CommandRow(name: name))
      let run = try ProgramRun(
        shell, command.words, directory: directory.path)
      let expected =
        [name, name, name, "a \(name) b", "a \(name) b", "x\(name)y", "\(name)x"]
        .map { $0 + "\0" }.joined()
      #expect(run.outputBytes == Array(expected.utf8), "\(name.prefix(60).debugDescription)")
      #expect(run.errorBytes == [], "\(name.prefix(60).debugDescription)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
  }
}

extension ShellCommand {
  /// The arguments after the name of the shell, which are all texts.
  fileprivate var words: [String] {
    arguments.dropFirst().map { String(decoding: $0, as: UTF8.self) }
  }
}
