import TestSupport
import Testing

/// The program through real shells, as scripts use it.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ShellTranscriptTests {
  private let program: Program

  init() throws { program = try Program() }

  private func expect(
    _ shell: Shell, _ script: String, prints output: String, error: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try shell.run(script, of: program)
    #expect(run.output == output, sourceLocation: sourceLocation)
    #expect(run.error == error, sourceLocation: sourceLocation)
  }

  @Test(arguments: Shell.allCases)
  func namesPassThroughPipesAndQuotes(shell: Shell) throws {
    try expect(
      shell,
      """
      printf '%s\\n' 'Arya Stark' "O'Brien \\"Bo\\"" '$HOME `x` *' | targets -f '' --format names
      """, prints: "$HOME `x` *\nArya Stark\nO'Brien \"Bo\"\n")
    try expect(
      shell, "printf 'Arya Stark\\nBo\\n' | targets -f 'ar st' --format names | tr a-z A-Z",
      prints: "ARYA STARK\n")
    let substitution = shell == .fish ? "set x (" : "x=$("
    try expect(
      shell,
      substitution + "printf 'Arya Stark\\nBo\\n' | targets -f arya --format names); echo \"<$x>\"",
      prints: "<Arya Stark>\n")
  }

  @Test(arguments: Shell.allCases)
  func namesEndWithNULOnRequest(shell: Shell) throws {
    try expect(
      shell, "printf 'A b\\nC\\n' | targets -f '' --print0 | xargs -0 -n 1 printf '<%s>'",
      prints: "<A b><C>")
  }

  @Test(arguments: Shell.allCases)
  func aLoopThatReadsLosesNoLine(shell: Shell) throws {
    let loop =
      shell == .fish
      ? "while read -l n; targets add --list l $n; targets show --format sections --list l >/dev/null; end"
      : "while read -r n; do targets add --list l \"$n\"; targets show --format sections --list l >/dev/null; done"
    try expect(
      shell, "printf 'a\\nb c\\nd\\n' | \(loop); targets show --list l", prints: "a\nb c\nd\n")
  }

  @Test(arguments: Shell.allCases)
  func exitStatusesAreThoseOfTheManual(shell: Shell) throws {
    let names = "printf 'Ada\\nBo\\n' | targets"
    try expect(shell, "\(names) -f ada >/dev/null; echo \(shell.status)", prints: "0\n")
    try expect(shell, "\(names) -f zz; echo \(shell.status)", prints: "1\n")
    try expect(
      shell, "\(names) --formt; echo \(shell.status)", prints: "2\n",
      error: "targets: unknown option --formt; did you mean --format?; see targets --help\n")
    try expect(
      shell, "targets show --format sections >/dev/null 2>/dev/null || echo none", prints: "none\n")
    try expect(shell, "targets add Ada && targets show", prints: "Ada\n")
  }

  @Test(arguments: Shell.allCases)
  func aClosedPipeEndsItQuietly(shell: Shell) throws {
    let pipe = "seq 200000 | targets -f '' --format names | head -1"
    switch shell {
    case .fish: try expect(shell, "\(pipe); echo $pipestatus", prints: "1\n0 141 0\n")
    case .bash, .zsh:
      try expect(shell, "set -o pipefail; \(pipe); echo $?", prints: "1\n141\n")
    }
    try expect(shell, "targets --help | head -1 | wc -l | tr -d ' '", prints: "1\n")
  }

  @Test(arguments: Shell.allCases)
  func descriptorsMayBeClosed(shell: Shell) throws {
    _ = try program.run("add", "Ada")
    try expect(
      shell, "targets show <&-; echo \(shell.status)", prints: "Ada\n0\n")
    try expect(
      shell, "targets show --format sections >&-; echo \(shell.status)", prints: "2\n",
      error: "targets: show: cannot write output: Bad file descriptor\n")
    try expect(
      shell, "targets show 2>&-; echo \(shell.status)", prints: "Ada\n0\n")
    try expect(shell, "targets nofile 2>&-; echo \(shell.status)", prints: "2\n")
    try expect(
      shell, "targets -f ada <&-; echo \(shell.status)", prints: "1\n")
    try expect(
      shell, "targets dead Ada <&- >&- 2>&-; targets show --dead", prints: "Ada\n")
  }

  @Test func aFailedCommandEndsAScript() throws {
    let run = try Shell.bash.run(
      "set -euo pipefail; targets show --format sections nobody | cat; echo never", of: program)
    #expect(run.output == "")
    #expect(run.status == .code(1))
  }
}
