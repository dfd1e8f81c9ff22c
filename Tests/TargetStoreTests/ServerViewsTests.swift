import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// The views that `psql` reads: text and timestamps.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ServerViewsTests {
  private let lent: LentStore
  private let store: TargetStore
  private var list: ListName { lent.list }

  init() throws {
    lent = try LentStore()
    store = try TargetStore(path: lent.address, author: { "ann" })
  }

  private func query(_ sql: String) throws -> [String] {
    try lent.cluster.query("SET TIME ZONE 'UTC'; \(sql)", in: lent.database)
      .split(separator: "\n").map { String($0) }
  }

  @Test func rowsHaveTheirDecisionsAndMarks() async throws {
    var rows = NameBatch()
    rows.append(
      try Name("cafe\u{301}").known(by: "4 2", in: "id"), section: "west", revision: "r1")
    rows.append(try Name("b"))
    rows.append(try Name("c"))
    _ = try await store.importNames(rows, into: list)
    let one = try Name("cafe\u{301}").known(by: "4 2", in: "id")
    var edit = Edit(.dead, [one], ofSingleRows: true)
    edit.decision = try Decision(
      giving: #require(Verdict("revoke", .dead)), note: Note("why"))
    _ = try await store.apply(edit, to: list)
    _ = try await store.apply(Edit(.like, names("b")), to: list)
    let end = Moment(microseconds: 4_102_444_800_000_000)
    _ = try await store.apply(Edit(.snooze, names("b"), until: end), to: list)
    _ = try await store.apply(Edit(.drop, names("c")), to: list)

    let shown = "name, id, section, revision, counts, verdict, class, author, role, note"
    let sql = """
      SELECT list, place, \(shown), snoozed_until, liked, dropped FROM targets_store.report_row
      ORDER BY name
      """
    #expect(
      try query(sql) == [
        "default||b||||f||||||2100-01-01 00:00:00+00|t|f",
        "default||c||||f|||||||f|t",
        "default||cafe\u{301}|4%202|west|r1|t|revoke|dead|ann|postgres|why||f|f",
      ])
    let recent =
      "SELECT count(*) FROM targets_store.report_row WHERE decided_at > now() - interval '1 hour'"
    #expect(try query(recent) == ["1"])

    // The decision is then about another revision.
    var changed = NameBatch()
    changed.append(one, section: "west", revision: "r2")
    _ = try await store.mirror(changed, into: list)
    #expect(
      try query(
        """
        SELECT counts, verdict, revision, decided_revision FROM targets_store.report_row
        WHERE id IS NOT NULL
        """) == ["f|revoke|r2|r1"])
  }

  /// The views name each entry as `targets log` does.
  @Test func theLogViewEqualsTheProgramsLog() async throws {
    _ = try await store.importNames(NameBatch(["a", "b"]), into: list)
    for action in [.dead, .ok, .reopen, .like, .unlike, .drop, .add] as [Edit.Action] {
      _ = try await store.apply(Edit(action, names("a")), to: list)
    }
    _ = try await store.apply(Edit(.note, names("b"), note: Note("one\ntwo")), to: list)
    let end = Moment(microseconds: 4_102_444_800_000_000)
    _ = try await store.apply(Edit(.snooze, names("b"), until: end), to: list)
    _ = try await store.apply(Edit(.wake, names("b")), to: list)
    _ = try await store.undo(in: list)
    _ = try await store.redo(in: list)
    #expect(try await store.claim(names("a", "b"), for: "x", in: list).isEmpty)
    try await store.keep(
      [
        (Name("a"), Outcome(command: "x", status: 0)),
        (Name("b"), Outcome(command: "x", status: 3)),
      ],
      of: "x", in: list)
    _ = try await store.setRecipe("--order input", of: list)

    let told = try await store.log(of: list, LogRequest(limit: 100)).map { entry in
      let isCounted = entry.name == nil && entry.undoes == nil && entry.kind != .recipe
      let what = isCounted ? "import" : entry.verdict == nil ? entry.kind.rawValue : "decided"
      return "\(entry.number)|\(what)|\(entry.name?.text ?? "")"
    }
    let read = try query(
      "SELECT number, what, name FROM targets_store.report_log ORDER BY number DESC, name")
    #expect(read == told)
    #expect(read.count == 16)
    let whole = """
      SELECT list, place, author, role, at > now() - interval '1 hour', verdict, undoes
      FROM targets_store.report_log WHERE what IN ('decided', 'undone') ORDER BY number
      """
    #expect(
      try query(whole) == [
        "default||ann|postgres|t|dead|", "default||ann|postgres|t|ok|",
        "default||ann|postgres|t||11",
      ])
  }

  @Test func outcomesNameTheirState() async throws {
    _ = try await store.apply(Edit(.add, names("a", "b", "c")), to: list)
    #expect(try await store.claim(names("a", "b", "c"), for: "rm {}", in: list).isEmpty)
    try await store.keep(
      [
        (Name("a"), Outcome(command: "rm {}", status: 0)),
        (Name("b"), Outcome(command: "rm {}", status: 3, message: "no")),
      ], of: "rm {}", in: list)
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
    let sql = """
      SELECT list, place, name, command, state, status, message, author, present
      FROM targets_store.report_outcome ORDER BY name
      """
    #expect(
      try query(sql) == [
        "default||a|rm {}|succeeded|0||ann|f", "default||b|rm {}|failed|3|no|ann|t",
        "default||c|rm {}|claimed|||ann|t",
      ])
  }

  /// The tables were created by a program without views.
  @Test func viewsAreAddedToExistingTables() async throws {
    _ = try await store.apply(Edit(.add, names("a")), to: list)
    try lent.cluster.query(
      """
      DROP VIEW targets_store.report_row, targets_store.report_log, targets_store.report_outcome
      """, in: lent.database)
    try await store.createTables()
    #expect(try query("SELECT name FROM targets_store.report_row") == ["a"])
  }
}
