import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// A decision counts for the state of the row that it was made about.
@Suite(.onEachEngine, .inTurn, .timeLimit(.minutes(10)))
final class StoreRevisionTests {
  private let fixture: StoreFixture
  private let list: ListName
  private let store: TargetStore

  init() throws {
    fixture = try StoreFixture()
    list = fixture.list
    store = try fixture.open(author: "ann")
  }

  /// Makes the list match a source: names, some with a revision after a colon.
  @discardableResult
  private func mirror(_ rows: String..., isGuarded: Bool = false) async throws -> MirrorSummary {
    try await mirror(rows, isGuarded: isGuarded)
  }

  private func mirror(
    _ rows: [String], isGuarded: Bool = false, isTrial: Bool = false
  ) async throws -> MirrorSummary {
    var batch = NameBatch()
    for row in rows {
      let parts = row.split(separator: ":").map(String.init)
      batch.append(try Name(parts[0]), revision: parts.count > 1 ? parts[1] : nil)
    }
    return try await store.mirror(batch, into: list, isTrial: isTrial, isGuarded: isGuarded)
  }

  private func flags(_ name: String) async throws -> Flags? {
    try await store.flags(of: names(name), in: list)[try Name(name)]?.subtracting(.new)
  }

  private func remark(_ name: String) async throws -> Remark {
    try await store.remarks(on: names(name), in: list)[try Name(name)] ?? Remark()
  }

  @Test func aRowWhoseRevisionChangesIsOpenUntilItIsConfirmed() async throws {
    try await mirror("a:1", "b:1")
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
    let summary = try await mirror("a:2", "b:2")
    #expect((summary.changed, summary.same) == (1, 1))
    #expect(try await flags("a") == .changed)
    #expect(try await flags("b") == [])
    let told = try await remark("a")
    #expect((told.verdict, told.about, told.revision) == (.dead, "1", "2"))
    #expect(told.decidedBy == "ann")
    #expect(try await store.flags(in: list)[try Name("a")] == .changed)
    // Once a row has changed, it does not count as changed again.
    #expect(try await mirror("a:3", "b:2").changed == 0)
    let confirmed = try await store.apply(Edit(.confirm, names("a", "b")), to: list)
    #expect(confirmed.changes.map(\.name.text) == ["a"])
    #expect(confirmed.unchanged.map(\.text) == ["b"])
    #expect(try await flags("a") == .dead)
    #expect(try await remark("a").about == "3")
    #expect(try await store.undo(in: list)?.changeCount == 1)
    #expect(try await flags("a") == .changed)
  }

  @Test func aDecisionCountsAgainIfTheRevisionReturns() async throws {
    try await mirror("a:1")
    _ = try await store.apply(Edit(.ok, names("a")), to: list)
    try await mirror("a:2")
    try await mirror("a:1")
    #expect(try await flags("a") == .ok)
    // If it disappears and returns with the same revision, the decision counts again, unless a
    // command was run for it.
    try await mirror("b")
    #expect(try await mirror("a:1", "b").new == 1)
    #expect(try await flags("a") == .ok)
    try await store.keep(
      [(try Name("a"), Outcome(command: "x", status: 0))], of: "x", in: list)
    try await mirror("b")
    #expect(try await mirror("a:1", "b").changed == 1)
    #expect(try await flags("a") == .changed)
  }

  @Test func withoutRevisionsAReturningRowIsChanged() async throws {
    try await mirror("a", "b")
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
    try await mirror("b")
    let trial = try await mirror(["a", "b"], isTrial: true)
    let summary = try await mirror("a", "b")
    #expect(trial == summary)
    #expect((summary.new, summary.changed, summary.same) == (0, 1, 1))
    #expect(try await flags("a") == .changed)
    _ = try await store.undo(in: list)
    _ = try await store.undo(in: list)
    #expect(try await flags("a") == .dead)
  }

