import LibraryTestSupport
import TestSupport
import Testing

/// Without a list, a row is an unchanged line: all its bytes are printed, and equal lines are
/// separate rows.
@Suite(.ownThreads)
struct WholeLinesTests {
  /// Lines with any bytes, three in ten of which are repeated.
  private static func lines(_ count: Int, without end: UInt8, seed: UInt64) -> [[UInt8]] {
    var random = SeededGenerator(seed: seed)
    var lines: [[UInt8]] = []
    while lines.count < count {
      if !lines.isEmpty, Int.random(in: 0..<10, using: &random) < 3 {
        lines.append(lines[Int.random(in: 0..<lines.count, using: &random)])
        continue
      }
      var line: [UInt8]
      switch Int.random(in: 0..<12, using: &random) {
      case 0: line = []
      case 1: line = bytes(Int.random(in: 0..<40, using: &random), in: 0...255, &random)
      case 2: line = Array("caf\u{e9}".utf8) + [0xE9, 0x80] + Array("x".utf8)
      case 3: line = Array("cafe\u{301} \u{feff}\u{202e}".utf8)
      case 4: line = [0xEF, 0xBB, 0xBF] + Array("mark".utf8)
      case 5:
        line = bytes(20, in: 0x61...0x7A, &random)
        line += Array(repeating: 0x61, count: Int.random(in: 4_000..<9_000, using: &random))
      case 6: line = Array("  \u{a0}blanks around \t ".utf8)
      case 7: line = bytes(3, in: 0x20...0x20, &random)
      case 8: line = Array("\u{1b}[31mred\u{1b}[m".utf8)
      case 9: line = bytes(4, in: 0...2, &random) + Array("NUL".utf8)
      default:
        line = bytes(Int.random(in: 1..<20, using: &random), in: 0x20...0x7E, &random)
      }
      if Int.random(in: 0..<5, using: &random) == 0 { line.append(0x0D) }
      lines.append(line.filter { $0 != end })
    }
    return lines
  }

