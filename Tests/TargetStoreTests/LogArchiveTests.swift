import Glibc
import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// Archiving removes entries from the log that rows, undo and the check of the store do not need.
@Suite(.onEachEngine, .inTurn)
struct LogArchiveTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  private var list: ListName { fixture.list }

  /// A moment after all entries.
  private let future = Moment(microseconds: 4_000_000_000_000_000)

  /// A run by Ann that keeps one edit for undo.
  private func open() async throws -> TargetStore {
    try await fixture.open(author: "Ann", stepsKept: 1)
  }

  /// Archives every entry that can be archived, and returns them; `nil` if there are none.
  @discardableResult
  private func archive(
    _ store: TargetStore, before moment: Moment? = nil, limit: Int = 10_000
  ) async throws -> [LogEntry]? {
    let moment = moment ?? future
    guard let plan = try await store.archivePlan(of: list, before: moment), !plan.isEmpty else {
      return nil
    }
    let entries = try await store.entries(of: plan, in: list, limit: limit)
    let summary = ArchiveSummary(
      file: "old.ndjson", checksum: "0123456789abcdef", entryCount: entries.count)
    #expect(try await store.archive(plan, of: list, before: moment, summary))
    return entries
  }

  private func log(_ store: TargetStore, _ texts: String...) async throws -> [LogEntry] {
    try await store.log(of: list, LogRequest(names: names(texts), limit: 1_000))
  }

  private func kinds(_ entries: [LogEntry]?) -> [String] {
    (entries ?? []).map { "\($0.number) \($0.kind)" }
  }

  private func troubles() async throws -> [String] { try await fixture.open().check().troubles }

  @Test func entriesOfPresentDecisionsStayAndOthersAreArchived() async throws {
    let store = try await open()
    _ = try await store.importNames(NameBatch(["a", "b", "c"]), into: list, checksum: "77")  // 1
    _ = try await store.apply(Edit(.dead, names("a")), to: list)  // 2
    _ = try await store.apply(Edit(.reopen, names("a")), to: list)  // 3
    _ = try await store.apply(Edit(.dead, names("b"), note: Note("why")), to: list)  // 4
    _ = try await store.apply(Edit(.ok, names("c")), to: list)  // 5
    _ = try await store.apply(Edit(.dead, names("c")), to: list)  // 6
    _ = try await store.apply(Edit(.add, names("d")), to: list)  // 7
    let before = try await store.remarks(in: list)
    let entries = try await archive(store)
    #expect(kinds(entries) == ["5 ok", "3 reopened", "2 dead", "1 added"])
    #expect(entries?.last?.checksum == "77")
    let log = try await log(store)
    #expect(kinds(log) == ["8 archived", "7 added", "6 dead", "4 dead"])
    #expect(log[0].count == 4 && log[0].checksum == "0123456789abcdef" && log[0].author == "Ann")
    #expect(log[0].note?.text == "before \(future), in old.ndjson")
    #expect(try await troubles() == [])
    #expect(try await store.remarks(in: list) == before)
    #expect(before[try Name("b")]?.decidedBy == "Ann")
    #expect(kinds(try await self.log(store, "b")) == ["4 dead"])
    #expect(try await self.log(store, "a").isEmpty)
    #expect(try await archive(store) == nil)
  }

  @Test func entriesOfPresentMarksAndTheRecipeStay() async throws {
    let store = try await open()
    _ = try await store.importNames(NameBatch(["a", "b"]), into: list)  // 1
    _ = try await store.setRecipe("--order name\n", of: list)  // 2
    _ = try await store.setRecipe("--tac\n", of: list, replacing: "--order name\n")  // 3
    _ = try await store.apply(Edit(.like, names("a")), to: list)  // 4
    _ = try await store.apply(Edit(.dead, names("a"), note: Note("first")), to: list)  // 5
    _ = try await store.apply(Edit(.reopen, names("a")), to: list)  // 6
    _ = try await store.apply(Edit(.dead, names("a"), note: Note("why")), to: list)  // 7
    _ = try await store.apply(Edit(.reopen, names("a")), to: list)  // 8
    _ = try await store.apply(Edit(.add, names("c")), to: list)  // 9
    #expect(kinds(try await archive(store)) == ["6 reopened", "5 dead", "2 recipe", "1 added"])
    #expect(try await troubles() == [])
  }

  @Test func newerEntriesStay() async throws {
    let store = try await open()
    for action in [.dead, .reopen, .ok, .reopen] as [Edit.Action] {
      try await fixture.edit(action, "a")
    }
    #expect(try await archive(store, before: Moment(microseconds: 0)) == nil)
    // The third event has the time of a wrong clock, so the events after it stay as well.
    try fixture.execute("UPDATE event SET at = 5000000000000000 WHERE number = 3")
    try await fixture.edit(.like, "b")
    #expect(kinds(try await archive(store)) == ["2 reopened", "1 dead"])
    // The clock was that of this test: the entry is not as it was stored.
    #expect(try await troubles().allSatisfy { $0.contains("is not as it was stored") })
  }

  /// An undo restores the previous decision with its time and author, so its entry must stay in the log.
  @Test func entriesThatUndoRestoresStay() async throws {
    let (ann, bob) = (try await open(), try fixture.open(author: "Bob"))
    _ = try await ann.apply(Edit(.dead, names("a"), addsUnknown: true), to: list)
    _ = try await ann.apply(Edit(.like, names("b"), addsUnknown: true), to: list)
    _ = try await ann.apply(Edit(.unlike, names("b")), to: list)
    _ = try await bob.apply(Edit(.ok, names("a")), to: list)
    #expect(kinds(try await archive(ann)) == ["3 unliked", "2 liked"])
    #expect(try await bob.undo(in: list)?.changes.map(\.after) == [.dead])
    #expect(try await bob.remarks(in: list)[try Name("a")]?.decidedBy == "Ann")
    #expect(try await troubles() == [])
    #expect(try await bob.redo(in: list)?.changes.map(\.after) == [.ok])
    #expect(try await troubles() == [])
    #expect(try await bob.undo(in: list) != nil)
    // An archive cannot be undone.
    #expect(try await archive(ann) == nil)
    #expect(try await fixture.open(author: "Ann").undo(in: list) == nil)
    #expect(
      kinds(try await log(ann)).prefix(4) == ["8 undone", "7 redone", "6 undone", "5 archived"])
  }

  @Test func anUndoAndItsEventAreArchivedTogether() async throws {
    let store = try await open()
    _ = try await store.apply(Edit(.add, names("a", "b")), to: list)  // 1
    _ = try await store.apply(Edit(.dead, names("a")), to: list)  // 2
    _ = try await store.undo(in: list)  // 3
    _ = try await store.redo(in: list)  // 4
    #expect(try await archive(store).map { kinds($0) } == ["1 added", "1 added"])
    _ = try await store.undo(in: list)  // 6
    _ = try await store.apply(Edit(.like, names("b")), to: list)  // 7
    let entries = try await archive(store)
    #expect(kinds(entries) == ["6 undone", "4 redone", "3 undone", "2 dead"])
    #expect(entries?.map(\.undoneBy) == [nil, nil, 4, 6])
    #expect(entries?.map(\.row?.key) == ["=a", "=a", "=a", "=a"])
    #expect(try await troubles() == [])
  }

  /// A reopened row must not look decided because other rows of the same edit are.
  @Test func theLastEntryOfARowStaysWhileAnEarlierOneDoes() async throws {
    let store = try await open()
    _ = try await store.apply(Edit(.dead, names("a", "b"), addsUnknown: true), to: list)  // 1
    _ = try await store.apply(Edit(.reopen, names("b")), to: list)  // 2
    _ = try await store.apply(Edit(.ok, names("c"), addsUnknown: true), to: list)  // 3
    _ = try await store.apply(Edit(.reopen, names("c")), to: list)  // 4
    _ = try await store.apply(Edit(.add, names("d")), to: list)  // 5
    #expect(kinds(try await archive(store)) == ["4 reopened", "3 ok"])
    #expect(try await troubles() == [])
    _ = try await store.apply(Edit(.ok, names("a")), to: list)
    _ = try await store.apply(Edit(.add, names("e")), to: list)
    #expect(kinds(try await archive(store)) == ["5 added", "2 reopened", "1 dead", "1 dead"])
    #expect(try await troubles() == [])
  }

  @Test func anotherArchiveKeepsTheFirstOnesEntry() async throws {
    let store = try await open()
    for _ in 0..<3 {
      for action in [.dead, .reopen] as [Edit.Action] { try await fixture.edit(action, "a") }
      try await fixture.edit(.add, "b")
      try await fixture.edit(.drop, "b")
      _ = try await archive(store)
    }
    #expect(try await log(store).filter { $0.kind == .archived }.count == 3)
    #expect(try await troubles() == [])
  }

  @Test func theLastMirrorStays() async throws {
    let store = try await open()
    for names in [["a", "b"], ["b", "c"]] {
      _ = try await store.mirror(NameBatch(names), into: list, checksum: "1")
    }
    _ = try await store.apply(Edit(.add, names("d")), to: list)
    let mirrored = try await store.lastMirror(of: list)
    let entries = try await archive(store)
    #expect(entries?.map(\.number) == [1] && entries?[0].count == 2)
    #expect(try await store.lastMirror(of: list) == mirrored && mirrored != nil)
    _ = try await store.mirror(NameBatch(["b", "c", "d"]), into: list, checksum: "2")
    _ = try await store.mirror(NameBatch(["b", "c"]), into: list, checksum: "3")
    _ = try await store.apply(Edit(.add, names("e")), to: list)
    // A mirror that changed nothing is archived as well, because its checksum shows the content of
    // the source.
    let later = try await archive(store)
    #expect(later?.map(\.checksum) == ["2", nil, "1", "1"])
    #expect(later?[0].count == 0)
    #expect(try await troubles() == [])
  }

  // MARK: The check

  @Test(arguments: [
    "UPDATE row SET verdict = NULL WHERE key = '=b'", "UPDATE row SET note = 'x' WHERE key = '=b'",
    "UPDATE row SET verdict = 'ok' WHERE key = '=b'", "UPDATE row SET liked = 1 WHERE key = '=a'",
    "UPDATE row SET verdict = 'dead', decided = 2 WHERE key = '=a'",
    "DELETE FROM row WHERE key = '=b'", "DELETE FROM fact WHERE number = 4",
    "DELETE FROM fact WHERE number = 4; DELETE FROM event WHERE number = 4",
    "DELETE FROM event WHERE kind = 'archive'", "UPDATE event SET gone = 2 WHERE kind = 'archive'",
    "UPDATE row SET decided = 2 WHERE key = '=b'; UPDATE fact SET after_decided = 2",
  ])
  func manualChangesAreDetectedAfterAnArchive(change: String) async throws {
    let store = try await open()
    for (action, text) in [(.add, "a"), (.dead, "a"), (.reopen, "a"), (.dead, "b"), (.add, "c")]
      as [(Edit.Action, String)]
    {
      try await fixture.edit(action, text)
    }
    #expect(kinds(try await archive(store)) == ["3 reopened", "2 dead", "1 added"])
    #expect(try await troubles() == [])
    for statement in change.split(separator: ";") { try fixture.execute(String(statement)) }
    let troubles = try await troubles()
    #expect(!troubles.isEmpty)
    for trouble in troubles { #expect(!trouble.contains("\n")) }
  }

  // MARK: Others

  @Test func anOutdatedPlanChangesNothing() async throws {
    let store = try await open()
    for action in [.dead, .reopen, .dead, .reopen] as [Edit.Action] {
      try await fixture.edit(action, "a")
    }
    try await fixture.edit(.add, "b")
    let plan = try #require(try await store.archivePlan(of: list, before: future))
    let summary = ArchiveSummary(file: "f", checksum: "c", entryCount: 4)
    #expect(try await archive(fixture.open()) != nil)
    let log = try await log(store)
    #expect(try await !store.archive(plan, of: list, before: future, summary))
    #expect(try await self.log(store) == log)
    #expect(try await store.delete(list))
    try await fixture.edit(.add, "b")
    #expect(try await !store.archive(plan, of: list, before: future, summary))
    #expect(try await troubles() == [])
  }

  /// A concurrent edit neither delays the archiving nor is lost.
  @Test func concurrentEditsAreKept() async throws {
    let store = try await open()
    for action in [.dead, .reopen, .dead, .reopen] as [Edit.Action] {
      try await fixture.edit(action, "a")
    }
    try await fixture.edit(.add, "b")
    let plan = try #require(try await store.archivePlan(of: list, before: future))
    for action in [.dead, .reopen, .ok] as [Edit.Action] { try await fixture.edit(action, "a") }
    let summary = ArchiveSummary(file: "f", checksum: "c", entryCount: 4)
    #expect(try await store.archive(plan, of: list, before: future, summary))
    #expect(try await log(store).map(\.number) == [9, 8, 7, 6, 5])
    #expect(try await store.contents(of: list) == ["a": .ok, "b": []])
    #expect(try await troubles() == [])
  }

  @Test func followersFromBeforeTheArchiveReadTheListAgain() async throws {
    let store = try await open()
    try await fixture.edit(.dead, "a")
    let early = try await store.mark(of: list)
    for action in [.reopen, .dead, .reopen] as [Edit.Action] { try await fixture.edit(action, "a") }
    try await fixture.edit(.add, "b")
    let late = try await store.mark(of: list)
    _ = try await archive(store)
    #expect(try await store.changes(of: list, since: early) == nil)
    let now = try await store.mark(of: list)
    #expect(
      try await store.changes(of: list, since: late) == ListNews(changes: [], mark: now))
  }

  @Test func theRowsAreCopiedWithTheirDecisions() async throws {
    let store = try await open()
    for action in [.ok, .reopen, .dead] as [Edit.Action] {
      _ = try await store.apply(Edit(action, names("a"), addsUnknown: true), to: list)
    }
    _ = try await store.apply(Edit(.add, names("b")), to: list)
    _ = try await archive(store)
    let other = try TargetStore(path: fixture.directory.path("other.db"))
    _ = try await store.copy(to: other)
    #expect(try await other.contents(of: list) == ["a": .dead, "b": []])
    #expect(try await other.remarks(in: list)[try Name("a")]?.decidedBy == "Ann")
    #expect(try await other.check().troubles == [])
  }

  @Test(arguments: [1, 7, 10_000])
  func aThousandRowsAreReadPageByPage(limit: Int) async throws {
    let texts = (0..<1_000).map { "name \($0)" }
    let store = try await open()
    _ = try await store.importNames(NameBatch(texts), into: list)
    let count = limit == 1 ? 20 : 1_000
    for action in [.dead, .reopen] as [Edit.Action] {
      _ = try await store.apply(Edit(action, names(Array(texts.prefix(count)))), to: list)
    }
    _ = try await store.apply(Edit(.dead, names(Array(texts.prefix(1)))), to: list)
    _ = try await store.apply(Edit(.add, names("last")), to: list)
    let entries = try #require(try await archive(store, limit: limit))
    #expect(entries.count == 2 * count + 1)
    #expect(Set(entries.map { "\($0.number) \($0.row?.key ?? "")" }).count == entries.count)
    #expect(try await troubles() == [])
  }

  /// Killed at each write and sync: either the whole archive is stored, or nothing.
  @Test(.onFilesOnly) func ifKilledEverythingIsArchivedOrNothing() async throws {
    let store = try await open()
    for action in [.dead, .reopen, .dead, .reopen] as [Edit.Action] {
      try await fixture.edit(action, "a")
    }
    try await fixture.edit(.add, "b")
    let all = try await log(store)
    let before = try fixture.bytes()
    var number = 1
    var isDone = false
    while !isDone {
      for file in try fixture.files() { unlink(fixture.directory.path(file)) }
      try fixture.directory.write(before, to: "targets.db")
      let run = try ProgramRun(
        Executable.path(named: "store-writer"),
        [fixture.path, "default", "f", "1", "import=archive", "killed-at=\(number)"])
      isDone = run.status == .code(0)
      let left = try await log(fixture.open())
      #expect(
        left == all && !isDone || left.map(\.kind) == [.archived, .added], "\(number)")
      #expect(try await troubles() == [], "\(number)")
      number += 1
    }
    #expect(number > 5)
  }
}

extension TargetStore {
  /// The entries of a plan, read in pages of `limit`.
  func entries(
    of plan: ArchivePlan, in list: ListName, limit: Int = 10_000
  ) throws(StoreError) -> [LogEntry] {
    var entries: [LogEntry] = []
    var cursor: LogRequest.Cursor?
    repeat {
      let page = try archivedPage(of: list, plan, after: cursor, limit: limit)
      entries += page.entries
      cursor = page.next
    } while cursor != nil
    return entries
  }
}
