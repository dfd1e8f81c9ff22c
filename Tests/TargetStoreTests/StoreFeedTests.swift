import ListModel
import Glibc
import LibraryTestSupport
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// The changes that are reported to those who follow a list.
@Suite(.onEachEngine, .inTurn)
struct StoreFeedTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  /// A reader that continues from the version it knows.
  private struct Follower {
    var rows: [Name: Flags] = [:]
    var table = FlagTable(for: .keptList)
    var mark = ListVersion.start

    /// Returns the number of names that were reported.
    mutating func follow(_ list: ListName, in store: TargetStore) async throws -> Int {
      let news = try #require(try await store.changes(of: list, since: mark))
      for (name, flags) in news.changes { rows[name] = flags }
      table.set(news.changes)
      mark = news.mark
      return news.changes.count
    }
  }

  private func follow(
    _ follower: inout Follower, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    _ = try await follower.follow(fixture.list, in: fixture.open())
    func byText(_ rows: [Name: Flags]) -> [String: Flags] {
      Dictionary(
        uniqueKeysWithValues: rows.map { name, flags in
          (name.text + (name.sourceID.map { "#\($0)" } ?? ""), flags)
        })
    }
    let store = try fixture.open()
    let anew = try await store.rows(of: fixture.list)
      .merging(byText(store.flags(in: fixture.list))) { $1 }
    #expect(byText(follower.rows) == anew, sourceLocation: sourceLocation)
    for (name, flags) in follower.rows where !flags.contains(.dropped) {
      #expect(follower.table[name] == flags, sourceLocation: sourceLocation)
    }
  }

  @Test func aListIsFollowedFromItsBeginning() async throws {
    var follower = Follower()
    try await follow(&follower)
    #expect(follower.mark == .start)
    try await fixture.edit(.add, "a", "b")
    try await fixture.edit(.dead, "b")
    try await follow(&follower)
    #expect(follower.rows == [try Name("a"): [], try Name("b"): .dead])
    #expect(follower.mark.version == 2)
    try await fixture.edit(.drop, "a")
    #expect(try await follower.follow(fixture.list, in: fixture.open()) == 1)
    #expect(try await follower.follow(fixture.list, in: fixture.open()) == 0)
  }

  @Test func anEditReturnsItsVersion() async throws {
    let store = try fixture.open()
    #expect(await store.newestMark == nil)
    _ = try await store.apply(Edit(.add, names("a")), to: fixture.list)
    #expect(try await store.newestMark == store.mark(of: fixture.list))
    _ = try await store.apply(Edit(.add, names("a")), to: fixture.list)
    #expect(await store.newestMark?.version == 1)
    try await fixture.edit(.like, "b")
    _ = try await store.undo(in: fixture.list)
    #expect(await store.newestMark?.version == 3)
  }

  @Test func editsOfOneListAreNotChangesOfAnother() async throws {
    let store = try fixture.open()
    let other = try ListName("other")
    _ = try await store.apply(Edit(.add, names("a")), to: fixture.list)
    let mark = try await store.mark(of: fixture.list)
    _ = try await store.apply(Edit(.add, names("b")), to: other)
    let news = try #require(try await store.changes(of: fixture.list, since: mark))
    #expect(news == ListNews(changes: [], mark: mark))
    #expect(try await store.changes(of: other, since: mark) == nil)
  }

  @Test(.onFilesOnly) func aReplacedStoreIsReadAgain() async throws {
    try await fixture.edit(.add, "a")
    let mark = try await fixture.open().mark(of: fixture.list)
    for file in try fixture.files() { #expect(unlink(fixture.directory.path(file)) == 0) }
    #expect(try await fixture.open().changes(of: fixture.list, since: mark) == nil)
    try await fixture.edit(.add, "b")
    try await fixture.edit(.add, "c")
    #expect(try await fixture.open().changes(of: fixture.list, since: mark) == nil)
  }

  /// An older copy of the store was restored, and then edited separately.
  @Test(.onFilesOnly) func aSeparatelyEditedCopyIsReadAgain() async throws {
    try await fixture.edit(.add, "a")
    let copy = try StoreFixture()
    try copy.directory.write(fixture.bytes(), to: "targets.db")
    let common = try await fixture.open().mark(of: fixture.list)
    try await fixture.edit(.add, "b")
    try await copy.edit(.add, "c")
    let mark = try await fixture.open().mark(of: fixture.list)
    #expect(try await copy.open().mark(of: fixture.list).version == mark.version)
    #expect(try await copy.open().changes(of: fixture.list, since: mark) == nil)
    try await copy.edit(.add, "d")
    #expect(try await copy.open().changes(of: fixture.list, since: mark) == nil)
    #expect(try await copy.open().changes(of: fixture.list, since: common)?.changes.count == 2)
  }

  @Test func aRenamedRowRemovesItsOldName() async throws {
    var follower = Follower()
    let (before, after) = (try Name("x").known(by: "1"), try Name("y").known(by: "1"))
    let store = try fixture.open()
    _ = try await store.apply(Edit(.dead, [before], addsUnknown: true), to: fixture.list)
    try await follow(&follower)
    _ = try await store.apply(Edit(.like, [after], addsUnknown: true), to: fixture.list)
    try await follow(&follower)
    #expect(follower.rows == [after: [.dead, .liked]])
    _ = try await store.undo(in: fixture.list)
    try await follow(&follower)
  }

  /// The law: whatever several runs do, a followed list equals a list that is read again.
  @Test(arguments: UInt64(0)..<6)
  func aFollowedListEqualsARereadList(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var follower = Follower()
    let stores = try (0..<3).map { _ in try fixture.open() }
    try await stores[0].setUndoSteps(200)
    // All rows of a list that had none are counted, not reported.
    _ = try await stores[0].apply(Edit(.add, names("always")), to: fixture.list)
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 0..<5, using: &random) {
        let store = stores[Int.random(in: 0..<3, using: &random)]
        try await act(on: store, &random)
      }
      try await follow(&follower)
    }
  }

  private func act(on store: TargetStore, _ random: inout SeededGenerator) async throws {
    let list = fixture.list
    func name() throws -> Name {
      let name = try Name("n\(Int.random(in: 0..<12, using: &random))")
      let id = Int.random(in: 0..<12, using: &random)
      return id < 4 ? try name.known(by: "\(id)") : name
    }
    do {
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1: _ = try await store.undo(in: list)
      case 2: _ = try await store.redo(in: list)
      case 3:
        var batch = NameBatch()
        for _ in 0..<3 { batch.append(try name()) }
        _ = try await store.importNames(batch, into: list)
      case 4, 5:
        var batch = try NameBatch(["always"])
        for _ in 0..<6 {
          batch.append(try name(), revision: [nil, "1", "2"].randomElement(using: &random) ?? nil)
        }
        _ = try await store.mirror(batch, into: list)
      default:
        let action = Edit.Action.allCases.randomElement(using: &random) ?? .add
        let names = try [name(), name()]
        let singly = Bool.random(using: &random)
        _ = try await store.apply(
          Edit(action, names, ofSingleRows: singly, addsUnknown: true), to: list)
      }
    } catch StoreError.changedSince {
      // Another run changed the row that should be undone.
    }
  }
}