  @Test func aRowThatReturnsWithoutARevisionHasNone() async throws {
    try await mirror("a:1", "b:1")
    _ = try await store.apply(Edit(.dead, names("a", "b")), to: list)
    _ = try await store.apply(Edit(.drop, names("a")), to: list)
    _ = try await store.apply(Edit(.add, names("a")), to: list)
    #expect(try await flags("a") == .changed)
    try await mirror("a", "b")
    #expect(try await flags("b") == .changed)
    try await mirror("a", "b:1")
    #expect(try await flags("b") == .dead)
  }

  @Test func anImportedDecisionIsAboutItsRevision() async throws {
    try await mirror("a:2", "b:2")
    var remark = Remark(decidedAt: Moment(microseconds: 1), decidedBy: "ann")
    for (name, about) in [("a", "1"), ("b", "2")] {
      remark.about = about
      let row = ImportedRow(name: try Name(name), flags: .dead, remark: remark)
      for changes in [1, 0] {
        #expect(try await store.restore([row], into: list).changeCount == changes)
      }
    }
    #expect(try await flags("a") == .changed)
    #expect(try await flags("b") == .dead)
    #expect(try await self.remark("a").about == "1")
  }

  @Test func aDecisionIsAboutTheShownRevision() async throws {
    try await mirror("a:1", "b:1")
    let seen = try await store.mark(of: list).version
    try await mirror("a:2", "b:1")
    var edit = Edit(.dead, try names("a", "b"), ofSingleRows: true)
    edit.decision.seen = seen
    #expect(try await store.apply(edit, to: list).changes.count == 2)
    #expect(try await flags("a") == .changed)
    #expect(try await remark("a").about == "1")
    #expect(try await flags("b") == .dead)
    edit.decision.seen = try await store.mark(of: list).version
    _ = try await store.apply(edit, to: list)
    #expect(try await flags("a") == .dead)
  }

  @Test func aRowDroppedSinceItWasShownIsNotDecided() async throws {
    try await mirror("a", "b")
    let seen = try await store.mark(of: list).version
    try await mirror("b")
    try await mirror("a", "b", "c")
    var edit = Edit(.dead, try names("a", "b", "c"), ofSingleRows: true)
    edit.decision.seen = seen
    let result = try await store.apply(edit, to: list)
    #expect(result.refused.map(\.text) == ["a"])
    // The row shows the new revision only later.
    #expect(result.changes.map(\.name.text) == ["b", "c"])
  }

  @Test func manyChangedRowsAreDecidedAsShown() async throws {
    let all = (100..<400).map { "row \($0)" }
    _ = try await mirror(all.map { $0 + ":1" })
    let seen = try await store.mark(of: list).version
    _ = try await mirror(all.map { $0 + ($0 == "row 200" ? ":2" : ":1") })
    var edit = Edit(.dead, [], ofSingleRows: true)
    edit.decision.seen = seen
    #expect(try await store.apply(edit, toEach: names(all), of: list).changeCount == 300)
    let flags = try await store.flags(in: list)
    #expect(flags.filter { $0.value.contains(.changed) }.keys.map(\.text) == ["row 200"])
    #expect(flags.values.count { $0.contains(.dead) } == 299)
  }

