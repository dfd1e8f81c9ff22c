import CommandSyntax
import Foundation
import TestSupport
import Testing

@testable import targets

@Suite(.ownThreads)
struct ManualTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private let program: Program
  private let path: String

  init() throws {
    program = try Program()
    let run = try program.run("manual")
    #expect(run.status == .code(0))
    path = try program.environment.home.write(run.output, to: "targets.1")
  }

  private func tool(_ path: String, _ arguments: String...) throws -> ProgramRun {
    try ProgramRun(
      path, arguments,
      environment: program.environment.setting(["MANWIDTH": "80", "MANROFFOPT": "-ww"]))
  }

  @Test func manHasNoWarnings() throws {
    let run = try tool("/usr/bin/man", "--warnings", "-l", path)
    #expect(run.error == "")
    #expect(run.status == .code(0))
    let page = run.output
    for title in ["NAME", "SYNOPSIS", "OPTIONS", "COMMANDS", "KEYS", "FILES", "ENVIRONMENT"] {
      #expect(page.contains("\n\(title)\n"), "\(title)")
    }
    #expect(page.contains("git tag | targets -l ./tags"))
    #expect(page.contains("M-x, C-x d"))
    #expect(page.contains("Exit status: 0 rows were printed"))
  }

  @Test func mandocHasNothingToSay() throws {
    let run = try tool("/usr/bin/mandoc", "-T", "lint", path)
    #expect(run.output == "")
    #expect(run.status == .code(0))
  }

  @Test func allCommandsAndOptionsAreThere() {
    let text = ManualPage().text
    for command in CommandList.shown {
      let name = command.about.name
      if name != "browse" { #expect(text.contains(".SS \"\(name)\"\n"), "\(name)") }
      for option in command.facts.filter(\.isShown).flatMap(\.names) {
        #expect(text.contains(Roff.escaped(option)), "\(name) \(option)")
      }
    }
  }

  /// What stands above is named by its group only if all of the group is there.
  @Test func onlyWhatIsDescribedAboveIsCalledSo() throws {
    let known = BrowseCommand.facts.filter { $0.isShown && !$0.heading.isEmpty }
    let text = ManualPage().text
    for line in text.split(separator: "\n") where line.contains("described above: ") {
      let terms = try #require(line.split(separator: ": ", maxSplits: 1).last).dropLast()
      for term in terms.replacing("\\", with: "").split(separator: ", ") {
        let isHeading = known.contains { $0.heading == term }
        let isOption = known.contains { $0.names.contains(String(term)) }
        #expect(isHeading || isOption, "\(term)")
      }
    }
    #expect(text.contains("described above: "))
    // The list that a lists command has is no option of it.
    let rest = try #require(text.split(separator: ".SS \"lists\"\n").last)
    let lists = try #require(rest.split(separator: ".SS ").first)
    #expect(!lists.contains("described above: List."))
  }

  @Test func allVariablesOfTheProgramAreThere() throws {
    let text = ManualPage().text
    let files = try #require(
      FileManager.default.enumerator(atPath: root.appending(path: "Sources").path))
    var names: Set<String> = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let source = try String(
        contentsOf: root.appending(path: "Sources/\(file)"), encoding: .utf8)
      for match in source.matches(of: /\bTARGETS_[A-Z_]+[A-Z]\b/) { names.insert(String(match.0)) }
    }
    #expect(names.count > 5)
    for name in names { #expect(text.contains(name), "\(name)") }
  }

  @Test func textIsNoCommandOfRoff() {
    var page = Roff(title: "x", date: "2026-01-01", source: "x 1")
    page.section("Two words")
    page.paragraph(".first 'second' \\third -4 a^b ~c")
    page.prose("Words.\n\nEXAMPLES:\n  a 'b' | c \\\n    .d\n")
    #expect(
      page.text == """
        .TH "X" 1 2026-01-01 "x 1"
        .SH "TWO WORDS"
        \\&.first \\(aqsecond\\(aq \\ethird \\-4 a\\(hab \\(tic
        .PP
        Words.
        .PP
        Examples:
        .PP
        .RS 4
        .nf
        a \\(aqb\\(aq | c \\e
          .d
        .fi
        .RE

        """)
  }

  @Test func theChangesBeginWithTheVersion() throws {
    let text = try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let head = try #require(text.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(head.hasPrefix("## [\(Version.current)] - "))
    #expect(try program.run("--version").output == "targets \(Version.current)\n")
  }
}
