import Foundation
import TestSupport
import Testing

/// `targets report` prints the whole list for people who do not have the program.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ReportTests {
  private let program: Program

  init() throws {
    program = try Program(["TARGETS_AS": "Ann"])
    let rows = """
      name,team,rev
      Ada,ops,1
      "<script>alert('&')</script>",=1+1,2
      ‮evil,ops,3
      "a ""quoted"" name",sales,4

      """
    _ = try program.run(
      "import", "--csv", "--revision-column", "rev", "-", input: .text(rows))
    _ = try program.run("dead", "-m", "=cmd|' /C calc'!A0", "Ada")
    _ = try program.run("ok", "a \"quoted\" name")
    _ = try program.run("like", "‮evil")
    let later = rows.replacingOccurrences(of: "Ada,ops,1", with: "Ada,ops,9")
    _ = try program.run(
      "import", "--csv", "--revision-column", "rev", "-", input: .text(later))
  }

  /// Each element is closed, and a name that looks like an element is text.
  @Test func thePageIsWellFormedAndHasEveryRow() throws {
    let page = try program.run("report")
    #expect((page.status, page.error) == (.code(0), ""))
    #expect(page.output.hasPrefix("<!DOCTYPE html>\n<html "))
    #expect(!page.output.contains("<script") && !page.output.contains("\u{202E}"))
    let script = """
      import sys, xml.etree.ElementTree as tree
      page = tree.fromstring(sys.stdin.read())
      def text(element): return "".join(element.itertext())
      names = {"h": "{http://www.w3.org/1999/xhtml}"}
      rows = [e for e in page.iter() if e.tag.endswith("}tr")]
      for row in rows: print("|".join(text(cell) for cell in row))
      for element in page.iter():
        if any(key in ("src", "href") or key.startswith("on") for key in element.attrib): print("no")
      """
    let read = try ProgramRun(
      "/usr/bin/python3", ["-c", script], input: .text(page.output),
      environment: program.environment)
    #expect(read.error == "")
    let lines = read.output.split(separator: "\n").map(String.init)
    #expect(lines.prefix(5) == ["open|3", "dead|0", "ok|1", "changed|1", "liked|1"])
    #expect(lines.contains { $0.contains("evil|open, liked|") })
    #expect(page.output.contains("4 rows of \(program.environment.home.path)"))
    #expect(lines.contains { $0.hasPrefix("<script>alert('&')</script>|open||||2|=1+1") })
    #expect(lines.contains { $0.hasPrefix("Ada|open, changed since it was dead|Ann|20") })
    #expect(lines.contains { $0.hasSuffix("|=cmd|' /C calc'!A0|9, decided as 1|ops") })
    #expect(lines.contains { $0.hasPrefix("a \"quoted\" name|ok|Ann|20") })
    #expect(!lines.contains("no"))
  }

  @Test func noCellOfTheTableBecomesAFormula() throws {
    let table = try program.run("report", "--format", "csv").output
    #expect(
      table.hasPrefix(
        "section,name,id,class,verdict,changed,earlier,liked,note,until,decidedAt,decidedBy,"
          + "decidedRevision,revision,detail,decidedRole\r\n"))
    #expect(table.contains(",'=cmd|' /C calc'!A0,") && table.contains(",'=1+1,\r\n"))
    #expect(table.contains("A,Ada,,open,,true,dead,,'=cmd|' /C calc'!A0,,20"))
    #expect(!table.contains(",=") && !table.contains("\n="))
  }

  /// A spreadsheet takes full-width signs for those of ASCII, and skips what is invisible.
  @Test(arguments: ["＝1+1", "＋1", "－1", "＠a", "\u{FEFF}=1", "\u{200B}@a", "\u{2060}\u{FEFF}-1"])
  func noUnusualCellBecomesAFormula(cell: String) throws {
    let added = try program.run("add", "-l", "signs", "-", input: .text("x\n\(cell)\n"))
    #expect(added.status == .code(0), "\(added.error)")
    let table = try program.run("report", "-l", "signs", "--format", "csv").output
    #expect(table.contains(",'\(cell),"), "\(table)")
  }

  @Test func tenThousandRowsAreAPageOfLessThanFiveMegabytes() throws {
    let rows = (0..<10_000).map { "host-\($0).example.org" }
    let text = rows.joined(separator: "\n")
    _ = try program.run("import", "-l", "many", "-", input: .text(text))
    _ = try program.run("dead", "-l", "many", "-m", "no answer since May", "-", input: .text(text))
    let page = try program.run("report", "-l", "many").output
    #expect(page.utf8.count < 5_000_000)
    #expect(page.components(separatedBy: "<tr class=\"dead\">").count == 10_001)
  }

  @Test func anUnknownListIsAnError() throws {
    let run = try program.run("report", "-l", "defualt")
    #expect(run.status == .code(2) && run.error.contains("defualt"))
  }
}
