import ListModel
import NameSearch
import TargetStore
import TestSupport
import Testing

/// Undoing a step by its number, and what is told of it before.
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

  /// What makes the row such that the action changes it.
  private static func before(_ action: Edit.Action) -> Edit.Action? {
    switch action {
    case .reopen: .dead
    case .unlike: .like
    case .wake: .snooze
    default: nil
    }
  }

  @Test("Steps: the next step to undo says what it has done, and whose it is", arguments: kinds)
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

  @Test("Steps: they are undone in any order, each once")
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
      #expect(try await store.redoStep(in: fixture.list)?.step == step)
    }
    #expect(try await store.undo(1_000, in: fixture.list) == nil)
  }

  @Test("Steps: an undo over a later edit of the same row is refused")
  func changedSince() async throws {
    let store = try await fixture.filled(with: "a")
    _ = try await store.apply(Edit(.dead, names("a")), to: fixture.list)
    let step = try #require(await store.nextStep(in: fixture.list)).number
    _ = try await store.apply(Edit(.like, names("a")), to: fixture.list)
    await #expect(throws: StoreError.changedSince(try Name("a"))) {
      try await store.undo(step, in: fixture.list)
    }
    #expect(try await store.contents(of: fixture.list) == ["a": [.dead, .liked]])
  }
}
