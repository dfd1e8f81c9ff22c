import ListModel
import LibraryTestSupport
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// Lists that are made to match their sources.
@Suite(.onEachEngine, .inTurn)
final class StoreMirrorTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private func mirror(
    _ store: TargetStore, _ texts: [String], isTrial: Bool = false
  ) async throws -> MirrorSummary {
    let batch = try NameBatch(texts)
    return try await store.mirror(batch, into: fixture.list, isTrial: isTrial)
  }

  @Test func aMirrorAddsNewRowsAndDropsMissingOnes() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    let wanted = ["b", "c", "d", "d", "e"]
    let expected = MirrorSummary(new: 2, gone: 1, same: 2, repeated: 1, kept: 2)
    #expect(try await mirror(store, wanted, isTrial: true) == expected)
    #expect(try await store.contents(of: fixture.list).keys.sorted() == ["a", "b", "c"])
    #expect(try await mirror(store, wanted) == expected)
    #expect(try await store.contents(of: fixture.list).keys.sorted() == ["b", "c", "d", "e"])
    let new = try await store.flags(in: fixture.list).filter { $0.value.contains(.new) }
    #expect(new.keys.map(\.text).sorted() == ["d", "e"])

    #expect(
      try await mirror(store, wanted)
        == MirrorSummary(new: 0, gone: 0, same: 4, repeated: 1, kept: 4))
    #expect(try await store.flags(in: fixture.list) == [Name("a"): .dropped])
  }

  /// The decision was about a row that has gone since; it is unknown whether this is the same one.
  @Test func aDecisionOnAReturningRowDoesNotCount() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(
      Edit(.dead, names("a"), note: try Note("why")), to: fixture.list)
    _ = try await mirror(store, ["b"])
    #expect(try await store.contents(of: fixture.list) == ["b": []])
    _ = try await mirror(store, ["a", "b"])
    let flags = try await store.flags(in: fixture.list)
    #expect(flags == [try Name("a"): [.noted, .changed]])
    let remark = try await store.remarks(on: names("a"), in: fixture.list)[try Name("a")]
    #expect(remark?.note?.text == "why" && remark?.decidedAt != nil)
    // Undoing both mirrors restores everything.
    _ = try await store.undo(in: fixture.list)
    _ = try await store.undo(in: fixture.list)
    #expect(try await store.contents(of: fixture.list) == ["a": .dead, "b": []])
  }

  /// Equal names may differ in their bytes, and a command needs those that the source has now.
  @Test func aMirroredRowHasTheBytesThatItsSourceHasNow() async throws {
    let (composed, apart) = ("caf\u{e9}", "cafe\u{301}")
    let store = try await fixture.filled(with: composed, "b")
    _ = try await store.apply(Edit(.dead, names(composed)), to: fixture.list)
    func kept() async throws -> [String] {
      try await store.names(in: fixture.list, limit: 9).names
        .map {
          $0.name.original.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
        }
    }
    let before = try await kept()
    for (text, count) in [(apart, 5), (composed, 4), (apart, 5)] {
      #expect(try await mirror(store, [text, "b"]) == MirrorSummary(same: 2, kept: 2))
      #expect(try await kept().map { $0.split(separator: " ").count } == [1, count])
    }
    // The decision is about the row, not its bytes.
    #expect(try await store.contents(of: fixture.list)[composed] == .dead)
    _ = try await store.undo(in: fixture.list)
    #expect(try await kept() == before)
  }

  @Test func aMirrorIsOneStepOfUndo() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(Edit(.ok, names("a")), to: fixture.list)
    _ = try await mirror(store, ["c"])
    _ = try await store.undo(in: fixture.list)
    #expect(try await store.contents(of: fixture.list) == ["a": .ok, "b": []])
    _ = try await store.redo(in: fixture.list)
    #expect(try await store.contents(of: fixture.list) == ["c": []])
  }

  @Test func aMirrorReportsOnlyWhatItChangedAndWhatIsNoLongerNew() async throws {
    let store = try await fixture.filled(with: "a", "b")
    func changed(since mark: ListVersion) async throws -> [String]? {
      try await store.changes(of: fixture.list, since: mark)?.changes.map(\.name.text).sorted()
    }
    let start = try await store.mark(of: fixture.list)
    _ = try await mirror(store, ["a", "b", "c", "d"])
    #expect(try await changed(since: start) == ["c", "d"])
    let second = try await store.mark(of: fixture.list)
    _ = try await mirror(store, ["a", "b", "c", "d", "e"])
    #expect(try await changed(since: second) == ["c", "d", "e"])
    #expect(try await changed(since: start) == ["c", "d", "e"])
    let third = try await store.mark(of: fixture.list)
    _ = try await store.undo(in: fixture.list)
    #expect(try await changed(since: third) == ["e"])
  }

  /// It is then unknown which rows were new before the mirror.
  @Test func aMirrorAfterAnArchiveMakesFollowersReadAllAgain() async throws {
    let store = try await fixture.open(stepsKept: 1)
    for text in ["a", "b"] { _ = try await mirror(store, ["always", text]) }
    let start = try await store.mark(of: fixture.list)
    _ = try await mirror(store, ["always", "c"])
    let future = Moment(microseconds: .max)
    let plan = try #require(try await store.archivePlan(of: fixture.list, before: future))
    let summary = ArchiveSummary(file: "f", checksum: "c", entryCount: plan.events.count)
    #expect(try await store.archive(plan, of: fixture.list, before: future, summary))
    let archived = try await store.mark(of: fixture.list)
    _ = try await mirror(store, ["always", "c", "d"])
    #expect(try await store.changes(of: fixture.list, since: start) == nil)
    let news = try await store.changes(of: fixture.list, since: archived)
    #expect(news?.changes.map(\.name.text).sorted() == ["c", "d"])
  }

  @Test("Feed: rows that another run's mirror changed are reported, those of this run are not")
  func rowsTouchedByAMirror() async throws {
    let (list, store) = (fixture.list, try await fixture.filled(with: "a", "b", "c", "d"))
    let other = try fixture.open()
    func touched(since mark: ListVersion) async throws -> Set<String>? {
      try await store.news(
        ofOthersIn: list, from: mark, upTo: store.mark(of: list), readsRows: true
      ).touched.map { Set($0.map(\.text)) }
    }
    let start = try await store.mark(of: list)
    func mirror(_ rows: [(String, String?)]) async throws {
      var batch = NameBatch()
      for (text, revision) in rows { batch.append(try Name(text), revision: revision) }
      _ = try await other.mirror(batch, into: list, keepsOrder: true)
    }
    try await mirror([("a", nil), ("b", "1"), ("c", nil), ("e", nil)])
    #expect(try await touched(since: start) == ["b", "d", "e"])
    // All rows move; the one that was changed back counts as touched, because it may have been seen
    // in between.
    try await mirror([("e", nil), ("c", nil), ("b", nil), ("a", nil)])
    #expect(try await touched(since: start) == ["b", "d", "e"])
    let moved = try await store.mark(of: list)
    try await mirror([("a", nil), ("b", nil), ("c", nil), ("e", nil)])
    #expect(try await touched(since: moved) == [])
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
    _ = try await other.apply(Edit(.like, names("c")), to: list)
    #expect(try await touched(since: moved) == ["c"])
    #expect(try await touched(since: store.mark(of: list)) == nil)

    // The earlier states of rows are no longer stored.
    try await store.setUndoSteps(1)
    for text in ["a", "b"] { _ = try await other.apply(Edit(.like, names(text)), to: list) }
    #expect(try await touched(since: moved) == nil)
  }

  @Test func aMissingListIsCreated() async throws {
    let store = try fixture.open()
    #expect(
      try await mirror(store, ["a"], isTrial: true) == MirrorSummary(new: 1, gone: 0, same: 0))
    #expect(try await store.lists().isEmpty)
    #expect(try await mirror(store, ["a"]) == MirrorSummary(new: 1, gone: 0, same: 0))
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func anyMirrorLeavesTheNamesOfItsSource(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let store = try fixture.open()
    for _ in 0..<8 {
      let texts = (0..<2_400).map { _ in "n\(Int.random(in: 0..<3_000, using: &random))" }
      let before = try await store.contents(of: fixture.list)
      let summary = try await mirror(store, texts)
      let after = try await store.contents(of: fixture.list)
      #expect(Set(after.keys) == Set(texts))
      // A decided row that comes back counts as changed.
      #expect(summary.new + summary.changed == Set(texts).subtracting(before.keys).count)
      #expect(summary.gone == Set(before.keys).subtracting(texts).count)
      #expect(summary.same == Set(before.keys).intersection(texts).count)
      _ = try await store.apply(Edit(.dead, names(Array(texts.prefix(5)))), to: fixture.list)
    }
  }
}

