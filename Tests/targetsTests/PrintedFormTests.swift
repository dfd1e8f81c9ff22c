import Glibc
import TestSupport
import Testing

@Suite(.ownThreads)
struct PrintedFormTests {
  private let names = "Arya Stark\nSansa Stark\nCersei Lannister\n"

  /// Output longer than the screen goes to a pager, as in git.
  @Test func onATerminalSectionsHaveColorsAndAPager() throws {
    let program = try Program(["PAGER": "sed 's/^/paged: /'", "TERM": "xterm-256color"])
    let names = (100..<140).map { "row \($0)" }.joined(separator: "\n")
    _ = try program.run("import", "-l", "x", "-", input: .text(names))
    _ = try program.run("dead", "-l", "x", "row 139")
    func printed(_ words: String...) throws -> String {
      let session = try program.open(["show", "-l", "x"] + words, oracle: nil)
      #expect(session.waitForExit() == .code(0))
      return String(decoding: session.output, as: UTF8.self)
    }
    let paged = try printed()
    #expect(paged.contains("paged: \u{1b}[1mR\u{1b}[0m"))
    #expect(paged.contains("paged: \u{1b}[31m†  \u{1b}[0mrow 139"))
    #expect(try printed("--no-pager").contains("   row 138\r\n\u{1b}[31m†"))
    #expect(try printed("--limit", "2").contains("   row 101\r\n"))
    let plain = try printed("--color", "never", "--dead")
    #expect(plain.contains("R\r\n†  row 139  dead\r\n") && !plain.contains("\u{1b}[3"))
    #expect(try !printed("--format", "names").contains("paged"))
  }

  /// As on the screen: the first sign gives the color.
  @Test func aSnoozedRowHasADimSign() throws {
    let program = try Program()
    _ = try program.run("add", "-l", "x", "Ada", "Bo", "Cy")
    _ = try program.run("snooze", "-l", "x", "--for", "2d", "Ada", "Bo")
    _ = try program.run("like", "-l", "x", "Bo", "Cy")
    let printed = try program.run("show", "-l", "x", "--format", "sections", "--color", "always")
    let signs = ["\u{1b}[2mz  ", "\u{1b}[2mz♥ ", "\u{1b}[35m ♥ "]
    for (sign, name) in zip(signs, ["Ada", "Bo", "Cy"]) {
      #expect(printed.output.contains("\(sign)\u{1b}[0m\(name)"), "\(printed.output)")
    }
  }

  @Test func aQueryPrintsTheSectionsThatMatch() throws {
    let run = try Program().run("-f", "ar", "--format", "sections", input: .text(names))
    #expect(run.output == "A\n   Arya Stark\n")
    #expect(try Program().run("-f", "ar", input: .text(names)).output == "Arya Stark\n")
    #expect(run.error == "")
    #expect(run.status == .code(0))
  }

  @Test func withoutAQueryAllSectionsArePrinted() throws {
    let run = try Program().run(input: .text(names))
    #expect(run.output == "A\n   Arya Stark\nC\n   Cersei Lannister\nS\n   Sansa Stark\n")
  }

