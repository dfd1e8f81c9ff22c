import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// `store check` reports what `list` refuses or does not show.
@Suite(.inTurn)
struct StoreCheckTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  private func fill() async throws {
    let store = try await fixture.filled(with: "a", "é", "c")
    _ = try await store.apply(Edit(.dead, names("a"), note: Note("why")), to: fixture.list)
    _ = try await store.apply(Edit(.drop, names("c")), to: fixture.list)
    let known = try Name("d").known(by: "7", in: "s")
    _ = try await store.apply(Edit(.add, [known]), to: fixture.list)
  }

  @Test func anIntactStoreHasNoProblems() async throws {
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
    "UPDATE list SET last_position = 7", "UPDATE row SET list = 99", "DELETE FROM list",
    "UPDATE list SET id = 7",
    "UPDATE row SET key = CAST(x'3dff41' AS TEXT) WHERE key = '=a'",
    "UPDATE row SET key = '=a' || char(0) || 'b' WHERE key = '=a'",
    "UPDATE row SET key = printf('=%.*c', 5000, 'a') WHERE key = '=a'",
    "UPDATE row SET key = '=A' || char(769) WHERE key = '=a'",
    "UPDATE row SET key = '=' WHERE key = '=a'", "UPDATE row SET key = '' WHERE key = '=a'",
    "UPDATE row SET original = CAST(x'ff41' AS TEXT) WHERE key = '=a'",
    "UPDATE row SET original = 'another' WHERE key = '=a'",
    "UPDATE row SET key = CAST(x'2373ff' AS TEXT) WHERE key = '#s#7'",
    "UPDATE row SET name = NULL WHERE key = '#s#7'",
    "UPDATE row SET name = CAST(x'ff41' AS TEXT) WHERE key = '#s#7'",
    "UPDATE row SET fields = CAST(x'ff41' AS TEXT) WHERE key = '=a'",
    "UPDATE row SET section = 'a' || char(0) WHERE key = '=a'",
    "UPDATE row SET revision = 'a' || char(0) WHERE key = '=a'",
    "UPDATE row SET note = CAST(x'ff41' AS TEXT) WHERE key = '=a'",
    "UPDATE row SET note = 'other' WHERE key = '=a'",
    "UPDATE row SET verdict = 'ok' WHERE key = '=a'",
    "UPDATE row SET verdict = NULL WHERE key = '=a'", "UPDATE row SET liked = 1 WHERE key = '=é'",
    "UPDATE row SET decided = 1 WHERE key = '=a'", "UPDATE row SET since = 99 WHERE key = '=a'",
    "UPDATE row SET since = 0 WHERE key = '=a'", "UPDATE row SET gone = 99 WHERE key = '=a'",
    "UPDATE row SET gone = 0 WHERE key = '=c'", "DELETE FROM row WHERE key = '=a'",
    "UPDATE list SET version = 9223372036854775807", "UPDATE list SET version = -1",
    "UPDATE list SET version = 1", "UPDATE list SET pruned = 99", "UPDATE list SET pruned = -1",
    "UPDATE list SET mirrored = 99", "UPDATE list SET uuid = ''",
    "UPDATE list SET uuid = '../' || uuid", "UPDATE list SET uuid = 'a'",
    "UPDATE list SET uuid = CAST(CAST(uuid AS BLOB) || x'002f2e2e' AS TEXT)",
    "UPDATE list SET row_count = 9", "UPDATE list SET dead_count = 0",
    "UPDATE list SET ok_count = 1",
    "DELETE FROM event", "DELETE FROM event WHERE number = 1", "UPDATE event SET list = 99",
    "DELETE FROM fact WHERE number = 2", "UPDATE fact SET after_verdict = 'ok'",
    "UPDATE fact SET key = CAST(x'3dff41' AS TEXT) WHERE number = 2", "UPDATE fact SET list = 99",
    "UPDATE event SET author = 'eve' WHERE number = 2",
    "UPDATE step SET list = 99", "UPDATE image SET number = number + 90",
    "INSERT INTO outcome VALUES (99, '=a', 1, '', 'true', 1, 0, '', 0, NULL)",
  ])
  func whatListRefusesOrDoesNotShowIsATrouble(change: String) async throws {
    try await fill()
    try runSQL("PRAGMA ignore_check_constraints = 1; \(change)", on: fixture.path)
    let report = try await fixture.open().check()
    #expect(!report.troubles.isEmpty)
    for trouble in report.troubles { #expect(!trouble.contains("\n")) }
  }

  @Test func theListAndItsFirstWrongRowsAreNamed() async throws {
    let store = try await fixture.filled(with: "a", "b", "c", "d", "e")
    _ = try await store.apply(Edit(.dead, names("a", "b", "c", "d", "e")), to: fixture.list)
    try runSQL("UPDATE row SET note = 'other'", on: fixture.path)
    #expect(
      try await fixture.open().check().troubles
        == ["list “default”: 5 rows: a, b, c and 2 more: differ from the log"])
  }

  @Test(
    "Check: the first entry of the log that was changed is found, whether it can be undone or not",
    arguments: [
      "at = at - 1", "author = 'eve'", "author = author || 'x'", "run = 7", "kind = 'edit'",
      "note = 'x'", "new = new + 1", "checksum = 'x'", "role = 'eve'", "token = 7", "undoes = 1",
    ], [1, 2, 5])
  func changedEntry(change: String, number: Int) async throws {
    try await fill()
    let store = try fixture.open()
    _ = try await store.importNames(NameBatch(["f"]), into: fixture.list)
    // Only the last step can be undone.
    try runSQL(
      "DELETE FROM image WHERE number < 5; DELETE FROM step WHERE number < 5", on: fixture.path)
    try runSQL("UPDATE list SET pruned = 4", on: fixture.path)
    #expect(try await store.check().troubles == [])
    try runSQL("UPDATE event SET \(change) WHERE number = \(number)", on: fixture.path)
    let isUnchanged = change == "kind = 'edit'" && number != 5
    let found = try await store.check().troubles.filter { $0.contains("as it was stored") }
    #expect(
      found
        == (isUnchanged
          ? []
          : [
            "list “default”: entry \(number) of its log, or the one before it, is not as it was stored"
          ]))
  }

  @Test("Check: an entry that follows an archived one, and one of a copy, are as they were stored")
  func entriesElsewhere() async throws {
    try await fill()
    let copy = try TargetStore(path: fixture.path + "-copy", author: { "Eve" })
    _ = try await fixture.open().copy(to: copy)
    _ = try await copy.apply(Edit(.dead, names("é")), to: fixture.list)
    #expect(try await copy.check().troubles == [])
    try runSQL("UPDATE event SET at = 0 WHERE number = 3", on: fixture.path + "-copy")
    #expect(try await copy.check().troubles.count == 1)
  }

  /// The counts of an event come from the file, and are added to others.
  @Test(arguments: [Int64.max, .max - 1, .min, -1])
  func aStepWithAnImpossibleCountIsReportedAndUndone(added: Int64) async throws {
    try await fill()
    try runSQL("UPDATE event SET new = \(added), kind = 'import'", on: fixture.path)
    let store = try fixture.open()
    let step = try #require(try await store.nextStep(in: fixture.list))
    #expect(step.kinds.allSatisfy { $0.count > 0 && $0.count <= 1 << 61 })
    while try await store.undo(in: fixture.list) != nil {}
    #expect(try await store.contents(of: fixture.list) == [:])
  }

  /// Repeated imports and undos take no more space than the first ones.
  @Test func repeatedlyUndoneImportsTakeNoMoreSpace() async throws {
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
