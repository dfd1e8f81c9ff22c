import ListModel
import Foundation
import Glibc
import LibraryTestSupport
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// A store of an earlier version: read as it is, and today's after the first edit.
@Suite(.inTurn)
struct StoreMigrationTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  @Test(arguments: 1...2)
  func anOldStoreIsReadAsItIs(old: Int) async throws {
    try OldStore.make(at: fixture.path, version: old)
    let before = try fixture.bytes()
    let store = try fixture.open()
    #expect(try await store.contents(of: fixture.list) == OldStore.contents)
    #expect(
      try await store.lists() == [
        ListSummary(name: fixture.list, count: 4, dead: 2, liked: 2),
        ListSummary(name: try Name("other"), count: 1, dead: 1, liked: 0),
      ])
    #expect(
      try await store.flags(in: fixture.list) == [
        Name("bo"): .dead, Name("caf\u{e9}"): [.dead, .liked], Name("d"): .liked,
      ])
    let asked = try names("ada", "d", "nobody") + [Name("d").known(by: "7")]
    #expect(
      try await store.flags(of: asked, in: fixture.list) == [Name("ada"): [], Name("d"): .liked])
    var page = try await store.names(in: fixture.list, limit: 3)
    #expect(page.names.map(\.name.original.unicodeScalars.count) == [3, 2, 5])
    #expect(page.names.allSatisfy { $0.name.sourceID == nil })
    page = try await store.names(in: fixture.list, after: try #require(page.next), limit: 3)
    #expect(page == KeptPage(names: [KeptName(name: try Name("d"), flags: .liked)], next: nil))
    let keys = PrimaryKeys(of: NameOrder())
    let first = try await store.firstNames(in: fixture.list, by: keys, limit: 2)
    #expect(first.names.map(\.name.text) == ["ada"])
    #expect(try fixture.bytes() == before)
    #expect(try fixture.files() == ["targets.db"])
  }

  @Test(arguments: 1...2)
  func anOldStoreThatIsReadOnlyCanBeRead(old: Int) throws {
    try OldStore.make(at: fixture.path, version: old)
    let before = try fixture.bytes()
    #expect(chmod(fixture.path, 0o444) == 0)
    #expect(chmod(fixture.directory.path, 0o555) == 0)
    defer { chmod(fixture.directory.path, 0o700) }
    let run = try writer(geteuid() == 0 ? ["user=65534"] : [])
    #expect(run.output == "names 4\nerror: \(StoreError.readOnly(path: fixture.path))\n")
    #expect(try fixture.bytes() == before)
    #expect(try fixture.files() == ["targets.db"])
  }

  @Test(arguments: 1...2)
  func theFirstEditMakesItTodaysAndKeepsWhatIsThere(old: Int) async throws {
    try OldStore.make(at: fixture.path, version: old)
    let store = try fixture.open()
    let result = try await store.apply(
      Edit(.revive, names("cafe\u{301}", "bo", "none")), to: fixture.list)
    #expect(try result.changes.map(\.name) == names("caf\u{e9}", "bo"))
    #expect(try result.unknown == names("none"))
    #expect(
      try await fixture.open().contents(of: fixture.list)
        == ["ada": [], "bo": [], "caf\u{e9}": .liked, "d": .liked])
    #expect(try await store.flags(in: Name("other")) == [Name("ada"): .dead])
    let kept = try await store.names(in: fixture.list, limit: 9).names
    #expect(kept.map(\.name.original.unicodeScalars.count) == [3, 2, 5, 1])

    let new = try StoreFixture()
    try await new.edit(.add, "a")
    #expect(try schema(of: fixture.path) == schema(of: new.path))
    #expect(try OldStore.version(of: fixture.path) == 3)
  }

  @Test(arguments: 1...2)
  func stepsThatWereMadeInAnOldStoreCanBeTakenBackAndMadeAgain(old: Int) async throws {
    try OldStore.make(at: fixture.path, version: old)
    let (first, second): ([String: Flags], [String: Flags]) = (
      ["ada": [], "bo": [], "caf\u{e9}": [], "d": []],
      ["ada": [], "bo": .dead, "caf\u{e9}": .dead, "d": []]
    )
    let steps = [[:], first, second, OldStore.contents]
    for state in steps.dropLast().reversed() {
      #expect(try await fixture.open().undo(in: fixture.list) != nil)
      #expect(try await fixture.open().contents(of: fixture.list) == state)
    }
    #expect(try await fixture.open().undo(in: fixture.list) == nil)
    let store = try fixture.open()
    for state in steps.dropFirst() {
      #expect(try await store.redo(in: fixture.list) != nil)
      #expect(try await store.contents(of: fixture.list) == state)
    }
    let last = try #require(try await store.redo(in: fixture.list))
    #expect(last.changes.map(\.before) == [[.dead, .liked]])
    #expect(try await store.undo(in: fixture.list) != nil)
    let kept = try await store.names(in: fixture.list, limit: 9).names
    #expect(kept.map(\.name.original.unicodeScalars.count) == [3, 2, 5, 1])
  }

  @Test(arguments: 1...2)
  func whoReadsAnOldStoreSeesThatAnotherProgramMadeItTodays(old: Int) async throws {
    try OldStore.make(at: fixture.path, version: old)
    let reader = try fixture.open()
    let mark = try await reader.mark(of: fixture.list)
    #expect(mark.isOfOldStore)
    #expect(try await reader.changes(of: fixture.list, since: mark)?.changes.isEmpty == true)
    let page = try await reader.names(in: fixture.list, limit: 2)

    let row = try Name("caf\u{e9}").known(by: "7")
    _ = try await fixture.open().apply(Edit(.add, [row]), to: fixture.list)
    let news = try #require(try await reader.changes(of: fixture.list, since: mark))
    #expect(news.changes.map(\.name) == [row])
    #expect(!news.mark.isOfOldStore)
    let rest = try await reader.names(in: fixture.list, after: try #require(page.next), limit: 9)
    #expect(rest.names.map(\.name) == [try Name("caf\u{e9}"), row, try Name("d")])
    _ = try await reader.apply(Edit(.markDead, [row]), to: fixture.list)
    #expect(try await fixture.open().flags(in: fixture.list)[row] == .dead)
  }

  @Test func anOldStoreIsLeftAsItIsWhileSomebodyKeepsItLocked() async throws {
    try OldStore.make(at: fixture.path)
    let before = try fixture.bytes()
    let reader = try openDatabase(fixture.path)
    try reader.execute("BEGIN")
    #expect(try reader.number("SELECT count(*) FROM entry") == 5)
    let store = try TargetStore(path: fixture.path, patience: .zero)
    await #expect(throws: StoreError.busy(path: fixture.path)) {
      try await store.undo(in: fixture.list)
    }
    #expect(try await store.contents(of: fixture.list) == OldStore.contents)
    #expect(try fixture.bytes() == before)
    try reader.execute("ROLLBACK")
    #expect(try await store.undo(in: fixture.list) != nil)
    #expect(try OldStore.version(of: fixture.path) == 3)
  }

  @Test func aViewThatSomebodyMadeStaysOneOfTheTable() async throws {
    try OldStore.make(at: fixture.path)
    try runSQL("CREATE VIEW dead AS SELECT name FROM entry WHERE flags & 1", on: fixture.path)
    try await fixture.edit(.markDead, "ada")
    let dead = try openDatabase(fixture.path)
      .text("SELECT group_concat(name) FROM (SELECT name FROM dead ORDER BY 1)")
    #expect(dead == "ada,ada,bo,caf\u{e9}")
  }
}