  private static func bytes(
    _ count: Int, in range: ClosedRange<UInt8>, _ random: inout SeededGenerator
  ) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: range, using: &random) }
  }

  private static func text(_ lines: [[UInt8]], end: UInt8) -> [UInt8] {
    lines.flatMap { $0 + [end] }
  }

  private static func ends(_ isNUL: Bool) -> (UInt8, options: [String]) {
    isNUL ? (0, ["--read0", "--print0"]) : (0x0A, [])
  }

  @Test(arguments: [false, true])
  func aFilterPrintsTheBytesOfEachLine(endsWithNUL: Bool) throws {
    let (end, options) = Self.ends(endsWithNUL)
    let lines = Self.lines(5_000, without: end, seed: endsWithNUL ? 1 : 2)
    // The last line has no line end.
    let input = Array(Self.text(lines, end: end).dropLast())
    let program = try Program()
    let ordered = try program.run(
      ["-f", "", "--no-sort"] + options, input: .bytes(input))
    #expect(ordered.status == .code(0) && ordered.error.isEmpty)
    #expect(Self.isSame(ordered.outputBytes, lines, end))
    let unsorted = try program.run(["-f", "", "--unsorted"] + options, input: .bytes(input))
    #expect(Self.isSame(unsorted.outputBytes, lines, end))
    let sorted = try program.run(["-f", ""] + options, input: .bytes(input))
    #expect(Self.sum(sorted.outputBytes, end) == Self.sum(Self.text(lines, end: end), end))
    // A word that few lines contain is found in the same lines.
    let found = try program.run(["-f", "blanks", "+s"] + options, input: .bytes(input))
    let blanks = lines.filter { String(decoding: $0, as: UTF8.self).contains("blanks around") }
    #expect(!blanks.isEmpty && Self.isSame(found.outputBytes, blanks, end))
  }

  /// Whether an output consists of these lines; the difference would be too long to print.
  private static func isSame(_ output: [UInt8], _ lines: [[UInt8]], _ end: UInt8) -> Bool {
    output == text(lines, end: end)
  }

  /// A sum that does not depend on the order of lines.
  private static func sum(_ bytes: [UInt8], _ end: UInt8) -> Int {
    bytes.split(separator: end, omittingEmptySubsequences: false).reduce(0) { sum, line in
      sum &+ Array(line).hashValue
    }
  }

  @Test(arguments: [false, true])
  func aPickerPrintsTheBytesOfEachLine(endsWithNUL: Bool) throws {
    let (end, options) = Self.ends(endsWithNUL)
    let lines = Self.lines(5_000, without: end, seed: endsWithNUL ? 3 : 4)
    let session = try Program().open(
      ["pick", "-m", "--no-sort"] + options, input: .pipe(Self.text(lines, end: end)),
      output: .pipe)
    session.waitForStatus("5,000")
    session.send("\u{1b}a")
    session.waitForStatus("5,000 picked")
    session.send(Key.enter)
    session.expectEnd(.code(0))
    #expect(Self.isSame(session.standardOutput, lines, end))
  }

  @Test func equalLinesArePickedOneByOne() throws {
    let session = try Program().open(
      ["pick", "-m", "--no-sort"], input: .text("same\nother\nsame \nsame\n"), output: .pipe)
    session.wait { $0.contains("▸") && $0.contains("other") }
    session.send("same" + Key.tab)
    session.waitForStatus("1 picked")
    session.send(Key.down + Key.tab)
    session.waitForStatus("2 picked")
    session.send(Key.enter)
    session.expectEnd(.code(0))
    #expect(session.standardOutput == Array("same\nsame\n".utf8))
  }

  @Test func aLineMayHaveSixteenMebibytes() throws {
    let longest = [UInt8](repeating: 0x78, count: 16 << 20)
    let program = try Program()
    let whole = try program.run(["-f", "x"], input: .bytes(longest + [0x0A]))
    let isWhole = whole.outputBytes == longest + [0x0A]
    #expect(whole.status == .code(0) && isWhole)
    let longer = try program.run(
      ["-f", "", "+s"], input: .bytes(Array("a\n".utf8) + longest + Array("x\nb\n".utf8)))
    #expect(longer.status == .code(2) && longer.output == "a\nb\n")
    #expect(
      longer.error == "targets: input: 1 line skipped (1 longer than 16 MiB: line 2)\n")
  }

  @Test func tasksAreLinesByteForByte() throws {
    let long = [UInt8](repeating: 0x61, count: 5_000)
    let lines: [[UInt8]] = [
      [0x62, 0xFF], [0x62, 0xFE], Array("x done".utf8), Array("e\u{301} ".utf8),
    ]
    let input = Array(([long] + lines).joined(separator: [0x0A]))
    let run = try Program().run(
      ["-f", "", "--no-sort", "--format", "todo"], input: .bytes(input))
    let expected = Array(
      ([long] + lines[..<2] + [Array(" x done".utf8), lines[3], []]).joined(separator: [0x0A]))
    #expect(run.status == .code(0), "\(run.error)")
    #expect(run.outputBytes == expected)
  }

  @Test func aSkippedLineAffectsTheStatus() throws {
    let longer = [UInt8](repeating: 0x78, count: 16 << 20 + 1) + [0x0A]
    let program = try Program()
    for words in [
      ["-f", "x"], ["-f", "x", "--unsorted"], ["pick", "-1"], ["pick", "-0", "-q", "z"],
    ] {
      let run = try program.run(words, input: .bytes(longer + Array("ab\n".utf8)))
      #expect(run.status == .code(2))
      #expect(run.error.contains("1 line skipped"))
    }
  }

  @Test func wordsThatBeginWithASignMatchAnywhere() throws {
    let program = try Program()
    let lines = "bar.md\nfoo.txt\na_test.go\nsrc/a/b\n"
    for (query, found) in [
      (".md", "bar.md\n"), ("!.md !_test !/a", "foo.txt\n"), ("_test", "a_test.go\n"),
      ("/a", "src/a/b\n"),
    ] {
      #expect(try program.run(["-f", query], input: .text(lines)).output == found)
    }
  }

  @Test func searchedTextIsTrimmed() throws {
    let program = try Program()
    let lines = "  first\r\n\tsecond \nthird\n"
    for (query, line) in [("first", "  first\r\n"), ("second", "\tsecond \n")] {
      #expect(try program.run(["-f", query], input: .text(lines)).output == line)
    }
  }

  struct Fields: CustomTestStringConvertible {
    var options: [String]
    var query: String
    var lines = "a b  c\nd:e f\n"
    var found: String
    var testDescription: String { (options + [query]).joined(separator: " ") }
  }

  @Test(arguments: [
    Fields(options: ["--nth", "2"], query: "b", found: "a b  c\n"),
    Fields(options: ["-n2"], query: "a", found: ""),
    Fields(options: ["-d:", "--nth=2"], query: "e", found: "d:e f\n"),
    Fields(options: ["-d", ":", "--nth", "-1,1"], query: "d", found: "d:e f\n"),
    Fields(options: ["--nth", "2.."], query: "c", found: "a b  c\n"),
    Fields(options: ["--with-nth", "1"], query: "c", found: ""),
    Fields(options: ["--with-nth=..2"], query: "b", found: "a b  c\n"),
    Fields(options: ["--with-nth", "2..", "--nth", "1"], query: "c", found: ""),
    Fields(options: ["--with-nth", "5"], query: "a", found: ""),
    Fields(options: ["--ansi"], query: "red", lines: "\u{1b}[31mr\u{1b}[mrest\n", found: ""),
    Fields(
      options: ["--ansi"], query: "rre", lines: "\u{1b}[31mr\u{1b}[mrest\n",
      found: "\u{1b}[31mr\u{1b}[mrest\n"),
    Fields(options: ["--header-lines", "1"], query: "", lines: "top\na\n", found: "a\n"),
    Fields(options: ["--header-lines=3"], query: "", lines: "top\na\n", found: ""),
  ])
  func fieldsAreSearched(fields: Fields) throws {
    let run = try Program().run(
      ["-f", fields.query] + fields.options, input: .text(fields.lines))
    #expect(run.output == fields.found && run.error.isEmpty)
    #expect(run.status == .code(fields.found.isEmpty ? 1 : 0))
  }

  @Test(arguments: [
    (["-f", "a", "--nth", "0"], "--nth takes fields such as 2, -1, 2.. or 1,3, not “0”"),
    (["-f", "a", "--with-nth", "1,,2"], "not “1,,2”"), (["-f", "a", "--nth", ""], "not “”"),
    (["--nth", "1"], "--nth requires pick or -f"),
    (["-f", "a", "-l", "./x", "--ansi"], "--ansi cannot be combined with --list"),
    (
      ["-f", "a", "--strict"], "--strict requires --list or columns; otherwise every line is a row"
    ),
    (["pick", "--csv", "--nth", "1"], "--nth cannot be combined with --csv"),
    (["-f", "a", "--with-nth", "1", "--format", "ndjson"], "--with-nth requires --format names"),
  ])
  func fieldsRequireLines(arguments: [String], message: String) throws {
    let run = try Program().run(arguments, input: .text("a\n"))
    #expect(run.status == .code(2) && run.error.contains(message))
  }
}