/// The outcomes of commands that were run for rows.
@Suite(.onEachEngine, .inTurn)
final class StoreOutcomeTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  @Test func outcomesAreKeptByRowAndCommand() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    let list = fixture.list
    let (a, b, c) = (try Name("a"), try Name("b"), try Name("c"))
    let before = try await store.mark(of: list)
    #expect(try await store.claim([a, b, c], for: "rm {}", in: list).isEmpty)
    // If the run were interrupted here, the outcomes would be unknown.
    #expect(try await store.flags(in: list) == [a: .failed, b: .failed, c: .failed])
    let claims = try await store.outcomes(of: "rm {}", in: list)
    #expect(Set(claims.keys) == [a, b, c] && claims.values.allSatisfy { $0.status == nil })
    // A claim takes no event number, so as many steps can be undone as before.
    let unclaimed = try await store.log(of: list, LogRequest(limit: 10))
    #expect(unclaimed.map(\.kind) == [.added, .added, .added])
    #expect(try await store.changes(of: list, since: before)?.changes.isEmpty == true)
    #expect(try await store.mark(of: list) == before)
    let mark = try await store.mark(of: list)
    try await store.keep(
      [
        (a, Outcome(command: "rm {}", status: 0)),
        (b, Outcome(command: "rm {}", status: 1, message: "no such file")), (c, nil),
      ], of: "rm {}", in: list)
    #expect(try await store.flags(in: list) == [a: .succeeded, b: .failed])
    #expect(try await store.outcomes(of: "rm {}", in: list).mapValues(\.status) == [a: 0, b: 1])
    #expect(try await store.outcomes(of: "ls {}", in: list).isEmpty)
    let news = try await store.changes(of: list, since: mark)
    #expect(news?.changes.map(\.flags) == [.succeeded, .failed])
    #expect(try await store.outcomes(in: list)[b]?.map(\.message) == ["no such file"])
  }

  @Test func anOutcomeIsNotAStepToUndo() async throws {
    let store = try await fixture.filled(with: "a", "b")
    let list = fixture.list
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
    _ = try await store.apply(Edit(.dead, names("b")), to: list)
    _ = try await store.undo(in: list)
    try await store.keep(
      [(try Name("a"), Outcome(command: "x", status: 2))], of: "x", in: list)
    _ = try await store.redo(in: list)
    #expect(try await store.contents(of: list) == ["a": .dead, "b": .dead])
    _ = try await store.undo(in: list)
    _ = try await store.undo(in: list)
    #expect(try await store.contents(of: list) == ["a": [], "b": []])
  }
}

