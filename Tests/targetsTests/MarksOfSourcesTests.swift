import TestSupport
import Testing

/// Marks belong to a row: a row of another source with the same name does not get them.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct MarksOfSourcesTests {
  private let program: Program
  private let names: [String]

  private static let one = "demo:rows=4,seed=1,delay=0"
  private static let marks = ["dead", "ok", "like", "snooze", "note"]

  /// The four rows of a source with IDs: dead, ok, liked and snoozed.
  init() throws {
    program = try Program()
    let run = try program.run("--from", Self.one, "--format", "names")
    names = run.output.split(separator: "\n").map(String.init)
    let session = try program.open("--from", Self.one)
    session.wait { [names] screen in names.allSatisfy { screen.contains($0) } }
    session.enter(":dead \(names[0])", "decided: dead")
    session.enter(":ok \(names[1])", "ok")
    session.enter(":like \(names[2])", "liked")
    session.enter(":snooze 30d \(names[3])", "snoozed")
    session.leave()
  }

  private func decisions(_ arguments: [String], _ input: String? = nil) throws -> Set<String> {
    let run = try ProgramRun(
      program.path, arguments + ["--format", "ndjson"], input: input.map { .text($0) } ?? .empty,
      environment: program.environment, directory: program.environment.home.path)
    #expect(run.status == .code(0), "\(arguments): \(run.error)")
    return Set(
      run.output.split(separator: "\n").map { line in
        let decision = line.firstMatch(of: /"class":"(\w+)"/)?.1 ?? ""
        let isSnoozed = line.contains("\"until\"") ? " snoozed" : ""
        return (line.contains("\"liked\":true") ? "liked " : "") + decision + isSnoozed
      })
  }

  /// The same names in a pipe, in a file, as rows with IDs in a table, and as rows of other sources.
  private func others() throws -> [(arguments: [String], input: String?)] {
    let lines = names.map { $0 + "\n" }.joined()
    let file = try program.environment.home.write(lines, to: "names")
    let table = "id,name\n" + names.enumerated().map { "\($0),\($1)\n" }.joined()
    let columns = ["--csv", "--name-column", "name", "--id-column", "id"]
    return [
      ([], lines), ([file], nil), (columns, table),
      (["--from", "demo:rows=4,seed=1,delay=0,page=9"], nil),
    ]
  }

  @Test func marksApplyToTheirOwnSource() throws {
    #expect(
      try decisions(["--from", Self.one]) == ["dead", "ok", "liked open", "open snoozed"])
  }

  @Test func marksDoNotApplyToPrintedRowsOfOtherSources() throws {
    for (arguments, input) in try others() {
      #expect(try decisions(arguments, input) == ["open"], "\(arguments)")
      for list in [["--list", "./default"], ["--store", program.store]] {
        for query in list[0] == "--store" ? [[]] : [[], ["-f", ""]] {
          #expect(try decisions(query + list + arguments, input) == ["open"], "\(arguments)")
        }
      }
      guard !arguments.contains("--from") else { continue }
      let inputs = arguments.last == nil || input != nil ? ["--input", "-"] : ["--input"]
      #expect(
        try decisions(["show", "--format", "sections"] + inputs + arguments, input) == ["open"],
        "\(arguments)")
    }
  }

  @Test func marksDoNotApplyToOpenRowsOfOtherSources() throws {
    for (arguments, input) in try others() {
      for mode in [[], ["pick", "--list", "./default"], ["--plain"]] {
        let isPicker = mode.first == "pick"
        let session = try program.open(
          mode + arguments, input: input.map { .text($0) } ?? .terminal,
          output: isPicker ? .pipe : .terminal, oracle: mode == ["--plain"] ? .plain : .screen)
        if mode == ["--plain"] {
          session.wait { $0.contains("4 rows") || $0.contains("4 loaded") || $0.contains("rows") }
          session.send(Key.enter)
        }
        session.wait { [names] screen in names.allSatisfy { screen.contains($0) } }
        session.wait { !$0.contains("loading") }
        #expect(
          !session.screen.rows.contains { row in
            row.contains("†") || row.contains("✓") || row.contains("♥") || row.contains(" z ")
          }, "\(mode) \(arguments): \(session.screen.rows)")
        session.send(isPicker ? Key.controlC : Key.controlD)
        session.expectEnd(.code(isPicker ? 130 : 0))
      }
    }
  }

  /// Nor does a row with an ID get the marks of a name without one.
  @Test(arguments: marks)
  func marksOfANameDoNotApplyToRowsWithIDs(mark: String) throws {
    let other = try Program()
    for name in names {
      let more = mark == "snooze" ? ["--for", "30d"] : mark == "note" ? ["text"] : []
      let run = try ProgramRun(
        other.path, [mark, "--add"] + (mark == "note" ? [name] + more : more + [name]),
        environment: other.environment)
      #expect(run.status == .code(0), "\(run.error)")
    }
    let run = try other.run("--from", Self.one, "--format", "ndjson")
    #expect(!run.output.contains("\"liked\":true") && !run.output.contains("\"note\""))
    #expect(!run.output.contains("\"until\""))
    #expect(run.output.matches(of: /"class":"open"/).count == 4, "\(run.output)")
  }
}
