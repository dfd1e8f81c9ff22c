import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// The order of the rows of a list: that of its last mirror, or of adding.
@Suite(.onEachEngine, .inTurn, .timeLimit(.minutes(10)))
final class StoreOrderTests {
  private let fixture: StoreFixture
  private let list: ListName
  private let store: TargetStore

  init() throws {
    fixture = try StoreFixture()
    list = fixture.list
    store = try fixture.open(author: "ann")
  }

  private func batch(_ names: String) throws -> NameBatch {
    NameBatch(try names.split(separator: " ").map { try Name(String($0)) })
  }

  /// The rows in the stored order.
  private func order(of store: TargetStore? = nil) async throws -> String {
    try await (store ?? self.store).names(in: list, limit: 100).names
      .sorted { ($0.texts.position ?? .max) < ($1.texts.position ?? .max) }
      .map(\.name.text).joined(separator: " ")
  }

  @Test func theOrderIsThatOfTheLastMirror() async throws {
    _ = try await store.mirror(batch("c a d a b"), into: list, keepsOrder: true)
    #expect(try await order() == "c a d b")
    let mark = try await store.mark(of: list)
    // The list keeps its order without being asked again.
    let summary = try await store.mirror(batch("b e c a"), into: list)
    #expect(summary == MirrorSummary(new: 1, gone: 1, same: 3, kept: 3))
    #expect(try await order() == "b e c a")
    let news = try await store.changes(of: list, since: mark)
    let positions = news?.texts.map { "\($0.key.text) \($0.value.position ?? 0)" }
    #expect(positions?.sorted() == ["a 4", "b 1", "c 3", "d 3", "e 2"])
    #expect(news?.changes.filter { !$0.flags.isListed }.map(\.name.text) == ["d"])
    #expect(try await store.undo(in: list) != nil)
    #expect(try await order() == "c a d b")
    #expect(try await store.redoStep(in: list) != nil)
    #expect(try await order() == "b e c a")
    _ = try await store.check()
  }

  @Test func movedRowsAreASeparateStep() async throws {
    _ = try await store.mirror(batch("a b c"), into: list, keepsOrder: true)
    let summary = try await store.mirror(batch("c b a"), into: list)
    #expect(summary == MirrorSummary(same: 3, kept: 3))
    #expect(try await order() == "c b a")
    #expect(try await store.undo(in: list) != nil)
    #expect(try await order() == "a b c")
  }

  @Test func addedRowsComeLast() async throws {
    _ = try await store.mirror(batch("c a b"), into: list, keepsOrder: true)
    let added = try await store.apply(Edit(.add, [Name("z"), Name("d")]), to: list)
    #expect(added.changes.map(\.texts.position) == [4, 5])
    #expect(try await store.importNames(batch("a y b x"), into: list).added == 2)
    #expect(try await order() == "c a b z d y x")
    _ = try await store.restore(
      [ImportedRow(name: Name("q")), ImportedRow(name: Name("a"), flags: .dead)], into: list)
    #expect(try await order() == "c a b z d y x q")
    // So do dropped rows, unless the drop is undone.
    _ = try await store.apply(Edit(.drop, [Name("b")]), to: list)
    #expect(try await store.undo(in: list) != nil)
    #expect(try await order() == "c a b z d y x q")
    _ = try await store.apply(Edit(.drop, [Name("b")]), to: list)
    _ = try await store.apply(Edit(.add, [Name("b")]), to: list)
    #expect(try await order() == "c a z d y x q b")
  }

  @Test func aListThatBeginsToKeepItsOrderHasTheOrderOfAdding() async throws {
    for name in ["m", "c", "x"] { _ = try await store.importNames(batch(name), into: list) }
    #expect(try await store.keepsOrder(list) == false)
    #expect(try await store.setRecipe("--order input\n", of: list, keepsOrder: true))
    #expect(try await store.keepsOrder(list) == true)
    #expect(try await order() == "m c x")
    _ = try await store.importNames(batch("b"), into: list)
    #expect(try await order() == "m c x b")
  }

  /// Images from before the list kept its order have no positions.
  @Test func undoOfAnEarlierEditKeepsTheOrder() async throws {
    _ = try await store.importNames(batch("a b c"), into: list)
    _ = try await store.apply(Edit(.drop, [Name("b")]), to: list)
    #expect(try await store.setRecipe("--order input\n", of: list, keepsOrder: true))
    #expect(try await store.undo(in: list) != nil)
    #expect(try await order() == "a b c")
    _ = try await store.apply(Edit(.add, [Name("d")]), to: list)
    #expect(try await order() == "a b c d")
    #expect(try await store.check().troubles == [])
  }

  @Test func rowsAddedAfterAnUndoComeLast() async throws {
    _ = try await store.mirror(batch("e d c b a"), into: list, keepsOrder: true)
    _ = try await store.mirror(batch("a"), into: list)
    #expect(try await store.undo(in: list) != nil)
    _ = try await store.apply(Edit(.add, [Name("new")]), to: list)
    #expect(try await order() == "e d c b a new")
    #expect(try await store.check().troubles == [])
  }

  @Test func anImportWithoutNewRowsBeginsToKeepTheOrder() async throws {
    _ = try await store.importNames(batch("b a"), into: list)
    #expect(try await store.importNames(batch("b a"), into: list, keepsOrder: true).added == 0)
    #expect(try await store.keepsOrder(list) == true)
    #expect(try await store.check().troubles == [])
  }

  @Test func otherListsHaveNoOrder() async throws {
    _ = try await store.mirror(batch("c a b"), into: list)
    #expect(
      try await store.names(in: list, limit: 9).names.allSatisfy { $0.texts.position == nil })
  }

  @Test func aCopyHasTheOrder() async throws {
    _ = try await store.mirror(batch("c a b x"), into: list, keepsOrder: true)
    _ = try await store.apply(Edit(.dead, [Name("a")]), to: list)
    let other = try TargetStore(
      path: TemporaryDirectory().path("copy.db"), author: { "ann" })
    _ = try await store.copy(to: other)
    #expect(try await order(of: other) == "c a b x")
    #expect(try await other.keepsOrder(list) == true)
    // Once more, after a change.
    _ = try await store.mirror(batch("x b a c"), into: list)
    _ = try await store.copy(to: other)
    #expect(try await order(of: other) == "x b a c")
  }

  @Test func aCopyOfAnEmptiedListKeepsTheOrder() async throws {
    _ = try await store.mirror(batch("c a"), into: list, keepsOrder: true)
    _ = try await store.apply(Edit(.drop, [Name("c"), Name("a")]), to: list)
    let other = try TargetStore(
      path: TemporaryDirectory().path("copy.db"), author: { "ann" })
    _ = try await store.copy(to: other)
    #expect(try await other.keepsOrder(list) == true)
  }
}