/// The log of a list.
@Suite(.onEachEngine, .inTurn)
final class StoreLogTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  @Test func theLogIsNewestFirst() async throws {
    let store = try fixture.open(author: "ann")
    let list = fixture.list
    _ = try await store.apply(Edit(.add, names("a", "b")), to: list)
    _ = try await store.apply(Edit(.dead, names("a"), note: try Note("old")), to: list)
    let bob = try fixture.open(author: "bob")
    let until = Moment(microseconds: 4_000_000_000_000_000)
    _ = try await bob.apply(Edit(.snooze, names("b"), until: until), to: list)
    _ = try await bob.apply(Edit(.wake, names("b")), to: list)
    _ = try await bob.apply(Edit(.note, names("b"), note: try Note("n")), to: list)
    _ = try await bob.apply(Edit(.reopen, names("a")), to: list)
    _ = try await bob.apply(Edit(.like, names("a")), to: list)
    _ = try await bob.undo(in: list)
    try await bob.keep([(try Name("a"), Outcome(command: "x", status: 0))], of: "x", in: list)

    let all = try await store.log(of: list, LogRequest(limit: 100))
    #expect(
      all.map(\.kind) == [
        .succeeded, .undone, .liked, .reopened, .noted, .woken, .snoozed, .dead, .added, .added,
      ])
    #expect(all[6].until == until)
    #expect(all[7].note?.text == "old" && all[7].verdict == "dead")
    #expect(all[7].author == "ann")
    #expect(all[0].command == "x")
    #expect((all[1].undoes, all[2].undoneBy) == (all[2].number, all[1].number))
    let ofA = try await store.log(of: list, LogRequest(names: names("a"), limit: 100))
    #expect(
      ofA.map(\.kind) == [.succeeded, .undone, .liked, .reopened, .dead, .added])
    let ofAnn = try await store.log(of: list, LogRequest(author: "ann", limit: 100))
    #expect(ofAnn.map(\.kind) == [.dead, .added, .added])
    let later = try await store.log(of: list, LogRequest(since: .now, limit: 100))
    #expect(later.isEmpty)
  }

  @Test func pagesAreTheWholeLog() async throws {
    let store = try await fixture.filled(with: "a", "b", "c", "d", "e")
    _ = try await store.apply(Edit(.ok, names("a", "b", "c")), to: fixture.list)
    let all = try await store.log(of: fixture.list, LogRequest(limit: 100))
    var request = LogRequest(limit: 3)
    var pages: [LogEntry] = []
    repeat {
      let page = try await store.logPage(of: fixture.list, request)
      pages += page.entries
      request.cursor = page.next
    } while request.cursor != nil
    #expect(pages == all)
    #expect(all.count == 8)
  }

  /// Steps are deleted, but not the author and time of a row's decision.
  @Test func theLastDecisionOnARowIsKeptPermanently() async throws {
    let store = try await fixture.open(author: "ann", stepsKept: 100)
    _ = try await store.apply(Edit(.ok, names("x"), addsUnknown: true), to: fixture.list)
    for _ in 0..<60 {
      _ = try await store.apply(Edit(.like, names("y"), addsUnknown: true), to: fixture.list)
      _ = try await store.apply(Edit(.unlike, names("y")), to: fixture.list)
    }
    let log = try await store.log(of: fixture.list, LogRequest(names: names("x"), limit: 10))
    #expect(log.map(\.kind) == [.ok])
    #expect(log.first?.author == "ann")
  }

  @Test func statsCountTheRowsOfTheList() async throws {
    let store = try fixture.open(author: "ann")
    let list = fixture.list
    _ = try await store.apply(Edit(.add, names("a", "b", "c", "d", "e")), to: list)
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
    _ = try await store.apply(Edit(.ok, names("b"), note: try Note("n")), to: list)
    _ = try await store.apply(
      Edit(.snooze, names("c"), until: Moment.now.after("1d")), to: list)
    _ = try await store.apply(Edit(.hide, names("e")), to: list)
    let stats = try await store.stats(of: list, days: 3)
    let rows = stats.rows
    #expect((rows.all, rows.open, rows[.dead], rows[.ok]) == (4, 1, 1, 1))
    #expect((rows[.liked], rows[.snoozed], rows[.noted]) == (0, 1, 1))
    #expect(stats.days == [0, 0, 2])
    #expect(stats.authors == [.init(name: "ann", count: 2)])
    #expect(stats.oldestOpen?.text == "d")
  }
}
