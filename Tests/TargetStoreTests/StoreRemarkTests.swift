import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// Decisions, notes and snoozes, and their consequences.
@Suite(.onEachEngine, .inTurn)
final class StoreRemarkTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private func flags(_ store: TargetStore, _ text: String) async throws -> Flags? {
    try await store.flags(of: [Name(text)], in: fixture.list)[Name(text)]
  }

  /// A new decision replaces any earlier one.
  @Test func deadAndOkReplaceEachOther() async throws {
    let store = try await fixture.filled(with: "a")
    _ = try await store.apply(Edit(.ok, names("a")), to: fixture.list)
    #expect(try await flags(store, "a") == .ok)
    _ = try await store.apply(Edit(.dead, names("a")), to: fixture.list)
    #expect(try await flags(store, "a") == .dead)

    let replaced = try await store.apply(
      Edit(.ok, names("a"), note: try Note("no")), to: fixture.list)
    #expect(replaced.changes.count == 1)
    #expect(try await flags(store, "a") == [.ok, .noted])

    _ = try await store.apply(Edit(.reopen, names("a")), to: fixture.list)
    #expect(try await flags(store, "a") == .noted)
  }

  @Test func aNoteGivenWithADecisionStaysAfterIt() async throws {
    let store = try await fixture.filled(with: "a", "b")
    let note = try Note("two\nlines")
    let result = try await store.apply(
      Edit(.dead, names("a"), note: note), to: fixture.list)
    #expect(result.changes.first?.after == [.dead, .noted])
    _ = try await store.apply(Edit(.reopen, names("a")), to: fixture.list)
    let remark = try await store.remarks(in: fixture.list)[Name("a")]
    #expect(remark?.note == note)
    #expect(try await flags(store, "a") == .noted)
    #expect(try await flags(store, "b") == [])

    _ = try await store.undo(in: fixture.list)
    _ = try await store.undo(in: fixture.list)
    #expect(try await store.remarks(in: fixture.list) == [:])
    _ = try await store.redo(in: fixture.list)
    #expect(try await store.remarks(in: fixture.list)[Name("a")]?.note == note)
  }

  @Test func anEndedSnoozeHasNoEffect() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    let (past, future) = (Moment(microseconds: 1), try #require(Moment.now.after("2d")))
    _ = try await store.apply(Edit(.snooze, names("a"), until: past), to: fixture.list)
    _ = try await store.apply(Edit(.snooze, names("b"), until: future), to: fixture.list)
    #expect(try await store.flags(in: fixture.list) == [Name("b"): .snoozed])
    #expect(try await store.namesSnoozed(in: fixture.list) == (try names("b")))
    #expect(try await store.nextWaking(in: fixture.list, after: .now) == future)
    #expect(try await store.nextWaking(in: fixture.list, after: future) == nil)
    _ = try await store.apply(Edit(.wake, names("b")), to: fixture.list)
    #expect(try await store.flags(in: fixture.list) == [:])
  }

  @Test func aSnoozeHasNoEffectWhileADecisionCounts() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    let (list, future) = (fixture.list, try #require(Moment.now.after("2d")))
    _ = try await store.apply(Edit(.snooze, names("a", "b"), until: future), to: list)
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
    for (snoozed, open, action) in [(1, 1, Edit.Action.reopen), (2, 1, .ok), (1, 1, .reopen)] {
      let stats = try await store.stats(of: list, days: 1)
      #expect((stats.rows[.snoozed], stats.rows.open) == (snoozed, open))
      let listed = try await store.lists().first
      #expect((listed?.snoozed, listed?.open) == (snoozed, open))
      #expect(stats.oldestOpen?.text == "c")
      let flags = try #require(try await self.flags(store, "a"))
      #expect(flags.isSnoozed == (snoozed == 2))
      #expect(Show.snoozed.accepts(flags) == (snoozed == 2))
      _ = try await store.apply(Edit(action, names("a")), to: list)
    }
  }

  /// The name of a row with an ID may change, and another row may have the same name.
  @Test func decisionsAndMarksFollowTheID() async throws {
    let store = try fixture.open()
    let (one, two) = (try Name("x").known(by: "1"), try Name("x").known(by: "2"))
    let note = try Note("first")
    _ = try await store.apply(
      Edit(.note, [one], addsUnknown: true, note: note), to: fixture.list)
    _ = try await store.apply(Edit(.add, [two]), to: fixture.list)
    let renamed = try Name("y").known(by: "1")
    _ = try await store.apply(Edit(.like, [renamed]), to: fixture.list)
    #expect(try await store.remarks(in: fixture.list) == [renamed: Remark(note: note)])
    #expect(try await store.flags(of: [two], in: fixture.list)[two] == [])
    #expect(try await store.flags(of: [one], in: fixture.list)[one] == [.liked, .noted])
  }

  @Test func theRowDecidedLastAndTheCountSinceAreKnown() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    #expect(try await store.nameDecidedLast(in: fixture.list) == nil)
    let start = Moment.now
    _ = try await store.apply(Edit(.dead, names("b")), to: fixture.list)
    _ = try await store.apply(Edit(.ok, names("a")), to: fixture.list)
    #expect(try await store.nameDecidedLast(in: fixture.list)?.text == "a")
    #expect(try await store.countDecided(in: fixture.list, since: start)?.count == 2)
    _ = try await store.apply(Edit(.reopen, names("a")), to: fixture.list)
    #expect(try await store.nameDecidedLast(in: fixture.list)?.text == "b")
    #expect(try await store.countDecided(in: fixture.list, since: start)?.count == 1)
    #expect(try await store.countDecided(in: fixture.list, since: .now)?.count == 0)
  }

  /// Undo would revert the decision of someone else.
  @Test func aDecisionMadeAgainIsNotUndone() async throws {
    let (ann, bob) = (try fixture.open(), try fixture.open())
    _ = try await ann.apply(Edit(.dead, names("a"), addsUnknown: true), to: fixture.list)
    _ = try await bob.apply(Edit(.reopen, names("a")), to: fixture.list)
    _ = try await bob.apply(Edit(.dead, names("a")), to: fixture.list)
    await #expect(throws: StoreError.changedSince(try Name("a"))) {
      try await ann.undo(in: fixture.list)
    }
  }

  @Test func followersSeeNotesAndSnoozes() async throws {
    let store = try await fixture.filled(with: "a", "b")
    let mark = try await store.mark(of: fixture.list)
    _ = try await store.apply(
      Edit(.note, names("a"), note: try Note("n")), to: fixture.list)
    let until = try #require(Moment.now.after("1h"))
    _ = try await store.apply(Edit(.snooze, names("b"), until: until), to: fixture.list)
    let news = try await store.changes(of: fixture.list, since: mark)
    #expect(news?.changes.map(\.flags) == [.noted, .snoozed])
  }
}
