import LibraryTestSupport
import TestSupport
import Testing

/// Orders rows by any column of their input, whatever its role is, and compares with a simple sort.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ColumnOrderTests {
  private let program: Program

  private static let titles = ["size", "zone", "host", "team", "key", "commit"]

  private static let columns = [
    "--csv", "--name-column", "host", "--id-column", "key,zone", "--section-column", "team",
    "--revision-column", "commit",
  ]

  init() throws {
    program = try Program(["TARGETS_AS": "Ann"])
  }

  private func output(_ words: [String]) throws -> [String] {
    let run = try program.run(words)
    #expect(run.error == "" && run.status == .code(0), "\(words)")
    return run.output.split(separator: "\n").map(String.init)
  }

  /// Rows with different names and keys.
  private static func table(_ random: inout SeededGenerator) -> [[String: String]] {
    func one(of values: [String]) -> String { values.randomElement(using: &random) ?? "" }
    return (0..<Int.random(in: 1...30, using: &random)).map { number in
      [
        "size": one(of: ["", "9", "10", "-2", "2.5", "100", "large", "small"]),
        "zone": one(of: ["", "north", "south", "3", "20", "a, b"]),
        "host": one(of: ["", "", "web", "db"]) + "\(number * 7 % 31)",
        "team": one(of: ["", "ops", "data", "7", "70"]),
        "key": "\(number * 11 % 31)",
        "commit": one(of: ["", "f00", "bad", "12", "3"]),
      ]
    }
  }

  private static func csv(_ rows: [[String: String]]) -> String {
    let lines = rows.map { row in titles.map { "\"\(row[$0] ?? "")\"" }.joined(separator: ",") }
    return ([titles.joined(separator: ",")] + lines).joined(separator: "\n") + "\n"
  }

  /// The names in order: numbers, then texts, then rows without a value; equal values by name.
  private static func names(
    of rows: [[String: String]], by title: String, isDescending: Bool
  ) -> [String] {
    func value(_ row: [String: String]) -> (kind: Int, number: Double, text: String) {
      let text = row[title] ?? ""
      if text.isEmpty { return (2, 0, "") }
      return Double(text).map { (0, $0, "") } ?? (1, 0, text)
    }
    return rows.sorted { left, right in
      let (one, other, names) = (
        value(left), value(right), (left["host"] ?? "", right["host"] ?? "")
      )
      if one == other { return names.0 < names.1 }
      if one.kind == 2 || other.kind == 2 { return other.kind == 2 }
      return (one < other) != isDescending
    }.map { $0["host"] ?? "" }
  }

  @Test(arguments: UInt64(0)..<3)
  func everyColumnOrdersRows(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = Self.table(&random)
    let file = try program.environment.home.write(Self.csv(rows), to: "rows.csv")
    #expect(try program.run(["import", "-l", "t"] + Self.columns + [file]).status == .code(0))
    for (number, title) in Self.titles.enumerated() {
      for isDescending in [false, true] {
        let expected = Self.names(of: rows, by: title, isDescending: isDescending)
        let ending = isDescending ? ":desc" : ""
        let words = ["--sections", "none", "--format", "names", "--order"]
        let ofInput = Array(Self.columns.filter { !["--section-column", "team"].contains($0) })
        let file = ["-f", "", "--format", "names"] + ofInput
        #expect(try output(file + ["--order", title + ending, "rows.csv"]) == expected)
        #expect(try output(["show", "-l", "t"] + words + [title + ending]) == expected)
        // Each column in one of the two directions.
        guard isDescending == (number % 2 == Int(seed % 2)) else { continue }
        #expect(try output(file + ["--order", "\(number + 1)" + ending, "rows.csv"]) == expected)
        let running = ["run", "-l", "t", "--all", "--again", "--sections", "none"]
        let run = try program.run(running + ["--order", title + ending, "--", "echo"])
        #expect(run.output.split(separator: "\n").map(String.init) == expected)
      }
    }
  }

  private static let hosts = """
    host,zone,key,team,commit
    web,north,2,ops,f00
    db,south,10,data,bad
    mail,east,9,ops,12

    """

  private func importHosts() throws {
    try program.environment.home.write(Self.hosts, to: "hosts.csv")
    let words = ["import", "-l", "t"] + Self.columns + ["hosts.csv"]
    #expect(try program.run(words).status == .code(0))
  }

  @Test(arguments: [
    ("key", ["web", "mail", "db"]), ("zone", ["mail", "web", "db"]),
    ("team", ["db", "mail", "web"]), ("commit", ["mail", "db", "web"]),
    ("host:desc", ["web", "mail", "db"]),
  ])
  func theOrderAppliesToScreenReviewAndPick(order: String, expected: [String]) throws {
    try importHosts()
    for words in [["-l", "t"], ["review", "-l", "t"], ["pick", "-l", "t"]] {
      let session = try program.open(words + ["--sections", "none", "--order", order])
      session.wait { _ in session.namesShown == expected }
      session.leave(from: words[0])
    }
    #expect(
      try program.run("recipe", "-l", "t", "--set", "order", order).status == .code(0))
    #expect(try output(["show", "-l", "t", "--sections", "none", "--format", "names"]) == expected)
  }

  @Test func rowsOfAMirrorMoveOnTheScreen() throws {
    try importHosts()
    let session = try program.open("-l", "t", "--sections", "none", "--order", "commit")
    session.wait { _ in session.namesShown == ["mail", "db", "web"] }
    try program.environment.home.write(
      Self.hosts.replacing("f00", with: "1").replacing("mail,east", with: "post,east"),
      to: "hosts.csv")
    let words = ["import", "-l", "t", "--mirror"] + Self.columns + ["hosts.csv"]
    #expect(try program.run(words).status == .code(0))
    session.wait { _ in session.namesShown == ["web", "post", "db"] }
    session.leave(from: "-l")
  }

  @Test("Order: rows that others add to an empty list come in the order of its column")
  func emptyListOpened() throws {
    // Nobody has filled the list yet, so that its columns are not known.
    let session = try program.open("-l", "t", "--sections", "none", "--order", "commit")
    session.waitForPrompt("")
    try importHosts()
    session.wait { _ in session.namesShown == ["mail", "db", "web"] }
    session.leave(from: "-l")
    // The columns are known from before.
    #expect(try program.run("drop", "-l", "t", "web", "db", "mail").status == .code(0))
    let again = try program.open("-l", "t", "--sections", "none", "--order", "commit")
    again.waitForPrompt("")
    #expect(try program.run("undo", "-l", "t").status == .code(0))
    again.wait { _ in again.namesShown == ["mail", "db", "web"] }
    again.leave(from: "-l")
  }

  @Test("Order: rows that others add to an empty list without that column come by their names")
  func emptyListWithoutTheColumn() throws {
    let session = try program.open("-l", "t", "--sections", "none", "--order", "size")
    session.waitForPrompt("")
    try importHosts()
    session.wait { _ in session.namesShown == ["db", "mail", "web"] }
    session.leave(from: "-l")
  }

  @Test(arguments: [
    ("id", "ba"), ("id:desc", "ab"), ("revision", "ba"), ("detail", "ab"), ("detail:desc", "ba"),
  ])
  func rowsOfASourceAreOrderedByItsFields(order: String, expected: String) throws {
    let feed = try Feed()
    try feed.publish(
      #"{"name":"a","id":"10","revision":"x","detail":"1"}"#,
      #"{"name":"b","id":"9","revision":"w","detail":"2"}"#)
    let printed = try feed.printed("-f", "", "--order", order, "--format", "sections")
    #expect(printed.map { $0.filter(\.isLetter) }.joined() == expected)
    let refused = try feed.run(
      "-f", "", "--from", feed.address, "--order", "size", "--format", "sections")
    #expect(
      refused.error
        == "targets: --order: a paged source has no column “size”; it has “id”, “revision”, “detail”\n"
    )
    // A list with these rows has the same columns.
    #expect(try feed.run("new", "t", "--from", feed.address).status == .code(0))
    #expect(try feed.run("refresh", "-l", "t").status == .code(0))
    let stored = try feed.run("show", "-l", "t", "--order", order, "--format", "names").output
    #expect(stored.filter(\.isLetter) == expected)
  }

  @Test func anUnknownColumnIsReportedWithTheKnownOnes() throws {
    try importHosts()
    #expect(
      try program.run("show", "-l", "t", "--order", "size").error
        == "targets: show: --order: t has no column “size”; it has “host”, “key”, “zone”, “team”, “commit”\n"
    )
  }

  @Test func columnsOfPrintedRowsHaveTheFormatsTitles() throws {
    try importHosts()
    for format in ["csv", "ndjson"] {
      let printed = try program.run("show", "-l", "t", "--format", format).output
      let file = try program.environment.home.write(printed, to: "printed")
      let words = ["import", "-l", format, "--format", format, "--sections", "column", file]
      #expect(try program.run(words).status == .code(0))
      for (order, expected) in [
        ("revision", ["mail", "db", "web"]), ("section", ["db", "mail", "web"]),
        ("id", ["mail", "web", "db"]),
      ] {
        let words = ["show", "-l", format, "--sections", "none", "--format", "names"]
        #expect(try output(words + ["--order", order]).sorted() == expected.sorted())
        if order != "id" { #expect(try output(words + ["--order", order]) == expected) }
      }
      // The titles of the list's columns stay.
      let again = ["import", "-l", "t", "--format", format, file]
      #expect(try program.run(again).status == .code(0))
      #expect(
        try output([
          "show", "-l", "t", "--sections", "none", "--format", "names", "--order", "team",
        ])
          == ["db", "mail", "web"])
    }
  }

  @Test func aColumnThatBecameTheSectionStillOrders() throws {
    try program.environment.home.write("name,team\na,x\nb,w\n", to: "rows.csv")
    func add(_ words: String...) throws {
      let all = ["import", "-l", "t", "--mirror", "--csv"] + words + ["rows.csv"]
      #expect(try program.run(all).status == .code(0))
    }
    let words = ["show", "-l", "t", "--sections", "none", "--format", "names", "--order", "team"]
    try add()
    #expect(try output(words) == ["b", "a"])
    try add("--section-column", "team")
    #expect(try output(words) == ["b", "a"])
    try program.environment.home.write("name,team\na,v\nb,w\n", to: "rows.csv")
    try add("--section-column", "team")
    #expect(try output(words) == ["a", "b"])
    try add()
    #expect(try output(words) == ["a", "b"])
  }

  @Test func aSnapshotKeepsTheOrder() throws {
    let count = 12_000
    let lines = (0..<count).map { "row \($0),\($0 * 7_919 % count)" }
    let file = try program.environment.home.write(lines.joined(separator: "\n"), to: "many")
    let words = ["import", "-l", "t", "--delimiter", ",", "--revision-column", "2"]
    #expect(try program.run(words + [file]).status == .code(0))
    let order = ["-l", "t", "--order", "2"]
    #expect(try program.run(["--refresh-snapshot"] + order).status == .code(0))
    let showing = ["show"] + order + ["--format", "names"]
    let first = try output(showing + ["--limit", "2"])
    #expect(first[0] == "row 0")
    try program.environment.home.write("row 0,99999999\nrow 1,-1\nnew,-5\n", to: "few")
    #expect(try program.run(words + ["few"]).status == .code(0))
    #expect(try output(showing + ["--limit", "2"]) == ["new", "row 1"])
    #expect(try output(showing).last == "row 0")
  }
}

extension TerminalSession {
  /// The first words of the rows above the rule, without the symbols before them.
  fileprivate var namesShown: [String] {
    screen.rows.dropLast(3).compactMap { row in
      row.drop { !$0.isLetter }.split(separator: " ").first.map(String.init)
    }
  }

  fileprivate func leave(from command: String) {
    switch command {
    case "review": send("q")
    case "pick": send(Key.controlG)
    default: return leave()
    }
    _ = waitForExit()
  }
}
