import ListModel
import NameSearch
import TargetStore
import TestSupport
import Testing

/// Undoing an edit by its number, and the description of the edit before that.
@Suite(.onEachEngine, .inTurn)
struct TargetStoreStepTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  private static let kinds: [(Edit.Action, LogEntry.Kind)] = [
    (.dead, .dead), (.ok, .ok), (.reopen, .reopened),
    (.like, .liked), (.unlike, .unliked), (.snooze, .snoozed), (.wake, .woken), (.note, .noted),
    (.drop, .dropped), (.add, .added),
  ]

  /// The action that prepares a row so that the tested action changes it.
  private static func before(_ action: Edit.Action) -> Edit.Action? {
    switch action {
    case .reopen: .dead
    case .unlike: .like
    case .wake: .snooze
    default: nil
    }
  }

  @Test("Steps: the next step to undo has a description and an author", arguments: kinds)
  func nextStep(action: Edit.Action, kind: LogEntry.Kind) async throws {
    let store = try await fixture.filled(with: "a", "b")
    let until = Moment.now.adding(days: 2)
    let note = try Note("why")
    for action in [Self.before(action), action].compactMap({ $0 }) {
      let rows = try names(action == .add ? "c" : "a", action == .add ? "d" : "b")
      let edit = Edit(
        action, rows, addsUnknown: action == .add, note: action == .note ? note : nil,
        until: action == .snooze ? until : nil)
      _ = try await store.apply(edit, to: fixture.list)
    }
    let step = try #require(await store.nextStep(in: fixture.list))
    #expect(step.kinds.map(\.kind) == [kind])
    #expect(step.kinds.map(\.count) == [2])
    #expect(step.name?.text == (action == .add ? "c" : "a"))
    #expect(step.isOwn && step.time != nil)
    let other = try #require(await fixture.open().nextStep(in: fixture.list))
    #expect(!other.isOwn && other.number == step.number)
    #expect(try await store.undo(step.number, in: fixture.list)?.changes.count == 2)
    #expect(try await store.undo(step.number, in: fixture.list) == nil)
  }

  @Test("Steps: steps can be undone in any order, each once")
  func anyOrder() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    var steps: [Int64] = []
    for name in ["a", "b", "c"] {
      _ = try await store.apply(Edit(.dead, names(name)), to: fixture.list)
      steps.append(try #require(await store.nextStep(in: fixture.list)).number)
    }
    for step in [steps[1], steps[0], steps[2]] {
      #expect(try await store.undo(step, in: fixture.list)?.changes.count == 1)
      #expect(try await store.undo(step, in: fixture.list) == nil)
    }
    #expect(try await store.contents(of: fixture.list) == ["a": [], "b": [], "c": []])
    for step in [steps[2], steps[0], steps[1]] {
      #expect(try await store.redoStep(in: fixture.list)?.step.number == step)
    }
    await #expect(throws: StoreError.stepForgotten) {
      try await store.undo(1_000, in: fixture.list)
    }
  }

  @Test("Steps: undoing a forgotten step fails, even if a step was undone before")
  func forgotten() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    func decide(_ text: String) async throws -> Int64 {
      _ = try await store.apply(Edit(.dead, names(text)), to: fixture.list)
      return try #require(await store.nextStep(in: fixture.list)).number
    }
    let (undone, kept) = (try await decide("a"), try await decide("b"))
    #expect(try await store.undo(undone, in: fixture.list) != nil)
    try await store.setUndoSteps(1)
    _ = try await decide("c")
    await #expect(throws: StoreError.stepForgotten) {
      try await store.undo(kept, in: fixture.list)
    }
    // The log still shows that it was undone.
    #expect(try await store.undo(undone, in: fixture.list) == nil)
    #expect(try await store.contents(of: fixture.list) == ["a": [], "b": .dead, "c": .dead])
  }

  @Test("Steps: a mirror's description has its changes and a row, also after undo and redo")
  func mirror() async throws {
    let store = try fixture.open()
    func mirror(_ rows: [(String, String)]) async throws {
      var batch = NameBatch()
      for (name, detail) in rows { _ = batch.append(try Name(name), detail: detail) }
      _ = try await store.mirror(batch, into: fixture.list)
    }
    try await mirror([("a", "1"), ("z", "1")])
    // Keys are in order, so the row that is only updated comes first.
    try await mirror([("a", "2"), ("x", "1"), ("z", "1")])
    for _ in 0..<2 {
      let undone = try #require(try await store.undoLast(in: fixture.list)).step
      #expect(undone.kinds.map(\.kind) == [.added, .updated])
      #expect(undone.kinds.map(\.count) == [1, 1] && undone.name?.text == "x")
      let redone = try #require(try await store.redoStep(in: fixture.list)).step
      #expect(redone.kinds.map(\.count) == [1, 1] && redone.name?.text == "x")
    }
    try await mirror([("a", "3"), ("x", "1"), ("z", "1")])
    let updated = try #require(await store.nextStep(in: fixture.list))
    #expect(updated.kinds.map(\.kind) == [.updated] && updated.name?.text == "a")
    try await mirror([("a", "3"), ("z", "1")])
    let dropped = try #require(await store.nextStep(in: fixture.list))
    #expect(dropped.kinds.map(\.kind) == [.dropped] && dropped.name?.text == "x")
  }

  @Test("Undo and redo describe the edit with the words of the list")
  func whatWasUndone() async throws {
    let store = try await fixture.filled(with: "a", "b", "c")
    let revoke = try #require(Verdict("revoke", .dead))
    for (texts, verdict) in [(["a"], Verdict.dead), (["b", "c"], revoke)] {
      var edit = Edit(.dead, try names(texts))
      edit.decision = Decision(giving: verdict)
      _ = try await store.apply(edit, to: fixture.list)
    }
    let undone = try #require(try await store.undoLast(in: fixture.list))
    #expect(undone.step.kinds.map(\.word) == ["revoke"] && undone.step.kinds[0].count == 2)
    #expect(undone.result.changes.map(\.name.text) == ["b", "c"])
    #expect(!undone.step.isOfOther)
    let redone = try #require(try await store.redoStep(in: fixture.list))
    #expect(redone.step.number == undone.step.number && redone.step.kinds[0].word == "revoke")
  }

  @Test("Steps: remarks added after a step stay when it is undone and redone")
  func saidBeside() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(Edit(.dead, names("a", "b")), to: fixture.list)
    let step = try #require(await store.nextStep(in: fixture.list)).number
    _ = try await store.apply(Edit(.like, names("a")), to: fixture.list)
    _ = try await store.apply(Edit(.note, names("a"), note: Note("why")), to: fixture.list)
    #expect(try await store.undo(step, in: fixture.list)?.changes.count == 2)
    #expect(try await store.contents(of: fixture.list) == ["a": .liked, "b": []])
    #expect(try await store.redoStep(in: fixture.list)?.step.number == step)
    #expect(try await store.contents(of: fixture.list) == ["a": [.dead, .liked], "b": .dead])
    #expect(try await store.remarks(on: names("a"), in: fixture.list)[names("a")[0]]?.note != nil)
  }

  @Test("Steps: an undo over a later edit of the same row is refused")
  func changedSince() async throws {
    let store = try await fixture.filled(with: "a")
    _ = try await store.apply(Edit(.dead, names("a")), to: fixture.list)
    let step = try #require(await store.nextStep(in: fixture.list)).number
    _ = try await store.apply(Edit(.reopen, names("a")), to: fixture.list)
    _ = try await store.apply(Edit(.dead, names("a")), to: fixture.list)
    _ = try await store.apply(Edit(.like, names("a")), to: fixture.list)
    await #expect(throws: StoreError.changedSince(try Name("a"))) {
      try await store.undo(step, in: fixture.list)
    }
    #expect(try await store.contents(of: fixture.list) == ["a": [.dead, .liked]])
  }
}
