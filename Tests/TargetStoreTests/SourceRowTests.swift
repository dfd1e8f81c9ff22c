import ListModel
import NameSearch
import TargetStore
import TestSupport
import Testing

/// Rows that their source identifies by an ID, beside rows that are identified by their name.
@Suite(.onEachEngine, .inTurn)
struct SourceRowTests {
  private let fixture: StoreFixture
  private let list: ListName

  init() throws {
    fixture = try StoreFixture()
    list = fixture.list
  }

  /// A name with the ID after `#`.
  private func row(_ text: String) throws -> Name {
    let parts = text.split(separator: "#")
    let name = try Name(parts[0])
    return parts.count == 1 ? name : try name.known(by: String(parts[1]))
  }

  private func rows(_ texts: String...) throws -> [Name] {
    try texts.map(row)
  }

  /// A store with these rows; the bare ones are added first, since a bare name means all rows with
  /// that name.
  private func filled(_ texts: String...) async throws -> TargetStore {
    let store = try fixture.open()
    let rows = try texts.map(row)
    let known = rows.filter { $0.sourceID != nil }
    _ = try await store.apply(
      Edit(.add, rows.filter { $0.sourceID == nil } + known), to: list)
    return store
  }

  /// All stored rows, including dropped ones, as another run finds them.
  private func kept() async throws -> [String: Flags] {
    try await fixture.open().rows(of: list)
  }

  // MARK: Whose an edit is

