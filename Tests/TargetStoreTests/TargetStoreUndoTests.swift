import Edits
import NameIndex
import TargetStore
import TestSupport
import Testing

struct TargetStoreUndoTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  @Test func undoTakesBackTheLastEditAsAWhole() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(
      Edit(.markDead, names("b", "new", "a"), addsUnknown: true), to: fixture.list)
    let result = try await store.undo(in: fixture.list)
    let expected = try zip(names("b", "new", "a"), [[], nil, []]).map { name, after in
      EditResult.Change(name: name, before: .dead, after: after)
    }
    #expect(result == EditResult(changes: expected))
    #expect(try await store.contents(of: fixture.list) == ["a": [], "b": []])
  }

  @Test func stepsAreUndoneAndRedoneInOrderByLaterRuns() async throws {
    try await fixture.edit(.add, "a")
    try await fixture.edit(.markDead, "a")
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

  @Test func anEditThatChangedNothingIsNoStep() async throws {
    let store = try await fixture.filled(with: "a")
    _ = try await store.apply(Edit(.markDead, names("a")), to: fixture.list)
    _ = try await store.apply(Edit(.markDead, names("a", "unknown")), to: fixture.list)
    _ = try await store.apply(Edit(.add, names("a")), to: fixture.list)
    _ = try await store.undo(in: fixture.list)
    #expect(try await store.contents(of: fixture.list) == ["a": []])
  }

  @Test func anEditClearsWhatCouldBeRedoneUnlessItChangedNothing() async throws {
    let store = try await fixture.filled(with: "a")
    _ = try await store.apply(Edit(.markDead, names("a")), to: fixture.list)
    _ = try await store.undo(in: fixture.list)
    _ = try await store.apply(Edit(.revive, names("a")), to: fixture.list)
    #expect(try await store.redo(in: fixture.list) != nil)
    _ = try await store.undo(in: fixture.list)
    _ = try await store.apply(Edit(.like, names("a")), to: fixture.list)
    #expect(try await store.redo(in: fixture.list) == nil)
    #expect(try await store.contents(of: fixture.list) == ["a": .liked])
  }

  @Test func aDroppedNameComesBackAsItWasWritten() async throws {
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
    var batch = NameBatch()
    for name in try names("b", "a", "c") { batch.append(name) }
    #expect(try await store.importNames(batch, into: fixture.list) == 2)
    #expect(try await store.undo(in: fixture.list)?.changes.map(\.name) == names("b", "c"))
    #expect(try await store.contents(of: fixture.list) == ["a": []])
    _ = try await store.redo(in: fixture.list)
    #expect(try await store.contents(of: fixture.list) == ["a": [], "b": [], "c": []])
  }

  @Test func undoIsRefusedWhenAnotherRunHasChangedTheName() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(Edit(.markDead, names("a", "b")), to: fixture.list)
    try await fixture.edit(.revive, "b")
    await #expect(throws: try StoreError.changedSince(Name("b"))) {
      try await store.undo(in: fixture.list)
    }
    #expect(try await store.contents(of: fixture.list) == ["a": .dead, "b": []])
  }

  @Test func redoIsRefusedWhenAnotherRunHasTakenTheNameElsewhere() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(Edit(.drop, names("a")), to: fixture.list)
    _ = try await store.undo(in: fixture.list)
    try runSQL("DELETE FROM entry WHERE name = 'a'", on: fixture.path)
    await #expect(throws: try StoreError.changedSince(Name("a"))) {
      try await store.redo(in: fixture.list)
    }
  }

  @Test func aRunUndoesItsOwnStepsBeforeThoseOfOthers() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(Edit(.markDead, names("a")), to: fixture.list)
    try await fixture.edit(.markDead, "b")
    #expect(try await store.undo(in: fixture.list)?.changes.map(\.name) == names("a"))
    #expect(try await store.contents(of: fixture.list) == ["a": [], "b": .dead])
  }

  @Test func thereIsNothingToUndoInAListThatIsNotThere() async throws {
    let store = try fixture.open()
    #expect(try await store.undo(in: fixture.list) == nil)
    #expect(try await store.redo(in: fixture.list) == nil)
    #expect(try fixture.files() == [])
    _ = try await fixture.filled(with: "a")
    #expect(try await store.undo(in: Name("other")) == nil)
  }

  @Test(arguments: UInt64(0)..<12)
  func anyStoryIsThatOfAStackOfStates(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var store = try fixture.open()
    var done: [[String: Flags]] = [[:]]
    var undone: [[String: Flags]] = []
    for _ in 0..<60 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: store = try fixture.open()
      case 1...3:
        let result = try await store.undo(in: fixture.list)
        #expect((result != nil) == (done.count > 1))
        if done.count > 1, let state = done.popLast() { undone.append(state) }
      case 4...5:
        let result = try await store.redo(in: fixture.list)
        #expect((result != nil) == !undone.isEmpty)
        if let state = undone.popLast() { done.append(state) }
      default:
        let edit = try randomEdit(using: &random)
        _ = try await store.apply(edit, to: fixture.list)
        let before = try #require(done.last)
        let after = state(before, after: edit)
        if after != before {
          done.append(after)
          undone = []
        }
      }
      #expect(try await store.contents(of: fixture.list) == done.last)
    }
  }

  private func randomEdit(using random: inout SeededGenerator) throws -> Edit {
    let action = try #require(
      Edit.Action.allCases.filter { $0 != .hide }.randomElement(using: &random))
    let texts = ["a", "b", "c", "d", "e"].shuffled(using: &random)
    let count = Int.random(in: 1...3, using: &random)
    return try Edit(
      action, names(Array(texts.prefix(count))), addsUnknown: .random(using: &random))
  }

  private func state(_ state: [String: Flags], after edit: Edit) -> [String: Flags] {
    var state = state
    for name in edit.names {
      let isKnown = state[name.text] != nil
      let adds =
        edit.action == .add || edit.addsUnknown && [.markDead, .like].contains(edit.action)
      guard isKnown || adds else { continue }
      switch edit.action {
      case .markDead: state[name.text, default: []].insert(.dead)
      case .like: state[name.text, default: []].insert(.liked)
      case .revive: state[name.text]?.remove(.dead)
      case .unlike: state[name.text]?.remove(.liked)
      case .add: state[name.text] = state[name.text] ?? []
      case .drop: state[name.text] = nil
      case .hide: break
      }
    }
    return state
  }
}