  @Test func jsonIsOneDocument() throws {
    let program = try Program()
    _ = try program.run("dead", "--add", "Arya Stark")
    let run = try program.run(
      "-f", "ar", "--list", "./default", "--format", "json", input: .text(names))
    #expect(
      run.output.undated
        == #"{"version":1,"list":"./default","query":"ar","total":3,"matched":1,"titles":["A"],"#
        + #""sections":[{"title":"A","rows":[{"name":"Arya Stark","class":"dead","verdict":"dead"}]}]}"#
        + "\n")
  }

  @Test(arguments: [
    ("names", "Arya Stark\nO\"Neil, Bo\n"),
    (
      "csv",
      "section,name,id,class,verdict,changed,earlier,liked,note,until,decidedAt,decidedBy,decidedRevision,revision,detail,source,sectionOfColumn\r\n"
        + "A,Arya Stark,,open,,,,,,,,,,,,,\r\nO,\"O\"\"Neil, Bo\",,open,,,,,,,,,,,,,\r\n"
    ),
    (
      "ndjson",
      #"{"section":"A","name":"Arya Stark","class":"open"}"# + "\n"
        + #"{"section":"O","name":"O\"Neil, Bo","class":"open"}"#
        + "\n"
    ),
  ])
  func otherFormats(format: String, expected: String) throws {
    let run = try Program().run(
      "--format", format, input: .text("O\"Neil, Bo\nArya Stark\n"))
    #expect(run.output == expected)
  }

  @Test func namesCanEndWithNUL() throws {
    let run = try Program().run("--print0", input: .text("b\na\n"))
    #expect(run.outputBytes == Array("a\0b\0".utf8))
  }

  @Test func aPipeGetsTheOriginalName() throws {
    let decomposed = "Jose\u{301} \u{1b}[31m"
    let run = try Program().run("--format", "names", input: .text("  \(decomposed)  \r\n"))
    #expect(run.outputBytes == Array("\(decomposed)\n".utf8))
  }

  @Test func aRowWithoutASectionHasNoSuchField() throws {
    let run = try Program().run(
      "-f", "", "--sections", "none", "--format", "ndjson", input: .text("b\n1\n"))
    #expect(
      run.output == "{\"name\":\"1\",\"class\":\"open\"}\n{\"name\":\"b\",\"class\":\"open\"}\n")
  }

  @Test func jsonEscapesControlCharacters() throws {
    let run = try Program().run("--format", "ndjson", input: .text("a\u{1b}\u{9b}\u{202e}b\n"))
    #expect(run.output.contains(#""name":"a\u001b\u009b\u202eb""#))
  }

  @Test(arguments: [
    (80, ["†  Ada  first in the list  dead  gone forever", "   Bo  seen"]),
    (42, ["†  Ada  first in the list  dead  gone fo…", "   Bo  seen"]),
    (34, ["†  Ada  first in the list  dead", "   Bo  seen"]),
    (27, ["†  Ada  first in th…  dead", "   Bo  seen"]),
    (14, ["†  Ada  dead", "   Bo  seen"]),
    (11, ["†  Ada", "   Bo"]),
  ])
  func onATerminalSectionsHaveDetailVerdictAndNote(columns: Int, rows: [String]) throws {
    let program = try Program()
    _ = try program.run(
      "import", "--csv", "-", input: .text("name,what\nAda,first in the list\nBo,\n"))
    _ = try program.run("dead", "Ada", "-m", "gone\nforever")
    _ = try program.run("note", "Bo", "seen")
    let session = try program.open(
      ["show", "--sections", "none", "--color", "never"], columns: columns, oracle: nil)
    #expect(session.waitForExit() == .code(0))
    #expect(session.screen.rows.prefix(2).map(\.trimmedAtEnd) == rows)
    #expect(try program.run("show", "--format", "sections").output == "A\n†  Ada\nB\n   Bo\n")
  }

  @Test func filteringAListOnATerminalShowsTheVerdictToo() throws {
    let program = try Program()
    _ = try program.run("dead", "--add", "Ada", "-l", "hosts")
    let session = try program.open(["-l", "hosts", "-f", "a"], oracle: nil)
    #expect(session.waitForExit() == .code(0))
    #expect(session.screen.rows.prefix(2).map(\.trimmedAtEnd) == ["A", "†  Ada  dead"])
  }

  @Test func marksAreASCIIIfTheLocaleIsNotUnicode() throws {
    let program = try Program(["LANG": "C"])
    _ = try program.run("dead", "--add", "Ada")
    _ = try program.run("like", "--add", "Ada", "Bo")
    #expect(try program.run("show", "--format", "sections").output == "A\nx+ Ada\nB\n + Bo\n")
    let unicode = program.environment.setting(["LANG": "C.UTF-8"])
    let run = try ProgramRun(program.path, ["show", "--format", "sections"], environment: unicode)
    #expect(run.output == "A\n†♥ Ada\nB\n ♥ Bo\n")
  }

  @Test func filtersUseFlags() throws {
    let program = try Program()
    _ = try program.run("add", "Ada", "Bo", "Cy")
    _ = try program.run("dead", "Ada")
    _ = try program.run("like", "Bo")
    #expect(try program.run("show", "--dead", "--format", "names").output == "Ada\n")
    #expect(try program.run("show", "--not-dead", "--format", "names").output == "Bo\nCy\n")
    #expect(try program.run("show", "--liked", "--format", "names").output == "Bo\n")
  }

  @Test(arguments: [
    ("sv", "A\n   Anna\nÅ\n   Åsa\n"), ("en", "A\n   Anna\n   Åsa\n"),
  ])
  func theLocaleDecidesTheSections(locale: String, expected: String) throws {
    let run = try Program().run("--locale", locale, input: .text("Åsa\nAnna\n"))
    #expect(run.output == expected)
  }

  @Test(arguments: [
    ("first-letter", "E\n   Eva\nÉ\n   Éva\n"), ("none", "   Eva\n   Éva\n"),
  ])
  func sectionsCanBePlain(rule: String, expected: String) throws {
    let run = try Program().run("--sections", rule, input: .text("Éva\nEva\n"))
    #expect(run.output == expected)
  }

  @Test func sectionsPrintsTitlesAndCounts() throws {
    let run = try Program().run("sections", "--input", "-", input: .text(names + "Aegon\n9\n"))
    #expect(run.output == "#\t1\nA\t2\nC\t1\nS\t1\n")
  }

  @Test func filesAreReadOneAfterAnother() throws {
    let program = try Program()
    let first = try program.environment.home.write("Bo\n", to: "first")
    let second = try program.environment.home.write("Ada\nBo", to: "second")
    let run = try program.run("--format", "names", first, second, "-", input: .text("Cy\n"))
    #expect(run.output == "Ada\nBo\nCy\n")
  }

  @Test func theHelpHasTheOptionsOfBrowsing() throws {
    let help = try Program().run("--help").output
    for option in [
      "-f, --filter QUERY", "-q, --query", "pick ", "--plain", "--list", "--format", "--not-dead",
    ] {
      #expect(help.contains(option))
    }
  }

  @Test(arguments: ["--version", "--help"])
  func helpAndVersionTouchNothing(option: String) throws {
    let program = try Program()
    let run = try program.run(option)
    #expect(run.status == .code(0))
    #expect(run.output.contains("targets"))
    #expect(access(program.environment.home.path(".local"), F_OK) != 0)
  }
}
