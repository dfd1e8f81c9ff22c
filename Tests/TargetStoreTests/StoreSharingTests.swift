import ListModel
import Foundation
import Glibc
import LibraryTestSupport
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// Several programs at once, and programs that are killed.
@Suite(.inTurn)
struct StoreSharingTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  @Test func fourWritersAtOnceLoseNothing() async throws {
    let writers = try (0..<4).map {
      try WriterProcess(fixture.path, prefix: "\($0)", count: 100)
    }
    let acknowledged = writers.flatMap { $0.names() }
    #expect(acknowledged.count == 400)
    let kept = try await fixture.open().contents(of: fixture.list)
    #expect(kept.keys.sorted() == acknowledged.sorted())
  }

  @Test func fourColdStartsAtOnceMakeOneStore() async throws {
    for round in 0..<8 {
      let path = fixture.directory.path("round \(round)/targets.db")
      let writers = try (0..<4).map { try WriterProcess(path, prefix: "\($0)", count: 1) }
      #expect(writers.flatMap { $0.names() }.sorted() == ["0-0", "1-0", "2-0", "3-0"])
      let store = try TargetStore(path: path)
      #expect(try await store.contents(of: fixture.list).count == 4)
    }
  }

  /// The flags of a row, and the verdict that is read after them.
  private func twoReadings(
    of store: TargetStore, between edit: () async throws -> Void
  ) async throws -> (Flags?, Verdict?) {
    let name = try Name("a")
    let flags = try await store.flags(in: fixture.list)[name]
    try await edit()
    return (flags, try await store.remarks(in: fixture.list)[name]?.verdict)
  }

  @Test func twoReadingsAreRepeatedIfOthersEditBetweenThem() async throws {
    let store = try await fixture.filled(with: "a")
    var count = 0
    let (flags, verdict) = try await store.atOneVersion(
      of: fixture.list, longestHold: .seconds(600)
    ) {
      count += 1
      return try await twoReadings(of: store) {
        if count < 3 { try await fixture.edit(count == 1 ? .dead : .ok, "a") }
      }
    }
    #expect(count == 3)
    #expect((flags, verdict) == (.ok, .ok))
  }

  @Test func writersThatNeverPauseAreKeptOut() async throws {
    let store = try await fixture.filled(with: "a")
    let other = try TargetStore(path: fixture.path, patience: .milliseconds(10))
    var (count, refusals) = (0, 0)
    let (flags, verdict) = try await store.atOneVersion(
      of: fixture.list, longestHold: .seconds(600)
    ) {
      count += 1
      let edit = try Edit(count % 2 == 1 ? .dead : .ok, names("a"))
      return try await twoReadings(of: store) {
        do { _ = try await other.apply(edit, to: fixture.list) } catch { refusals += 1 }
      }
    }
    #expect((count, refusals) == (4, 1))
    #expect((flags, verdict) == (.dead, .dead))
    // Afterwards, writers are let in again, this one included.
    _ = try await other.apply(Edit(.reopen, names("a")), to: fixture.list)
    _ = try await store.apply(Edit(.dead, names("a")), to: fixture.list)
    #expect(try await other.flags(in: fixture.list)[Name("a")] == .dead)
  }

  @Test func storesInOneProgramLoseNothingEither() async throws {
    let list = fixture.list
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        let store = try fixture.open()
        group.addTask {
          for number in 0..<25 {
            let edit = try Edit(.add, names("\(writer)-\(number)"))
            _ = try await store.apply(edit, to: list)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await fixture.open().contents(of: list).count == 100)
  }

  /// The seed determines where the writer is killed.
  @Test(arguments: UInt64(0)..<4)
  func aKilledWriterLosesNothingItHasAcknowledged(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var expected: Set<String> = []
    for round in 0..<10 {
      let writer = try WriterProcess(fixture.path, prefix: "\(round)", count: 1_000)
      let limit = Int.random(in: 0...25, using: &random)
      let acknowledged = writer.names(killedAfter: limit)
      #expect(acknowledged.count >= limit)
      expected.formUnion(acknowledged)

      let kept = Set(try await fixture.open().contents(of: fixture.list).keys)
      #expect(expected.subtracting(kept) == [])
      // Only the edit in progress when the signal came may have been stored in addition.
      let extra = kept.subtracting(expected)
      #expect(extra.isSubset(of: ["\(round)-\(acknowledged.count)"]))
      expected.formUnion(extra)
    }
    // All of it can be undone: each step was stored together with its edit.
    let store = try fixture.open()
    for left in stride(from: expected.count, to: expected.count - 20, by: -1) {
      #expect(try await store.contents(of: fixture.list).count == left)
      #expect(try await store.undo(in: fixture.list) != nil)
    }
  }

  @Test func anInterruptedEditIsRolledBackByTheNextProgram() async throws {
    _ = try await fixture.filled(with: "a")
    let before = try fixture.bytes()
    let copy = try copyAmidAnEdit()
    #expect(try copy.bytes() != before)
    let store = try copy.open()
    #expect(try await store.contents(of: fixture.list) == ["a": []])
    #expect(try copy.bytes() == before)
    _ = try await store.apply(Edit(.dead, names("a")), to: fixture.list)
    #expect(try await copy.open().flags(in: fixture.list) == [Name("a"): .dead])
  }

  @Test func anInterruptedEditIsRolledBackByTheNextEdit() async throws {
    _ = try await fixture.filled(with: "a")
    let copy = try copyAmidAnEdit()
    try await copy.edit(.dead, "a")
    #expect(try await copy.open().contents(of: fixture.list) == ["a": .dead])
  }

  @Test func anEditTimesOutWaitingForItsTurn() async throws {
    _ = try await fixture.filled(with: "a")
    let lock = try ByteLock(fixture.path + "-lock", 0..<2)
    let store = try TargetStore(path: fixture.path, patience: .zero)
    await #expect(throws: StoreError.busy(path: fixture.path)) {
      try await store.undo(in: fixture.list)
    }
    #expect(try await store.contents(of: fixture.list) == ["a": []])
    lock.release()
    #expect(try await store.undo(in: fixture.list) != nil)
  }

  @Test func anEditTimesOutOnALockedDatabase() async throws {
    _ = try await fixture.filled(with: "a")
    let other = try openDatabase(fixture.path)
    try other.execute("BEGIN IMMEDIATE")
    let store = try TargetStore(path: fixture.path, patience: .zero)
    await #expect(throws: StoreError.busy(path: fixture.path)) {
      try await store.undo(in: fixture.list)
    }
    #expect(try await store.contents(of: fixture.list) == ["a": []])
    try other.execute("ROLLBACK")
    #expect(try await store.undo(in: fixture.list) != nil)
  }
}

extension StoreSharingTests {
  /// The files as a power cut would leave them, with half of an edit in the database.
  private func copyAmidAnEdit() throws -> StoreFixture {
    let copy = try StoreFixture()
    let database = try openDatabase(fixture.path)
    // With almost no memory for pages, they are written to the file before the commit.
    try database.execute("PRAGMA journal_mode = PERSIST; PRAGMA cache_size = 1; BEGIN IMMEDIATE")
    // Each edit does this, too.
    try database.execute("PRAGMA user_version = \(StoreTables.current.version)")
    try database.execute(
      """
      UPDATE row SET liked = 1;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO row (list, key, since, gone) SELECT 1, '=name ' || i, 1, 0 FROM n
      """)
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: fixture.path + suffix, toPath: copy.path + suffix)
    }
    try database.execute("ROLLBACK")
    return copy
  }
}
