import TestSupport
import Testing

/// Edits of rows from a source, which are stored by the source's IDs.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct SourceEditTests {
  fileprivate let feed: Feed

  init() throws {
    feed = try Feed()
  }

  @Test func rowsWithTheSameNameAreDecidedSeparately() throws {
    try feed.publish(
      #"{"id":1,"name":"Fix typo","detail":"in the README"}"#,
      #"{"id":2,"name":"Fix typo","detail":"in the manual"}"#, #"{"id":3,"name":"Add tests"}"#)
    let session = try feed.browse()
    session.wait {
      $0.contains("Fix typo  in the README") && $0.contains("Fix typo  in the manual")
    }
    session.enter(":dead #3", "Fix typo decided: dead")
    session.leave()
    #expect(
      try feed.printed("--format", "ndjson").map(\.undated) == [
        #"{"section":"F","name":"Fix typo","id":"1","source":"…","class":"open","detail":"in the README"}"#,
        #"{"section":"F","name":"Fix typo","id":"2","source":"…","class":"dead","verdict":"dead","detail":"in the manual"}"#,
        #"{"section":"A","name":"Add tests","id":"3","source":"…","class":"open"}"#,
      ])
    #expect(
      try feed.program.run("show", "-l", feed.address, "--format", "names").output == "Fix typo\n")
    #expect(
      try feed.program.run("show", "-l", feed.address, "--format", "ndjson").output.undated
        == #"{"section":"F","name":"Fix typo","id":"2","source":"…","class":"dead","verdict":"dead"}"#
        + "\n")
    #expect(
      try feed.printed("--format", "json", "-q", "add")[0].undated.hasSuffix(
        #""rows":[{"name":"Add tests","id":"3","source":"…","class":"open"}]}]}"#)
    )
  }

  @Test func aRowRenamedByItsSourceKeepsItsFlags() throws {
    try feed.publish(#"{"id":1,"name":"wip"}"#, #"{"id":2,"name":"other"}"#)
    let session = try feed.browse()
    session.wait { $0.contains("wip") }
    session.enter(":dead wip", "wip decided: dead")
    session.leave()
    try feed.publish(#"{"id":2,"name":"wip"}"#, #"{"id":1,"name":"Search in all lists"}"#)
    #expect(try feed.printed("--dead") == ["Search in all lists"])
    let later = try feed.browse()
    later.waitForStatus("1 dead")
    later.enter(":like Search in all lists", "liked")
    later.leave()
    #expect(
      try feed.program.run("show", "-l", feed.address, "--format", "csv").output.undated
        .replacing(/[0-9a-f]{16}/, with: "…")
        == "section,name,id,class,verdict,changed,earlier,liked,note,until,decidedAt,decidedBy,decidedRevision,revision,detail,source,sectionOfColumn\r\n"
        + "S,Search in all lists,1,dead,dead,,,true,,,,,,,,…,\r\n")
  }

  @Test(arguments: ["csv", "ndjson"])
  func anExportedRowKeepsItsSourceInAnotherList(format: String) throws {
    try feed.publish(#"{"id":1,"name":"wip"}"#, #"{"id":2,"name":"wip"}"#)
    let session = try feed.browse()
    session.wait { $0.contains("wip") }
    session.enter(":dead #2", "wip decided: dead")
    session.leave()
    let all = try feed.program.run("show", "-l", feed.address, "--format", format).output
    let run = try feed.program.run(
      "import", "--list", "copy", "--format", format, "-", input: .text(all))
    #expect(run.status == .code(0))
    #expect(
      try feed.program.run("show", "--list", "copy", "--format", format).output == all)
    let dead = try feed.printed("--list", "copy", "--dead", "--format", "ndjson")
    #expect(dead.count == 1 && dead[0].contains(#""id":"2""#))
  }

  @Test func aDroppedRowStaysHiddenUntilUndone() throws {
    try feed.publish(#"{"id":1,"name":"Arya"}"#, #"{"id":2,"name":"Bran"}"#, #""Cersei""#)
    let session = try feed.browse()
    session.wait { $0.contains("Bran") }
    session.send(":drop Bran" + Key.enter)
    session.wait { !$0.row(3).contains("Bran") && $0.contains("Bran dropped; C-x u to undo") }
    session.enter(":drop Cersei", "Cersei dropped")
    session.leave()
    #expect(try feed.printed() == ["Arya"])
    #expect(
      try feed.printed("--format", "csv").map { $0.replacing(/[0-9a-f]{16}/, with: "…") } == [
        "section,name,id,class,verdict,changed,earlier,liked,note,until,decidedAt,decidedBy,decidedRevision,revision,detail,source,sectionOfColumn",
        "A,Arya,1,open,,,,,,,,,,,,…,",
      ])
    #expect(
      try feed.program.run("show", "--format", "sections", "-l", feed.address).status == .code(1))
    #expect(try feed.program.run("undo", "-l", feed.address).status == .code(0))
    #expect(try feed.printed() == ["Arya", "Cersei"])
    let later = try feed.browse()
    later.waitForStatus("all 2 rows")
    later.send(Key.controlX + "u")
    later.waitForStatus(", Bran? [y,n]")
    later.send("y")
    later.waitForStatus("undone: dropped, Bran")
    later.waitForStatus("all 3 rows")
    later.leave()
  }

  @Test func aReopenedRowStaysOpenThoughTheSourceSaysDead() throws {
    try feed.publish(#"{"name":"Arya","dead":true}"#, #"{"id":7,"name":"Bran","dead":true}"#)
    let session = try feed.browse()
    session.waitForStatus("2 dead")
    session.enter(":reopen Arya", "Arya is open again")
    session.enter(":reopen Bran", "Bran is open again")
    session.leave()
    #expect(try feed.printed("--not-dead") == ["Arya", "Bran"])
    let later = try feed.browse()
    later.wait { $0.contains("Bran") }
    later.waitForStatus("all 2 rows")
    #expect(!later.screen.rows.contains { $0.contains("dead") })
    later.leave()
  }

  @Test func rowsWithTheSameNameAreEditedSeparatelyInAList() throws {
    try feed.publish(#"{"id":1,"name":"Arya"}"#)
    let program = feed.program
    _ = try program.run("add", "-l", feed.address, "Arya")
    let session = try feed.browse()
    session.wait { $0.contains("Arya") }
    session.enter(":like Arya", "liked")
    session.leave()
    #expect(
      try program.run("show", "-l", feed.address, "--format", "names").output == "Arya\nArya\n")
    let kept = try program.open("-l", feed.address, rows: 12)
    kept.waitForStatus("2 of 2")
    kept.send(Key.down + Key.alt("x"))
    kept.waitForStatus("1 of 2 decided")
    kept.leave()
    let csv = try program.run("show", "-l", feed.address, "--format", "csv").output
    #expect(csv.contains("\r\nA,Arya,,dead,dead,"))
    #expect(csv.contains("\r\nA,Arya,1,open,,,,true,"))
    _ = try program.run("reopen", "-l", feed.address, "--every", "Arya")
    #expect(
      try program.run("show", "--format", "sections", "-l", feed.address, "--dead").status
        == .code(1))
  }

  @Test func aSlowSourceTimesOut() throws {
    try feed.publish((1...5).map { "\"Row \($0)\"" })
    let run = try feed.run("--from", "slow:\(feed.file)", "--time-limit", "1")
    #expect(run.output == "Row 1\nRow 2\nRow 3\n")
    #expect(run.error == "targets: stopped after 1 s; --time-limit sets a longer limit\n")
    #expect(run.status == .code(2))
  }
}