// MARK: What is forgotten

extension StoreFeedTests {
  @Test func onlyTheLastStepsAreReportedAndUndoable() async throws {
    let store = try await fixture.open(stepsKept: 20)
    var marks: [ListVersion] = []
    for number in 0..<50 {
      _ = try await store.apply(Edit(.add, names("n\(number)")), to: fixture.list)
      marks.append(try await store.mark(of: fixture.list))
    }
    var told: [Int?] = []
    for mark in marks {
      told.append(try await store.changes(of: fixture.list, since: mark)?.changes.count)
    }
    #expect(told == (0..<50).map { $0 < 29 ? nil : 49 - $0 })
    let counts = try ["step", "image", "event", "fact"].map { table in
      try fixture.number("SELECT count(*) FROM \(table)")
    }
    #expect(counts == [20, 20, 50, 50])
    for _ in 0..<20 { #expect(try await store.undo(in: fixture.list) != nil) }
    #expect(try await store.undo(in: fixture.list) == nil)
    #expect(try await store.contents(of: fixture.list).count == 30)
  }

  @Test func stepsThatCannotBeRedoneAreStillReported() async throws {
    let store = try await fixture.filled(with: "a", "b")
    let mark = try await store.mark(of: fixture.list)
    _ = try await store.apply(Edit(.dead, names("a")), to: fixture.list)
    let between = try await store.mark(of: fixture.list)
    _ = try await store.undo(in: fixture.list)
    _ = try await store.undo(in: fixture.list)
    _ = try await store.redo(in: fixture.list)
    try await fixture.edit(.like, "b")
    #expect(try await fixture.open().redo(in: fixture.list) == nil)
    for mark in [mark, between] {
      let news = try #require(try await store.changes(of: fixture.list, since: mark))
      let flags = Dictionary(uniqueKeysWithValues: news.changes.map { ($0.name.text, $0.flags) })
      #expect(flags["a"] == .some([]))
    }
  }

  @Test func moreChangesThanTheLimitAreReadAgain() async throws {
    _ = try await fixture.filled(with: "a", "b", "c")
    let store = try fixture.open()
    #expect(try await store.changes(of: fixture.list, since: .start, limit: 2) == nil)
    let news = try await store.changes(of: fixture.list, since: .start, limit: 3)
    #expect(news?.changes.count == 3)
  }
}

// MARK: Imports of very many names

extension StoreFeedTests {
  /// Enough rows that some are only counted.
  private var many: Int { EventDraft.mostNoted + 4_000 }

  private func importMany(into store: TargetStore) async throws -> Int {
    let batch = try NameBatch((0..<many).map { "name-\($0)" })
    return try await store.importNames(batch, into: fixture.list).added
  }

