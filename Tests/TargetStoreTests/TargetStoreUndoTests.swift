import ListModel
import NameSearch
import TargetStore
import TestSupport
import Testing

@Suite(.onEachEngine, .inTurn)
struct TargetStoreUndoTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  @Test func undoRevertsTheWholeLastEdit() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(
      Edit(.dead, names("b", "new", "a"), addsUnknown: true), to: fixture.list)
    let result = try await store.undo(in: fixture.list)
    let expected = try zip(names("a", "b", "new"), [[], [], nil]).map { name, after in
      EditResult.Change(name: name, before: .dead, after: after)
    }
    #expect(result == EditResult(changes: expected))
    #expect(try await store.contents(of: fixture.list) == ["a": [], "b": []])
  }

  @Test func stepsAreUndoneAndRedoneInOrderByLaterRuns() async throws {
    try await fixture.edit(.add, "a")
    try await fixture.edit(.dead, "a")
    try await fixture.edit(.like, "a")
    for flags in [Flags.dead, [], nil] as [Flags?] {
      #expect(try await fixture.open().undo(in: fixture.list) != nil)
      #expect(try await fixture.open().contents(of: fixture.list)["a"] == flags)
    }
    #expect(try await fixture.open().undo(in: fixture.list) == nil)
    for flags in [[], .dead, [.dead, .liked]] as [Flags] {
      #expect(try await fixture.open().redo(in: fixture.list) != nil)
      #expect(try await fixture.open().contents(of: fixture.list)["a"] == flags)
    }
    #expect(try await fixture.open().redo(in: fixture.list) == nil)
  }

  @Test func anEditWithoutChangesIsNotAStep() async throws {
    let store = try await fixture.filled(with: "a")
    _ = try await store.apply(Edit(.dead, names("a")), to: fixture.list)
    _ = try await store.apply(Edit(.dead, names("a", "unknown")), to: fixture.list)
    _ = try await store.apply(Edit(.add, names("a")), to: fixture.list)
    _ = try await store.undo(in: fixture.list)
    #expect(try await store.contents(of: fixture.list) == ["a": []])
  }

  @Test func onlyAnEditWithChangesClearsTheStepsToRedo() async throws {
    let store = try await fixture.filled(with: "a")
    _ = try await store.apply(Edit(.dead, names("a")), to: fixture.list)
    _ = try await store.undo(in: fixture.list)
    _ = try await store.apply(Edit(.reopen, names("a")), to: fixture.list)
    #expect(try await store.redo(in: fixture.list) != nil)
    _ = try await store.undo(in: fixture.list)
    _ = try await store.apply(Edit(.like, names("a")), to: fixture.list)
    #expect(try await store.redo(in: fixture.list) == nil)
    #expect(try await store.contents(of: fixture.list) == ["a": .liked])
  }

  @Test func undoRestoresTheSpellingOfADroppedName() async throws {
    let store = try await fixture.filled(with: "cafe\u{301}")
    _ = try await store.apply(Edit(.like, names("cafe\u{301}")), to: fixture.list)
    _ = try await store.apply(Edit(.drop, names("caf\u{e9}")), to: fixture.list)
    _ = try await fixture.open().undo(in: fixture.list)
    let kept = try await store.names(in: fixture.list, limit: 1).names
    #expect(kept.map(\.flags) == [.liked])
    #expect(kept.map(\.name.original.unicodeScalars.count) == [5])
  }

  @Test func anImportIsOneStep() async throws {
    let store = try await fixture.filled(with: "a")
    let batch = NameBatch(try names("b", "a", "c"))
    #expect(try await store.importNames(batch, into: fixture.list).added == 2)
    #expect(try await store.undo(in: fixture.list)?.changes.map(\.name) == names("b", "c"))
    #expect(try await store.contents(of: fixture.list) == ["a": []])
    _ = try await store.redo(in: fixture.list)
    #expect(try await store.contents(of: fixture.list) == ["a": [], "b": [], "c": []])
  }

  @Test func undoIsRefusedWhenAnotherRunHasChangedTheName() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(Edit(.dead, names("a", "b")), to: fixture.list)
    try await fixture.edit(.reopen, "b")
    await #expect(throws: try StoreError.changedSince(Name("b"))) {
      try await store.undo(in: fixture.list)
    }
    #expect(try await store.contents(of: fixture.list) == ["a": .dead, "b": []])
  }

  @Test func redoIsRefusedWhenAnotherRunHasChangedTheName() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(Edit(.drop, names("a")), to: fixture.list)
    _ = try await store.undo(in: fixture.list)
    try fixture.execute("DELETE FROM row WHERE key = '=a'")
    await #expect(throws: try StoreError.changedSince(Name("a"))) {
      try await store.redo(in: fixture.list)
    }
  }

  @Test func aRunUndoesItsOwnStepsBeforeThoseOfOthers() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(Edit(.dead, names("a")), to: fixture.list)
    try await fixture.edit(.dead, "b")
    #expect(try await store.undo(in: fixture.list)?.changes.map(\.name) == names("a"))
    #expect(try await store.contents(of: fixture.list) == ["a": [], "b": .dead])
  }

  @Test func thereIsNothingToUndoInAMissingList() async throws {
    let store = try fixture.open()
    #expect(try await store.undo(in: fixture.list) == nil)
    #expect(try await store.redo(in: fixture.list) == nil)
    #expect(try fixture.files() == [])
    _ = try await fixture.filled(with: "a")
    #expect(try await store.undo(in: ListName("other")) == nil)
  }
}
