import LibraryTestSupport
import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// Edits of very many rows with single statements.
@Suite(.onEachEngine, .inTurn)
struct UniformEditTests {
  private let fixture: StoreFixture
  private let store: TargetStore
  private let (together, apart): (ListName, ListName)

  init() throws {
    fixture = try StoreFixture()
    store = try fixture.open()
    (together, apart) = (try ListName("together"), try ListName("apart"))
  }

  private func expectSameRows(_ step: String) async throws {
    let (one, other) = (try await store.rows(of: together), try await store.rows(of: apart))
    #expect(one == other, "\(step)")
  }

  @Test("An edit of many rows does the same to each as an edit of one", arguments: UInt64(0)..<12)
  func anEditOfManyRowsDoesWhatItDoesToEach(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let texts = (100..<160).map { "row \($0)" }
    let parts: [(Edit.Action, [String])] = [.dead, .ok, .like, .drop].map { action in
      (action, texts.filter { _ in Int.random(in: 0..<8, using: &random) == 0 })
    }
    for list in [together, apart] {
      _ = try await store.apply(Edit(.add, names(texts)), to: list)
      for (action, some) in parts { _ = try await store.apply(Edit(action, names(some)), to: list) }
    }
    for action in [Edit.Action.dead, .reopen, .like, .ok] {
      // Rows in a range, and others that are outside, missing, or repeated.
      let start = Int.random(in: 0..<50, using: &random)
      var chosen = Array(texts[start..<Int.random(in: start..<60, using: &random)])
      if Bool.random(using: &random) {
        chosen += (0..<5).map { _ in "row \(Int.random(in: 80..<180, using: &random))" }
      }
      chosen.shuffle(using: &random)
      let many = try await store.apply(
        Edit(action, [], ofSingleRows: true), toEach: names(chosen), of: together)
      let each = try await store.apply(
        Edit(action, names(chosen), ofSingleRows: true), to: apart)
      #expect(many.changeCount == each.changes.count)
      #expect(many.unknown.count == each.unknown.count)
      #expect(
        many.changeCount + many.unchanged.count + many.unknown.count == chosen.count)
      try await expectSameRows("\(action)")
      #expect(try await store.check().troubles == [])
      guard many.changeCount > 0 else { continue }
      _ = try await store.undo(in: together)
      _ = try await store.undo(in: apart)
      try await expectSameRows("undo of \(action)")
      _ = try await store.redo(in: together)
      _ = try await store.redo(in: apart)
      try await expectSameRows("redo of \(action)")
    }
    #expect(try await store.check().troubles == [])
  }

  @Test("Unchanged names are reported in the order of the edit")
  func unchangedNamesAreToldInTheirOrder() async throws {
    let texts = (100..<130).map { "row \($0)" }
    _ = try await store.apply(Edit(.add, names(texts)), to: together)
    _ = try await store.apply(Edit(.dead, names("row 120", "row 103")), to: together)
    let edit = Edit(.dead, [], ofSingleRows: true)
    let result = try await store.apply(
      edit, toEach: names("z", "row 120", "row 110", "a", "row 103", "row 110"), of: together)
    #expect(result.changeCount == 1)
    #expect(result.unchanged.first.map(\.text) == ["row 120", "row 103", "row 110"])
    #expect(result.unknown.first.map(\.text) == ["z", "a"])
  }

  @Test("Deciding a few rows or most rows of a long list works, and so does undoing it")
  func fewAndMostRowsOfALongList() async throws {
    let texts = (100_000..<120_000).map { "row \($0)" }
    _ = try await store.importNames(NameBatch(names(texts)), into: together)
    let few = texts.enumerated().filter { $0.offset % 200 == 0 }.map(\.element)
    let edit = Edit(.ok, [], ofSingleRows: true)
    #expect(try await store.apply(edit, toEach: names(few), of: together).changeCount == 100)
    // Enough rows that undo reverts them with one statement: first the open ones, then all.
    let open = texts.enumerated().filter { $0.offset % 200 != 0 }.map(\.element)
    for (chosen, count) in [(open, 19_900), (texts, 100)] {
      let summary = try await store.apply(
        Edit(.dead, [], ofSingleRows: true), toEach: names(chosen), of: together)
      #expect(summary.changeCount == count)
      #expect(try await store.lists().first?.dead == chosen.count)
      #expect(try await store.undo(in: together)?.changeCount == count)
      #expect(try await store.contents(of: together).values.count { $0.contains(.ok) } == 100)
      #expect(try await store.check().troubles == [])
      _ = try await store.redo(in: together)
      #expect(try await store.lists().first?.dead == chosen.count)
      #expect(try await store.check().troubles == [])
    }
  }

  @Test("Redoing and undoing marks keeps other people's marks and refuses rows changed since")
  func redoOfManyRows() async throws {
    let texts = (100_000..<120_000).map { "row \($0)" }
    _ = try await store.importNames(NameBatch(names(texts + ["a", "z"])), into: together)
    _ = try await store.apply(Edit(.ok, names("a", "row 100003")), to: together)
    let open = texts.filter { $0 != "row 100003" }
    let edit = Edit(.dead, [], ofSingleRows: true)
    #expect(try await store.apply(edit, toEach: names(open), of: together).changeCount == 19_999)
    for _ in 0..<2 {
      #expect(try await store.undo(in: together)?.changeCount == 19_999)
      #expect(try await store.lists().first?.dead == 0)
      #expect(try await store.redo(in: together)?.changeCount == 19_999)
      let listed = try await store.lists().first
      #expect(listed?.dead == 19_999 && listed?.ok == 2)
      #expect(try await store.check().troubles == [])
    }
    let likes = Edit(.like, [], ofSingleRows: true)
    #expect(try await store.apply(likes, toEach: names(texts), of: together).changeCount == 20_000)
    #expect(try await store.undo(in: together)?.changeCount == 20_000)
    #expect(try await store.lists().first?.dead == 19_999)
    #expect(try await store.check().troubles == [])
    _ = try await store.undo(in: together)
    try fixture.execute(
      "UPDATE row SET verdict = 'ok', decided = 1 WHERE key = '=row 100005'")
    await #expect(throws: StoreError.changedSince(try Name("row 100005"))) {
      try await store.redo(in: together)
    }
  }
  @Test("Undoing a decision about many rows keeps marks that they got since")
  func undoOfManyRowsKeepsLaterMarks() async throws {
    let texts = (100_000..<120_000).map { "row \($0)" }
    _ = try await store.importNames(NameBatch(names(texts)), into: together)
    let dead = Edit(.dead, [], ofSingleRows: true)
    #expect(try await store.apply(dead, toEach: names(texts), of: together).changeCount == 20_000)
    let step = try await store.mark(of: together).version
    let other = try fixture.open(author: "ann")
    _ = try await other.apply(Edit(.like, names("row 100005")), to: together)
    _ = try await other.apply(
      Edit(.note, names("row 100007"), note: try Note("asked")), to: together)
    #expect(try await store.undo(step, in: together)?.changeCount == 20_000)
    #expect(try await store.contents(of: together)["row 100005"]?.contains(.liked) == true)
    let noted = try Name("row 100007")
    let remarks = try await store.remarks(on: [noted], in: together)
    #expect(remarks[noted]?.note == (try Note("asked")))
    #expect(try await store.lists().first?.dead == 0)
    #expect(try await store.check().troubles == [])
  }
}
