import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// What `list` refuses or does not show, `store check` reports.
@Suite(.inTurn)
struct StoreCheckTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  private func fill() async throws {
    let store = try await fixture.filled(with: "a", "é", "c")
    _ = try await store.apply(Edit(.markDead, names("a"), note: Note("why")), to: fixture.list)
    _ = try await store.apply(Edit(.drop, names("c")), to: fixture.list)
    let known = try Name("d").known(by: "7", in: "s")
    _ = try await store.apply(Edit(.add, [known]), to: fixture.list)
  }

  @Test func aWholeStoreHasNoTroubles() async throws {
    #expect(try await fixture.open().check().troubles == [])
    try await fill()
    let store = try fixture.open()
    #expect(try await store.check().troubles == [])
    _ = try await store.undo(in: fixture.list)
    _ = try await store.undo(in: fixture.list)
    _ = try await store.redo(in: fixture.list)
    #expect(try await store.check().troubles == [])
  }

  @Test(arguments: [
    "UPDATE entry SET list = 99", "DELETE FROM list", "UPDATE list SET id = 7",
    "UPDATE entry SET name = x'ff41' || name WHERE name = 'a'",
    "UPDATE entry SET name = CAST(x'ff41' AS TEXT) WHERE name = 'a'",
    "UPDATE entry SET name = 'a' || char(0) || 'b' WHERE name = 'a'",
    "UPDATE entry SET name = printf('%.*c', 5000, 'a') WHERE name = 'a'",
    "UPDATE entry SET name = 'A' || char(769) WHERE name = 'a'",
    "UPDATE entry SET name = '' WHERE name = 'a'",
    "UPDATE entry SET original = CAST(x'ff41' AS TEXT) WHERE name = 'a'",
    "UPDATE entry SET original = 'another' WHERE name = 'a'",
    "UPDATE entry SET id = CAST(x'ff41' AS TEXT) WHERE name = 'd'",
    "UPDATE entry SET flags = 255 WHERE name = 'a'",
    "UPDATE entry SET flags = 16 WHERE name = 'é'", "UPDATE entry SET flags = -1 WHERE name = 'é'",
    "UPDATE entry SET name = CAST(x'ff41' AS TEXT) WHERE name = 'é'",
    "UPDATE entry SET detail = CAST(x'ff41' AS TEXT) WHERE name = 'a'",
    "UPDATE entry SET section = 'a' || char(0) WHERE name = 'a'",
    "UPDATE list SET version = 9223372036854775807", "UPDATE list SET version = -1",
    "UPDATE list SET version = 1", "UPDATE list SET pruned = 99", "UPDATE list SET pruned = -1",
    "UPDATE list SET mirrored = 99", "UPDATE list SET identity = ''",
    "UPDATE list SET identity = '../' || identity", "UPDATE list SET identity = 'a'",
    "UPDATE list SET identity = CAST(CAST(identity AS BLOB) || x'002f2e2e' AS TEXT)",
    "UPDATE operation SET added = 9223372036854775807", "UPDATE operation SET added = -1",
    "DELETE FROM operation", "UPDATE operation SET undone = 9", "UPDATE operation SET list = 99",
    "UPDATE change SET before = 99", "UPDATE change SET after = -1",
    "UPDATE change SET name = CAST(x'ff41' AS TEXT)", "UPDATE change SET list = 99",
    "UPDATE turn SET list = 99", "DELETE FROM turn", "UPDATE remark SET list = 99",
    "UPDATE remark SET note = CAST(x'ff41' AS TEXT)", "UPDATE remark SET note = 'a' || char(0)",
    "INSERT INTO aspect VALUES (99, 1, 1, 'note', NULL, NULL)",
    "INSERT INTO outcome VALUES (99, 'a', '', 'true', 0, NULL, 0, NULL)",
  ])
  func whatListRefusesOrDoesNotShowIsATrouble(change: String) async throws {
    try await fill()
    try runSQL("PRAGMA ignore_check_constraints = 1; \(change)", on: fixture.path)
    let report = try await fixture.open().check()
    #expect(!report.troubles.isEmpty)
    for trouble in report.troubles { #expect(!trouble.contains("\n")) }
  }

  /// The number of rows that a step has added comes from the file, and is added to others.
  @Test(arguments: [Int64.max, .max - 1, .min, -1])
  func aStepOfImpossiblyManyRowsIsToldAndNotUndone(added: Int64) async throws {
    try await fill()
    try runSQL("UPDATE operation SET added = \(added)", on: fixture.path)
    let store = try fixture.open()
    let step = try #require(try await store.nextStep(in: fixture.list))
    #expect(step.kinds.allSatisfy { $0.count > 0 && $0.count <= 1 << 61 })
    // The step added fewer rows than that.
    if added > 0 {
      await #expect(throws: StoreError.self) {
        while try await store.undo(in: self.fixture.list) != nil {}
      }
    } else {
      while try await store.undo(in: fixture.list) != nil {}
    }
  }

  /// A list that is imported and undone again and again needs no more room than the first times.
  @Test func importsThatAreUndoneTakeNoMoreRoomEachTime() async throws {
    let batch = try NameBatch((0..<3_000).map { "name \($0)" })
    var sizes: [Int] = []
    for _ in 0..<12 {
      let store = try fixture.open()
      _ = try await store.importNames(batch, into: fixture.list)
      _ = try await store.undo(in: fixture.list)
      sizes.append(try fixture.bytes().count)
    }
    #expect(sizes[11] - sizes[3] < 65_536, "\(sizes)")
    #expect(try await fixture.open().contents(of: fixture.list) == [:])
  }
}