extension SourceEditTests {
  @Test func aRecipeReadsAHelperToItsEnd() throws {
    try feed.publish((1...5).map { #"{"id":\#($0),"name":"row \#($0)","revision":"a"}"# })
    let recipe = "--from \(feed.address)\n--on dead echo {id} {revision}\n"
    try feed.program.environment.home.write(recipe, to: "feed.recipe")
    #expect(try feed.run("new", "mine", "--recipe", "./feed.recipe").status == .code(0))
    let first = try feed.run("refresh", "-l", "mine")
    #expect(first.error == "refresh: 5 new, 0 gone, 0 changed, 0 unchanged\n", "\(first.error)")
    #expect(try feed.run("dead", "-l", "mine", "row 2", "row 3").status == .code(0))
    // A row that has changed is left alone; a row that no longer exists is dropped.
    try feed.publish(
      (1...4).map { #"{"id":\#($0),"name":"row \#($0)","revision":"\#($0 == 2 ? "b" : "a")"}"# })
    let run = try feed.run("run", "-l", "mine", "--dead", "--refresh")
    #expect(run.output == "3 a\n", "\(run.error)")
    #expect(run.error.hasPrefix("refresh: 0 new, 1 gone, 1 changed, 3 unchanged\n"))
    #expect(run.error.contains("skipped: 1 changed since they were decided"))
    // A page that cannot be read changes nothing.
    try feed.publish((1...3).map { #"{"id":\#($0),"name":"row \#($0)"}"# } + ["nonsense"])
    let failed = try feed.run("refresh", "-l", "mine")
    #expect(failed.status == .code(2) && failed.output == "", "\(failed.output)")
    #expect(failed.error.split(separator: "\n").count == 1, "\(failed.error)")
    #expect(try feed.run("show", "-l", "mine").output == "row 1\nrow 2\nrow 3\nrow 4\n")
  }

  @Test func aHelperOfARecipeIsStartedOnlyOnceItIsApproved() throws {
    try feed.publish(#"{"id":1,"name":"a"}"#)
    #expect(try feed.run("new", "mine").status == .code(0))
    #expect(try feed.run("recipe", "-l", "mine", "--set", "from", feed.address).status == .code(0))
    let other = try ProgramRun(
      feed.program.path, ["refresh", "-l", "mine"],
      environment: feed.environment.setting(["XDG_STATE_HOME": "/nowhere"]))
    #expect(other.error.contains("the recipe of mine is not approved"), "\(other.error)")
    #expect(try feed.run("refresh", "-l", "mine").error.hasPrefix("refresh: 1 new"))
    for (option, value, reason) in [
      ("source", "cat x", "--source cannot be combined with --from"),
      ("delimiter", ",", "--delimiter cannot be combined with --from"),
      ("from", "xyz", "--from takes SCHEME:…, as in https://… or demo:, not “xyz”"),
    ] {
      let run = try feed.run("recipe", "-l", "mine", "--set", option, value)
      #expect(run.status == .code(2) && run.error.contains(reason), "\(run.error)")
    }
    let alone = try feed.run("recipe", "-l", "other", "--set", "name-field", "a.b")
    #expect(alone.status == .code(2), "\(alone.error)")
  }
}

/// A source that returns the lines of a file as rows, three at a time.
struct Feed {
  let program: Program
  let environment: ProgramEnvironment
  let file: String

  /// The address of the source, and of its list.
  var address: String { "feed:\(file)" }

  init() throws {
    program = try Program()
    let home = program.environment.home
    file = home.path("rows")
    environment = program.environment.setting(["PATH": home.path("bin") + ":/usr/bin:/bin"])
    for (scheme, otherPages) in [("feed", ""), ("slow", #"[ "$start" = 1 ] || read -r never"#)] {
      let draft = try home.write(
        """
        #!/bin/sh
        member() { printf '%s' "$line" | sed -n "s/.*\\"$1\\":\\"\\{0,1\\}\\([^\\",}]*\\).*/\\1/p"; }
        while IFS= read -r line; do
          case $line in *'"open"'*) file=$(member open) file=${file#*:} ;; *'"limit"'*)
            start=$(member cursor) start=${start:-1} end=$((start + 2)) id=$(member id) next=
            \(otherPages)
            rows=$(sed -n "${start},${end}p" "$file" | paste -s -d , -)
            [ -n "$(sed -n "$((end + 1))p" "$file")" ] && next=",\\"next\\":\\"$((end + 1))\\""
            printf '{"id":%s,"rows":[%s]%s}\\n' "$id" "$rows" "$next" ;;
          esac
        done
        """, to: "bin/draft")
      _ = try ProgramRun(
        "/usr/bin/install", ["-m", "755", draft, home.path("bin/targets-from-\(scheme)")])
    }
  }

  /// Sets the rows, each in JSON.
  func publish(_ rows: String...) throws { try publish(rows) }

  func publish(_ rows: [String]) throws {
    _ = try program.environment.home.write(rows.joined(separator: "\n") + "\n", to: "rows")
  }

  func run(_ arguments: String...) throws -> ProgramRun { try run(arguments) }

  private func run(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun(program.path, arguments, environment: environment)
  }

  /// The lines that are printed for the rows.
  func printed(_ arguments: String...) throws -> [String] {
    let run = try run(["--from", "feed:\(file)"] + arguments)
    #expect(run.error == "")
    return run.output.split(whereSeparator: \.isNewline).map(String.init)
  }

  func browse() throws -> TerminalSession {
    try TerminalSession(
      program.path, ["--from", "feed:\(file)"], environment: environment,
      directory: environment.home.path, standardInput: .terminal, standardOutput: .terminal,
      rows: 12, columns: 80)
  }
}
