import LibraryTestSupport
import TestSupport
import Testing

/// Snippets for fzf from dotfiles, run with both pickers: both print the same bytes.
@Suite(.ownThreads)
struct SnippetTests {
  private struct Result: Equatable, CustomStringConvertible {
    var output: [UInt8]
    var status: TestSupport.ExitStatus?
    var description: String { "\(String(decoding: output, as: UTF8.self)) \(status as Any)" }
  }

  private func run(_ snippet: Snippet, _ picker: String) throws -> Result {
    let program = try Program()
    let files = try Snippet.home.get().path
    let home = program.environment.home.path
    _ = try ProgramRun("/bin/cp", ["-a", files + "/.", home])
    let folder = program.path.split(separator: "/").dropLast().joined(separator: "/")
    let environment = program.environment.setting([
      "P": picker, "PATH": "\(home)/bin:/\(folder):/usr/bin:/bin", "SHELL": "/bin/bash",
    ])
    let session = try TerminalSession(
      snippet.shell.path, [snippet.shell == .fish ? "--no-config" : "-f", "-c", snippet.script],
      environment: environment, directory: home, standardOutput: .pipe, oracle: nil)
    if !snippet.rows.isEmpty {
      session.wait { screen in snippet.rows.allSatisfy { screen.contains($0) } }
      if !snippet.query.isEmpty {
        session.send(snippet.query)
        session.wait { screen in !snippet.gone.contains { screen.contains($0) } }
      }
      session.send(snippet.end)
    }
    let status = session.waitForExit()
    return Result(output: session.standardOutput, status: status)
  }

  @Test(arguments: Snippet.all)
  func theSnippetPrintsTheSameAsWithFzf(snippet: Snippet) throws {
    let expected = try run(snippet, "fzf")
    #expect(try run(snippet, "targets pick") == expected)
  }

  struct Use: CustomTestStringConvertible {
    var option: [String]
    var others: [String] = ["-1", "-0"]
    var input: String
    var testDescription: String { option.joined(separator: " ") }
  }

  @Test(arguments: [
    Use(option: ["--read0"], input: "a\nb\0"),
    Use(option: ["--print0"], input: "a\n"),
    Use(option: ["--ansi"], others: ["-1", "-0", "-q", "^red"], input: "\u{1b}[31mred\u{1b}[m\n"),
    Use(option: ["--nth", "2"], others: ["-1", "-0", "-q", "x"], input: "x y\ny x\n"),
    Use(option: ["-n2"], others: ["-1", "-0", "-q", "x"], input: "x y\ny x\n"),
    Use(option: ["--with-nth", "1"], others: ["-1", "-0", "-q", "x"], input: "x y\ny x\n"),
    Use(option: ["-d:"], others: ["-1", "-0", "-q", "c", "--nth", "2"], input: "a:b c\nb c\n"),
    Use(option: ["--header-lines=1"], input: "top\na\n"),
    Use(option: ["--exact"], others: ["-1", "-0", "-q", "bc"], input: "abc\n"),
    Use(option: ["-e"], others: ["-1", "-0", "-q", "bc"], input: "abc\n"),
    Use(option: ["--case", "exact"], others: ["-1", "-0", "-q", "abc"], input: "ABC\n"),
    Use(option: ["--case", "ignore"], others: ["-1", "-0", "-q", "ABC"], input: "abc\n"),
    Use(option: ["--print-query"], others: ["-1", "-q", "a"], input: "a\n"),
    Use(option: ["--expect", "ctrl-e"], input: "a\n"),
    Use(option: ["--no-sort"], others: ["-f", ""], input: "b\na\n"),
    Use(option: ["+s"], others: ["-f", ""], input: "b\na\n"),
    Use(option: ["--tac"], others: ["-f", "", "+s"], input: "b\na\n"),
    Use(option: ["-q", "b"], input: "a\nb\n"),
    Use(option: ["-0"], others: ["-q", "x"], input: "a\n"),
    Use(option: ["-1"], others: ["-q", "a"], input: "a\n"),
  ])
  func eachOptionChangesWhatIsPrinted(use: Use) throws {
    let program = try Program()
    let command = use.others.contains("-f") ? [] : ["pick"]
    let with = try program.run(command + use.others + use.option, input: .text(use.input))
    let without = try program.run(command + use.others, input: .text(use.input))
    #expect(with.status != .code(2))
    #expect((with.outputBytes, with.status) != (without.outputBytes, without.status))
  }
}