  @Test func onlyDecidedRowsAreClaimed() async throws {
    try await mirror("a:1", "b:1", "c:1")
    _ = try await store.apply(Edit(.dead, names("a", "b", "c")), to: list)
    var turn = RunTurn("rm")
    (turn.next, turn.wanted) = (try names("a", "b", "c"), .dead)
    try await mirror("a:2", "b:1", "c:1")
    _ = try await store.apply(Edit(.reopen, names("b")), to: list)
    #expect(
      try await store.settle(turn, in: list) == [try Name("a"): .changed, try Name("b"): .changed])
  }

  @Test func aCopyHasTheRevisionsAndWhatChanged() async throws {
    try await mirror("a:1", "b:1", "c", "d:1", "e:1")
    _ = try await store.apply(Edit(.dead, names("a", "c")), to: list)
    _ = try await store.apply(Edit(.ok, names("b")), to: list)
    try await mirror("a:2", "b:1", "d:1", "e:2")
    try await mirror("a:2", "b:1", "c", "d:1", "e:2")
    let folder = TemporaryDirectory()
    let copy = try TargetStore(path: folder.path("copy.db"), author: { "bob" })
    for turn in 0..<2 {
      let summaries = try await store.copy(to: copy)
      #expect(summaries.first?.outcome == (turn == 0 ? .copied : .unchanged))
      for name in ["a", "b", "c", "d", "e"] {
        let told = try await copy.remarks(on: names(name), in: list)[try Name(name)] ?? Remark()
        #expect(try await told == remark(name), "\(name)")
        let flags = try await copy.flags(of: names(name), in: list)[try Name(name)]
        #expect(flags == (try await self.flags(name)), "\(name)")
      }
    }
    #expect(try await flags("a") == .changed)
    #expect(try await flags("b") == .ok)
    #expect(try await flags("c") == .changed)
  }

  // MARK: Rows that were seen elsewhere

  @Test(arguments: [false, true])
  func aDecisionOnRowsOfAnInputIsAboutTheirRevisionsThere(isMany: Bool) async throws {
    try await mirror("x:NEW", "y:1", "w:2")
    var edit = try Edit(.dead, names("x", "y", "w"), ofSingleRows: true)
    let (x, y, w) = (try Name("x"), try Name("y"), try Name("w"))
    var seen: [Name: String?] = [x: "OLD", y: "1", w: nil as String?]
    edit.revisions = .given(seen)
    if isMany {
      _ = try await store.apply(edit, toEach: edit.names, of: list)
    } else {
      try edit.names.append(Name("new"))
      edit.addsUnknown = true
      seen[try Name("new")] = "7"
      edit.revisions = .given(seen)
      _ = try await store.apply(edit, to: list)
      #expect(try await flags("new") == .dead)
      #expect(try await remark("new").revision == "7")
    }
    #expect(try await flags("x") == .changed)
    #expect(try await remark("x").about == "OLD")
    #expect(try await flags("y") == .dead)
    #expect(try await flags("w") == .changed)
    #expect(try await store.check().troubles == [])
  }

  // MARK: The guard

  @Test func aMirrorThatWouldDropMoreThanHalfChangesNothing() async throws {
    let all = (10..<40).map { "row \($0)" }
    _ = try await mirror(all, isGuarded: true)
    let before = try await store.mark(of: list)
    let half = try await mirror(Array(all.prefix(14)), isGuarded: true)
    #expect(half.isSuspicious && half.gone == 16 && half.before == 30)
    let others = try await mirror((10..<40).map { "other \($0)" }, isGuarded: true)
    #expect(others.isSuspicious)
    #expect(try await mirror([], isGuarded: true).isSuspicious)
    #expect(try await store.mark(of: list) == before)
    #expect(try await mirror(Array(all.prefix(14)), isTrial: true) == half)
    // Half of the rows may disappear, and short lists are not guarded.
    #expect(try await mirror(Array(all.prefix(15)), isGuarded: true).isSuspicious == false)
    #expect(try await mirror("one", isGuarded: true).isSuspicious == false)
  }

  @Test func rowsRemovedByARunDoNotCount() async throws {
    let all = (10..<40).map { "row \($0)" }
    _ = try await mirror(all, isGuarded: true)
    let dead = Array(all.prefix(22))
    _ = try await store.apply(Edit(.dead, names(dead)), to: list)
    try await store.keep(
      names(dead).map { ($0, Outcome(command: "rm", status: 0)) }, of: "rm", in: list)
    let summary = try await mirror(Array(all.suffix(8)), isGuarded: true)
    #expect(!summary.isSuspicious && summary.gone == 22)
    #expect(try await store.lists().first?.count == 8)
  }
}