  @Test func rowsWithTheSameNameAreEditedSeparately() async throws {
    let store = try await filled("x#1", "x#2", "x")
    let result = try await store.apply(Edit(.dead, rows("x#2")), to: list)
    #expect(
      try result == EditResult(changes: [.init(name: row("x#2"), before: [], after: .dead)]))
    #expect(try await kept() == ["x": [], "x#1": [], "x#2": .dead])
  }

  @Test func aBareNameMeansTheBareRowInEditsOfSingleRows() async throws {
    let store = try await filled("x", "x#1", "y#2")
    let edit = Edit(.dead, try rows("x", "y"), ofSingleRows: true)
    let result = try await store.apply(edit, to: list)
    #expect(try result.changes.map(\.name) == rows("x"))
    #expect(try result.unknown == rows("y"))
    #expect(try await kept() == ["x": .dead, "x#1": [], "y#2": []])
  }

  @Test func flagsAreReadForFlaggedRowsAndRowsWithAnID() async throws {
    let store = try await filled("x", "x#1", "x#2", "y")
    _ = try await store.apply(Edit(.like, rows("x#2", "y")), to: list)
    #expect(
      try await store.flags(in: list) == [row("x#1"): [], row("x#2"): .liked, row("y"): .liked])
    #expect(
      try await store.flags(of: rows("x", "x#1", "z", "y#9"), in: list) == [
        row("x"): [], row("x#1"): [],
      ])
  }

  @Test func anEditUpdatesTheNameOfARow() async throws {
    let store = try await filled("old#1", "old")
    let result = try await store.apply(Edit(.like, rows("cafe\u{301}#1")), to: list)
    #expect(try result.changes.map(\.name) == rows("cafe\u{301}#1"))
    #expect(try await kept() == ["old": [], "caf\u{e9}#1": .liked])
    let names = try await store.names(in: list, limit: 9).names.map(\.name.original)
    #expect(names.map(\.unicodeScalars.count) == [5, 3])
  }

  @Test func anEditThatChangesNothingRenamesNothing() async throws {
    let store = try await filled("old#1")
    let result = try await store.apply(Edit(.reopen, rows("new#1")), to: list)
    #expect(try result == EditResult(unchanged: rows("new#1")))
    #expect(try await kept() == ["old#1": []])
  }

  @Test func aBareNameMeansAllRowsWithThatName() async throws {
    let store = try await filled("x#1", "x#2", "x", "y#3")
    _ = try await store.apply(Edit(.dead, rows("x#2")), to: list)
    let result = try await store.apply(Edit(.dead, rows("x")), to: list)
    #expect(try result.changes.map(\.name) == rows("x", "x#1"))
    #expect(try result.unchanged == rows("x#2"))
    #expect(try await kept() == ["x": .dead, "x#1": .dead, "x#2": .dead, "y#3": []])
    _ = try await store.apply(Edit(.drop, rows("x")), to: list)
    let dropped: Flags = [.dead, .dropped]
    #expect(try await kept() == ["x": dropped, "x#1": dropped, "x#2": dropped, "y#3": []])
    _ = try await store.undo(in: list)
    #expect(try await kept() == ["x": .dead, "x#1": .dead, "x#2": .dead, "y#3": []])
  }

  @Test func aBareNameIsAddedOnlyIfNoRowHasThatName() async throws {
    let store = try await filled("x#1")
    for action in [Edit.Action.add, .like, .dead] {
      _ = try await store.apply(Edit(action, rows("x"), addsUnknown: true), to: list)
    }
    #expect(try await kept() == ["x#1": [.dead, .liked]])
  }

  @Test func anUnknownIDIsUnknownWhateverItsName() async throws {
    let store = try await filled("x", "x#1")
    var result = try await store.apply(Edit(.dead, rows("x#2")), to: list)
    #expect(try result == EditResult(unknown: rows("x#2")))
    result = try await store.apply(Edit(.dead, rows("x#2"), addsUnknown: true), to: list)
    #expect(try result.changes == [.init(name: row("x#2"), before: nil, after: .dead)])
    #expect(try await kept() == ["x": [], "x#1": [], "x#2": .dead])
  }

  @Test func aRowThatIsNamedTwiceIsEditedOnce() async throws {
    let store = try await filled("x#1", "y#2")
    let result = try await store.apply(Edit(.drop, rows("x#1", "z#1", "y", "y")), to: list)
    #expect(
      try result
        == EditResult(changes: [
          .init(name: row("x#1"), before: [], after: .dropped),
          .init(name: row("y#2"), before: [], after: .dropped),
        ]))
  }

  @Test func differentListsMayUseTheSameID() async throws {
    let store = try await filled("x#1")
    let other = try ListName("other")
    _ = try await store.apply(Edit(.dead, rows("y#1"), addsUnknown: true), to: other)
    #expect(try await store.flags(in: other) == [row("y#1"): .dead])
    #expect(try await kept() == ["x#1": []])
  }

  // MARK: Flags elsewhere

  @Test(
    arguments: [
      (.reopen, .dead, []), (.reopen, [.dead, .liked], .liked), (.unlike, .liked, []),
      (.like, .dead, [.dead, .liked]), (.hide, .dead, [.dead, .dropped]), (.add, .dead, .dead),
      (.add, [], []), (.dead, .dropped, .dead), (.add, [.dead, .dropped], .dead),
    ] as [(Edit.Action, Flags, Flags)], ["x", "x#1"])
  func anAddedNameGetsTheFlagsOfItsSource(
    edit: (action: Edit.Action, elsewhere: Flags, after: Flags), text: String
  ) async throws {
    let name = try row(text)
    let store = try fixture.open()
    let result = try await store.apply(
      Edit(edit.action, [name], flagsOfSource: [name: edit.elsewhere]), to: list)
    let change = EditResult.Change(name: name, before: nil, after: edit.after)
    #expect(result == EditResult(changes: [change]))
    #expect(try await kept() == [text: edit.after])
    #expect(try await store.undo(in: list)?.changes.map(\.after) == [nil])
    #expect(try await kept() == [:])
  }

  @Test(
    arguments: [
      (.dead, .dead), (.reopen, []), (.like, .liked), (.unlike, .dead), (.hide, .dropped),
      (.reopen, .dropped), (.drop, .dropped),
    ] as [(Edit.Action, Flags)], [true, false])
  func flagsEqualToTheSourcesAreNotStored(
    edit: (action: Edit.Action, elsewhere: Flags), isThere: Bool
  ) async throws {
    let store = isThere ? try await filled("other") : try fixture.open()
    let name = try row("x#1")
    let result = try await store.apply(
      Edit(edit.action, [name], addsUnknown: true, flagsOfSource: [name: edit.elsewhere]),
      to: list)
    #expect(result == EditResult(unchanged: [name]))
    #expect(try await kept() == (isThere ? ["other": []] : [:]))
    if !isThere { #expect(try fixture.files() == []) }
  }

  @Test func storedFlagsTakePrecedenceOverTheSources() async throws {
    let store = try await filled("x#1", "y")
    let edit = try Edit(
      .like, rows("x#1", "y"), flagsOfSource: [row("x#1"): .dead, row("y"): .liked])
    let result = try await store.apply(edit, to: list)
    #expect(result.changes.map(\.before) == [[], []])
    #expect(try await kept() == ["x#1": .liked, "y": .liked])
  }

  @Test func rowsOnlyInTheSourceCannotBeDropped() async throws {
    let store = try await filled("other")
    let name = try row("x#1")
    let result = try await store.apply(Edit(.drop, [name], flagsOfSource: [name: .dead]), to: list)
    #expect(result == EditResult(unknown: [name]))
  }

  // MARK: Undo

  @Test func undoFindsTheRowByIDAndRestoresItsName() async throws {
    let store = try await filled("x#1", "x")
    _ = try await store.apply(Edit(.like, rows("y#1")), to: list)
    _ = try await store.apply(Edit(.dead, rows("z#1")), to: list)
    let results = [try await store.undo(in: list), try await store.undo(in: list)]
    #expect(try results.compactMap(\.self).flatMap(\.changes).map(\.name) == rows("y#1", "x#1"))
    #expect(try await kept() == ["x#1": [], "x": []])
  }

  @Test func aRecreatedRowHasItsFormerName() async throws {
    let store = try await filled("x#1", "x")
    _ = try await store.apply(Edit(.drop, rows("cafe\u{301}#1")), to: list)
    #expect(try await kept() == ["caf\u{e9}#1": .dropped, "x": []])
    _ = try await store.undo(in: list)
    #expect(try await kept() == ["x#1": [], "x": []])
    _ = try await fixture.open().redo(in: list)
    #expect(try await kept() == ["caf\u{e9}#1": .dropped, "x": []])
    _ = try await store.apply(Edit(.add, rows("cafe\u{301}#1")), to: list)
    let names = try await store.names(in: list, limit: 9).names.map(\.name.original)
    #expect(names.map(\.unicodeScalars.count) == [5, 1])
  }

  @Test func undoOfABareNameDoesNotAffectRowsWithIDs() async throws {
    let store = try await filled("x")
    _ = try await store.apply(Edit(.dead, rows("x")), to: list)
    _ = try await fixture.open().apply(Edit(.add, rows("x#1")), to: list)
    #expect(try await store.undo(in: list)?.changes.map(\.name) == rows("x"))
    #expect(try await kept() == ["x": [], "x#1": []])
  }

  // MARK: Reading

  @Test(arguments: 1...6)
  func aPageCanEndBetweenRowsWithTheSameName(limit: Int) async throws {
    let store = try await filled("x#2", "x", "x#10", "w", "x#1", "y#0")
    var pages = [try await store.names(in: list, limit: limit)]
    while let next = pages.last?.next {
      pages.append(try await store.names(in: list, after: next, limit: limit))
    }
    // Rows with an ID come first, in the order of their IDs.
    let expected = try rows("y#0", "x#1", "x#10", "x#2", "w", "x")
    #expect(pages.flatMap(\.names).map(\.name) == expected)
    #expect(pages.dropLast().allSatisfy { $0.names.count == limit })
  }

  @Test func theFirstNamesIncludeAllRowsWithThem() async throws {
    let store = try await filled("a", "a#1", "a#2", "ab#3", "c", "d", "e", "f", "g")
    let keys = PrimaryKeys(of: NameOrder())
    let page = try await store.firstNames(in: list, by: keys, limit: 5)
    #expect(try page.names.map(\.name).prefix(3) == rows("a", "a#1", "a#2")[...])
    #expect(page.names.count <= 5)
    let few = try await store.firstNames(in: list, by: keys, limit: 2)
    #expect(try few.names.map(\.name) == rows("a", "a#1"))
  }

  @Test func anImportAddsMissingRows() async throws {
    let store = try await filled("x#1", "y")
    let batch = NameBatch(try rows("x", "other#1", "y#2", "y", "z", "z#3", "z"))
    #expect(try await store.importNames(batch, into: list).added == 4)
    #expect(
      try await kept() == ["other#1": [], "x": [], "y": [], "y#2": [], "z": [], "z#3": []])
    #expect(try await store.undo(in: list)?.changes.count == 5)
    #expect(try await kept() == ["x#1": [], "y": []])
  }

  /// A row without an ID is identified by its name, even in a list with IDs.
  @Test func anImportAddsABareNameBesideARowWithAnID() async throws {
    let store = try fixture.open()
    let batch = NameBatch(try rows("a", "z#3", "z"))
    #expect(try await store.importNames(batch, into: list).added == 3)
    #expect(try await kept() == ["a": [], "z": [], "z#3": []])
  }

  @Test(
    .onFilesOnly, arguments: ["x'23ff41'", "'#' || char(0) || '1'", "printf('#%.*c', 5000, 'a')"])
  func anInvalidIDIsDamage(identity: String) async throws {
    _ = try await filled("x#1")
    try runSQL("UPDATE row SET key = CAST(\(identity) AS TEXT)", on: fixture.path)
    let store = try fixture.open()
    await #expect(throws: StoreError.self) { try await store.contents(of: list) }
  }
}