  @Test func countedRowsAreReadAgainAndUndone() async throws {
    let store = try await fixture.filled(with: "a", "name-7")
    let mark = try await store.mark(of: fixture.list)
    #expect(try await importMany(into: store) == many - 1)
    #expect(try fixture.number("SELECT count(*) FROM image") == EventDraft.mostNoted + 2)
    #expect(try await store.changes(of: fixture.list, since: mark) == nil)

    for _ in 0..<2 {
      let undone = try #require(try await store.undo(in: fixture.list))
      #expect(undone.manyCount == many - 1 && undone.changes.isEmpty)
      #expect(try await store.contents(of: fixture.list) == ["a": [], "name-7": []])
      #expect(try await store.check().troubles == [])
      #expect(try await store.redo(in: fixture.list)?.manyCount ?? 0 > 0)
      #expect(try await store.contents(of: fixture.list).count == many + 1)
      #expect(try await store.check().troubles == [])
    }
    let dropped = try await store.mirror(NameBatch(["b"]), into: fixture.list)
    #expect(dropped == MirrorSummary(new: 1, gone: many + 1, same: 0))
    for _ in 0..<2 {
      #expect(try await store.undo(in: fixture.list)?.manyCount ?? 0 > 0)
      #expect(try await store.contents(of: fixture.list).count == many + 1)
      #expect(try await store.check().troubles == [])
      #expect(try await store.redo(in: fixture.list)?.manyCount ?? 0 > 0)
      #expect(try await store.contents(of: fixture.list) == ["b": []])
      #expect(try await store.check().troubles == [])
    }
  }

  @Test(arguments: [Edit.Action.drop, .dead])
  func rowsChangedSinceAreNotUndone(action: Edit.Action) async throws {
    let store = try fixture.open()
    _ = try await importMany(into: store)
    // Sorted by their beginnings, the last name is only counted.
    let last = try Name("name-9999")
    #expect(
      try fixture.number("SELECT count(*) FROM image WHERE key = '=name-9999'") == 0)
    try await fixture.edit(action, last.text)
    await #expect(throws: StoreError.changedSince(last)) { try await store.undo(in: fixture.list) }
    #expect(try await store.contents(of: fixture.list)["name-1"] != nil)
    #expect(try await fixture.open().undo(in: fixture.list) != nil)
    #expect(try await store.undo(in: fixture.list)?.manyCount ?? 0 > 0)
    #expect(try await store.contents(of: fixture.list).isEmpty)
  }
}

// MARK: Who, and when

extension StoreFeedTests {
  private func decision(of name: String) throws -> String? {
    let decision = """
      FROM row AS r JOIN event AS e ON e.list = r.list AND e.number = r.decided
      WHERE r.key = '=\(name)'
      """
    guard let author = try fixture.text("SELECT e.author \(decision)"),
      let number = try fixture.number("SELECT e.number \(decision)")
    else { return nil }
    return "\(author) \(number)"
  }

  private func mark(_ action: Edit.Action, by author: String) async throws {
    let store = try fixture.open(author: author)
    _ = try await store.apply(Edit(action, names("x"), addsUnknown: true), to: fixture.list)
  }

  @Test func theLastAuthorAndTimeAreKept() async throws {
    try await mark(.dead, by: "ann")
    #expect(try decision(of: "x") == "ann 1")
    try await mark(.like, by: "bob")
    #expect(try decision(of: "x") == "ann 1")
    try await mark(.reopen, by: "bob")
    try await mark(.dead, by: "bob")
    #expect(try decision(of: "x") == "bob 4")

    let store = try fixture.open()
    _ = try await store.undo(in: fixture.list, ofAnyone: true)
    #expect(try decision(of: "x") == nil)
    _ = try await store.undo(in: fixture.list, ofAnyone: true)
    #expect(try decision(of: "x") == "ann 1")
    _ = try await store.redo(in: fixture.list, ofAnyone: true)
    _ = try await store.redo(in: fixture.list, ofAnyone: true)
    #expect(try decision(of: "x") == "bob 4")
  }

  @Test func factsAboutADecisionOutliveTheRow() async throws {
    let (before, after) = (try Name("x").known(by: "1"), try Name("y").known(by: "1"))
    let store = try fixture.open(author: "ann")
    _ = try await store.apply(Edit(.dead, [before], addsUnknown: true), to: fixture.list)
    _ = try await store.apply(Edit(.like, [after], addsUnknown: true), to: fixture.list)
    #expect(try await store.remarks(on: [after], in: fixture.list)[after]?.decidedBy == "ann")
    _ = try await store.apply(Edit(.drop, [after]), to: fixture.list)
    #expect(try await store.remarks(on: [before], in: fixture.list)[after]?.decidedBy == "ann")
  }

  @Test func everyEventHasATimeAnAuthorAndARun() async throws {
    let before = Moment.now.microseconds
    try await mark(.dead, by: "Ann O’Neil")
    try await mark(.like, by: "Ann O’Neil")
    let known = """
      SELECT count(DISTINCT run) FROM event WHERE author = 'Ann O’Neil' AND run > 0
        AND at BETWEEN \(before) AND \(Moment.now.microseconds)
      """
    #expect(try fixture.number(known) == 2)
  }
}
