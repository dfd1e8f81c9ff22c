import ListModel
import NameSearch
import TargetStore
import TestSupport
import Testing

/// Rows that were dropped from a source that still returns them: stored, but in no list.
@Suite(.onEachEngine, .inTurn)
struct DroppedRowTests {
  private let fixture: StoreFixture
  private let list: ListName
  private let row: Name

  init() throws {
    fixture = try StoreFixture()
    list = fixture.list
    row = try Name("x").known(by: "1")
  }

  /// A list with "a" and "b"; this row and a bare "gone" were liked and then dropped.
  private func filled() async throws -> TargetStore {
    let store = try await fixture.filled(with: "a", "b", "gone")
    let rows = [row, try Name("gone")]
    _ = try await store.apply(Edit(.like, rows, addsUnknown: true), to: list)
    let result = try await store.apply(Edit(.hide, rows), to: list)
    #expect(result.changes.map(\.after) == [[.liked, .dropped], [.liked, .dropped]])
    return store
  }

  private let asFilled: [String: Flags] = [
    "a": [], "b": [], "gone": [.liked, .dropped], "x#1": [.liked, .dropped],
  ]

  private func kept() async throws -> [String: Flags] {
    try await fixture.open().rows(of: list)
  }

  @Test func aDroppedRowIsVisibleOnlyByItsFlags() async throws {
    let store = try await filled()
    #expect(try await store.contents(of: list) == ["a": [], "b": []])
    let page = try await store.names(in: list, limit: 2)
    #expect(try page.names.map(\.name) == names("a", "b"))
    #expect(page.next == nil)
    #expect(
      try await store.lists() == [ListSummary(name: list, count: 2, dead: 0, ok: 0, snoozed: 0)])
    #expect(
      try await store.flags(in: list) == [
        row: [.liked, .dropped], Name("gone"): [.liked, .dropped],
      ])
    let keys = PrimaryKeys(of: NameOrder())
    for limit in 1...3 {
      let first = try await store.firstNames(in: list, by: keys, limit: limit)
      #expect(first.names.map(\.name.text) == ["a", "b"].prefix(max(limit, 1)).map(\.self))
    }
    #expect(try await store.listNames().contains(list))
  }

  @Test(arguments: Edit.Action.allCases)
  func anEditThatDoesNotAddIgnoresIt(action: Edit.Action) async throws {
    let store = try await filled()
    if action == .add { return }
    let names = [row, try Name("gone"), try Name("x")]
    let result = try await store.apply(Edit(action, names), to: list)
    #expect(result == EditResult(unknown: names))
    #expect(try await kept() == asFilled)
  }

  @Test(
    arguments: [(.add, .liked), (.like, .liked), (.dead, [.dead, .liked])]
      as [(Edit.Action, Flags)])
  func anEditThatAddsRestoresIt(action: Edit.Action, after: Flags) async throws {
    let store = try await filled()
    // By its ID, and by its bare name.
    for names in try [[row, Name("gone")], names("x", "gone")] {
      let result = try await store.apply(Edit(action, names, addsUnknown: true), to: list)
      #expect(result.changes.map(\.before) == [[.liked, .dropped], [.liked, .dropped]])
      #expect(try result.changes.map(\.name) == [row, Name("gone")])
      #expect(try await kept() == ["a": [], "b": [], "gone": after, "x#1": after])
      _ = try await store.undo(in: list)
      #expect(try await kept() == asFilled)
    }
  }

  @Test(arguments: [Edit.Action.reopen, .unlike, .drop])
  func removingRestoresNothing(action: Edit.Action) async throws {
    let store = try await filled()
    let edit = Edit(action, [row], addsUnknown: true)
    #expect(try await store.apply(edit, to: list) == EditResult(unknown: [row]))
    #expect(try await kept() == asFilled)
  }

  @Test func droppingADroppedRowChangesNothing() async throws {
    let store = try await filled()
    let result = try await store.apply(Edit(.hide, [row], addsUnknown: true), to: list)
    #expect(result == EditResult(unchanged: [row]))
  }

  @Test func aRowTheListDoesNotHaveCanBeDropped() async throws {
    let store = try fixture.open()
    let names = [row, try Name("bare")]
    let result = try await store.apply(Edit(.hide, names, addsUnknown: true), to: list)
    #expect(result.changes.map(\.after) == [.dropped, .dropped])
    #expect(try await store.contents(of: list) == [:])
    #expect(try await store.lists().map(\.count) == [0])
    #expect(try await kept() == ["x#1": .dropped, "bare": .dropped])
    _ = try await store.undo(in: list)
    #expect(try await kept() == [:])
    _ = try await store.redo(in: list)
    #expect(try await kept() == ["x#1": .dropped, "bare": .dropped])
  }

  @Test func oneOfSeveralRowsWithTheSameNameCanBeDropped() async throws {
    let store = try await filled()
    let twin = try Name("x").known(by: "2")
    _ = try await store.apply(Edit(.add, [twin]), to: list)
    var result = try await store.apply(Edit(.dead, names("x")), to: list)
    #expect(result == EditResult(changes: [.init(name: twin, before: [], after: .dead)]))
    result = try await store.apply(Edit(.add, names("x")), to: list)
    #expect(
      result
        == EditResult(
          changes: [.init(name: row, before: [.liked, .dropped], after: .liked)],
          unchanged: [twin]))
  }

  @Test func anImportRestoresADroppedRow() async throws {
    let store = try await filled()
    let batch = try NameBatch(["new", "x", "gone", "a"])
    #expect(try await store.importNames(batch, into: list).added == 3)
    let wanted: [String: Flags] = [
      "a": [], "b": [], "gone": .liked, "new": [], "x": [], "x#1": [.liked, .dropped],
    ]
    #expect(try await kept() == wanted)
    let changes = try #require(try await store.undo(in: list)).changes
    #expect(changes.map(\.after) == [[.liked, .dropped], nil, nil])
    #expect(try await kept() == asFilled)
  }

  @Test func anImportIntoAListOfNamesRestoresDroppedRows() async throws {
    let store = try await fixture.filled(with: "a", "b")
    _ = try await store.apply(Edit(.hide, names("b")), to: list)
    let batch = try NameBatch(["b", "a", "b"])
    #expect(try await store.importNames(batch, into: list).added == 1)
    #expect(try await store.contents(of: list) == ["a": [], "b": []])
  }

  /// Decisions and the presence of a row are independent.
  @Test func aDecisionCanBeUndoneAfterTheRowWasDropped() async throws {
    let store = try await fixture.filled(with: "a")
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
    let other = try fixture.open()
    _ = try await other.apply(Edit(.hide, names("a")), to: list)
    _ = try await store.undo(in: list)
    #expect(try await kept() == ["a": .dropped])
    _ = try await other.undo(in: list)
    #expect(try await kept() == ["a": []])
  }
}
