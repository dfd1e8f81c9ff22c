import Browser
import CommandSyntax
import Foundation
import ListModel
import Printing
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
    // Only the section contains them.
    #expect(!page.contains("Exit status: 0 rows were printed"))
  }

  @Test func mandocHasNoWarnings() throws {
    let run = try tool("/usr/bin/mandoc", "-T", "lint", path)
    #expect(run.output == "")
    #expect(run.status == .code(0))
  }

  @Test func theManualHasAllCommandsAndOptions() {
    let text = ManualPage().text
    for command in CommandList.shown {
      let name = command.about.name
      if name != "browse" { #expect(text.contains(".SS \"\(name)\"\n"), "\(name)") }
      for option in command.facts.filter(\.isShown).flatMap(\.names) {
        #expect(text.contains(Roff.escaped(option)), "\(name) \(option)")
      }
    }
  }

  /// Options that were explained before are named by their group only if all of the group is used.
  @Test func onlyOptionsExplainedBeforeAreNamedByTheirGroup() throws {
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
    // A `lists` command has its own meaning for `--list`, so that is not a common option.
    let rest = try #require(text.split(separator: ".SS \"lists\"\n").last)
    let lists = try #require(rest.split(separator: ".SS ").first)
    #expect(!lists.contains("described above: List."))
  }

  @Test func theManualHasAllVariables() throws {
    let text = ManualPage().text
    let files = try #require(
      FileManager.default.enumerator(atPath: root.appending(path: "Sources").path))
    var names: Set<String> = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let source = try String(
        contentsOf: root.appending(path: "Sources/\(file)"), encoding: .utf8)
      for word in source.split(whereSeparator: { !$0.isLetter && $0 != "_" })
      where word.hasPrefix("TARGETS_") && word.last != "_" && word.count > 8 {
        names.insert(String(word))
      }
    }
    #expect(names.count > 5)
    for name in names { #expect(text.contains(name), "\(name)") }
  }

  private static let lines = ManualPage().text.split(separator: "\n" as Character)

  /// The lines of a section of the page.
  private func section(_ title: String) throws -> [Substring] {
    let start = try #require(Self.lines.firstIndex(of: ".SH \"\(title)\""))
    return Array(Self.lines[(start + 1)...].prefix { !$0.hasPrefix(".SH ") })
  }

  @Test(
    "Manual: every exit status is explained",
    arguments: [Printing.ExitStatus.done, .nothing, .failed, .abandoned])
  func exitStatuses(status: Printing.ExitStatus) throws {
    #expect(try section("EXIT STATUS").contains(".B \"\(status.rawValue)\""))
  }

  @Test("Manual: every field of the formats is described as in `help formats`")
  func formats() throws {
    let lines = try section("FORMATS")
    let csv = PrintedFields.csv.map(\.name) + ["\(PrintedFields.column)TITLE"]
    let place = try #require(lines.firstIndex(of: ".SS \"rows as csv\""))
    let rest = lines[(place + 1)...].prefix { !$0.hasPrefix(".SS") }.joined(separator: " ")
    for name in csv { #expect(rest.contains(name), "\(name)") }
    for field in PrintedFields.row + PrintedFields.log {
      let isThere = lines.contains { $0.hasPrefix(".B ") && $0.contains(field.name) }
      #expect(isThere, "\(field.name)")
    }
  }

  @Test("Manual: every state is explained, with its symbols", arguments: RowFlag.allCases)
  func states(flag: RowFlag) throws {
    let titles = ["STATES OF A ROW", "MARKS OF A ROW", "HISTORY OF A ROW"]
    let terms = try titles.flatMap { try section($0) }.filter { $0.hasPrefix(".B ") }
    let term = try #require(terms.first { $0.contains(flag.word) })
    if let sign = flag.sign {
      #expect(term.contains(Roff.escaped(sign.unicode)) && term.contains(Roff.escaped(sign.ascii)))
    }
  }

  @Test("Manual: its inputrc example binds the keys that the text names")
  func inputrc() throws {
    _ = try program.environment.home.write(ManualText.inputrc + "\n", to: ".inputrc")
    _ = try program.run("add", "Ada", "Bo", "Cyd")
    let session = try program.open()
    session.wait { $0.contains("Ada") && $0.contains("3 of 3") }
    session.send(Key.down + Key.controlX + "x")
    session.waitForStatus("Ada decided: dead")
    session.send(Key.down + Key.alt("o"))
    session.waitForStatus("decided: ok")
    session.send(Key.controlD)
    session.expectEnd(.code(0))
    let review = try program.open("review")
    review.wait { $0.contains("▸   ") }
    review.send("x")
    review.waitForStatus("3 of 3 decided")
    review.send("q")
    review.expectEnd(.code(0))
    #expect(try program.run("show", "--decided", "--format", "names").output == "Ada\nBo\nCyd\n")
  }

  @Test("Manual: every readline command is named")
  func readlineCommands() throws {
    let text = try section("KEY BINDINGS").joined(separator: " ").replacing("\\-", with: "-")
    let names = Command.allCases.map(\.readlineName) + ReviewCommand.allCases.map(\.readlineName)
    for name in names { #expect(text.contains(name), "\(name)") }
  }

  @Test func textIsEscapedForRoff() {
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