// MARK: What goes wrong

extension StoreMigrationTests {
  @Test(arguments: [
    "CREATE TRIGGER t AFTER UPDATE ON entry BEGIN DELETE FROM entry; END",
    "DROP TABLE change", "DROP INDEX flagged", "ALTER TABLE entry ADD COLUMN more TEXT",
    "CREATE TABLE copy AS SELECT * FROM entry; DROP TABLE entry; ALTER TABLE copy RENAME TO entry",
    "PRAGMA user_version = 3", "PRAGMA user_version = 0", "PRAGMA application_id = 1",
  ])
  func whatIsNotQuiteAnOldStoreIsRefused(change: String) async throws {
    try OldStore.make(at: fixture.path)
    try runSQL(change, on: fixture.path)
    try await expectRefused()
  }

  @Test func todaysTablesAreNoOldStore() async throws {
    try await fixture.edit(.add, "a")
    for version in 1...2 {
      try runSQL("PRAGMA user_version = \(version)", on: fixture.path)
      try await expectRefused()
    }
  }

  @Test func tablesAreLookedAtAnewWhenTheVersionIsAnother() async throws {
    try OldStore.make(at: fixture.path)
    let store = try fixture.open()
    #expect(try await store.contents(of: fixture.list) == OldStore.contents)
    try runSQL("PRAGMA user_version = 2", on: fixture.path)
    let reason = "its tables are not those of a store"
    let error = StoreError.damaged(path: fixture.path, reason: reason)
    await #expect(throws: error) { try await store.lists() }
    await #expect(throws: error) { try await store.undo(in: fixture.list) }
  }

  /// What can be read can be made today's, and is the same then.
  @Test(arguments: UInt64(0)..<4)
  func aFlippedBitInAnOldStoreIsHarmlessOrRefused(seed: UInt64) async throws {
    try OldStore.make(at: fixture.path, moreNames: 100)
    let whole = try fixture.bytes()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<24 {
      let copy = try StoreFixture()
      var bytes = whole
      let place = Int.random(in: 0..<whole.count, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<7, using: &random)
      try copy.directory.write(bytes, to: "targets.db")
      let before = try? await copy.open().contents(of: fixture.list)
      do {
        try await copy.edit(.like, "new")
        let after = try await copy.open().contents(of: fixture.list)
        #expect(before?.merging(["new": .liked]) { $1 } == after, "byte \(place)")
      } catch {
        #expect(try copy.bytes() == bytes, "byte \(place): \(error)")
      }
    }
  }

  /// Killed at the first thing it does to a file, at the second, and so on until it gets through.
  @Test(arguments: 1...2)
  func aProgramThatIsKilledLeavesOneVersionOrTheOther(old: Int) async throws {
    try OldStore.make(at: fixture.path, version: old, moreNames: 300)
    let before = try fixture.bytes()
    var versions: [Int] = []
    var isKilled = true
    while isKilled {
      let copy = try StoreFixture()
      try copy.directory.write(before, to: "targets.db")
      let run = try writer(["killed-at=\(versions.count + 1)"], on: copy.path)
      isKilled = run.status == .signal(SIGKILL)
      #expect(run.output == (isKilled ? "names 304\n" : "names 304\na-0\n"))

      let contents = try await copy.open().contents(of: fixture.list)
      #expect(contents.merging(OldStore.contents) { $1 } == contents)
      // The edit may have been stored when the signal came.
      #expect(contents.count == 304 || contents == contents.merging(["a-0": .dead]) { $1 })
      let version = try #require(try OldStore.version(of: copy.path))
      versions.append(version)
      if version == old { #expect(try copy.bytes() == before) }
      try await copy.edit(.drop, "bo")
      #expect(try OldStore.version(of: copy.path) == 3)
      #expect(try await copy.open().contents(of: fixture.list).count == contents.count - 1)
    }
    #expect(versions == versions.sorted())
    #expect(versions.filter { $0 == old }.count > 20)
    #expect(versions.last == 3)
  }

  @Test(arguments: [0, 1, 10, 41])
  func aFullDiskLeavesAnOldStoreAsItWas(pages: Int) async throws {
    try OldStore.make(at: fixture.path, version: 1 + pages % 2, moreNames: 1_500)
    let before = try fixture.bytes()
    let run = try writer(["largest-file=\(pages * 4_096)", "full=end"])
    #expect(run.output == "names 1504\nerror: \(StoreError.full(path: fixture.path))\n")
    #expect(try fixture.bytes() == before)
    try await fixture.edit(.markDead, "ada")
    #expect(try await fixture.open().contents(of: fixture.list).count == 1_504)
  }

  @Test func fourProgramsAtOnceMakeItTodaysOnce() async throws {
    for round in 0..<8 {
      let path = fixture.directory.path("round-\(round).db")
      try OldStore.make(at: path, version: 1 + round % 2, moreNames: 200)
      let writers = try (0..<4).map { try WriterProcess(path, prefix: "\($0)", count: 2) }
      #expect(writers.flatMap { $0.names() }.count == 8)
      let store = try TargetStore(path: path)
      #expect(try await store.contents(of: fixture.list).count == 212)
      #expect(try OldStore.version(of: path) == 3)
    }
  }

  private func writer(_ settings: [String], on path: String? = nil) throws -> ProgramRun {
    try ProgramRun(
      Executable.path(named: "store-writer"),
      [path ?? fixture.path, "default", "a", "1"] + settings)
  }

  private func schema(of path: String) throws -> [String: String] {
    let reading = try openDatabase(path).statement(
      "SELECT name, coalesce(sql, '') FROM sqlite_schema")
    var schema: [String: String] = [:]
    while try reading.step() { schema[reading.text(at: 0) ?? ""] = reading.text(at: 1) }
    return schema
  }

  private func expectRefused(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let before = try fixture.bytes()
    let files = try fixture.files()
    await #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
      try await fixture.open().lists()
    }
    await #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
      try await fixture.edit(.add, "a")
    }
    #expect(try fixture.bytes() == before, sourceLocation: sourceLocation)
    #expect(try fixture.files() == files, sourceLocation: sourceLocation)
  }
}
