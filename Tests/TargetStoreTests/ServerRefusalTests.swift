import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// The connection can be used again after a refused statement.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ServerRefusalTests {
  private let server: RefusingServer
  private let list: ListName

  init() async throws {
    server = try RefusingServer()
    try await server.owner().createTables()
    try server.grant()
    list = try ListName("default")
    _ = try await server.owner().apply(Edit(.add, names("a", "b", "c")), to: list)
  }

  @Test(arguments: Refusal.allCases, Way.allCases)
  func theSessionContinuesAfterARefusal(refusal: Refusal, way: Way) async throws {
    try server.set(refusal.settings)
    // One more than the pool has sessions.
    let stores = try (0..<4).map { _ in try server.writer(way) }
    for store in stores { #expect(try await store.contents(of: list).count == 3) }
    let mark = try await stores[0].mark(of: list)
    try server.refuse(refusal)
    for store in stores {
      let error = await #expect(throws: StoreError.self) {
        try await store.apply(Edit(.dead, names("a")), to: list)
      }
      #expect(error.map { "\($0)".contains(refusal.words) } == true, "\(String(describing: error))")
    }
    #expect(try server.openTransactions() == "0")
    try server.permit()
    _ = try await server.owner().apply(Edit(.dead, names("b")), to: list)
    for store in stores {
      let news = try await store.changes(of: list, since: mark)
      #expect(news?.changes.map(\.name.text) == ["b"])
    }
    for (store, name) in zip(stores, ["a", "b", "c", "a"]) {
      _ = try await store.apply(Edit(.like, names(name)), to: list)
    }
    #expect(
      try await server.owner().contents(of: list)
        == ["a": .liked, "b": [.liked, .dead], "c": .liked])
  }

  /// Another client cancels the edit while it waits.
  @Test(arguments: Way.allCases)
  func aCancelledEditCanBeRetried(way: Way) async throws {
    let store = try server.writer(way)
    _ = try await store.lists()
    try server.refuse(.lock)
    let edit = Task { [list] in try await store.apply(Edit(.dead, names("a")), to: list) }
    let cancelling = """
      SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity
      WHERE datname = '\(server.database)' AND wait_event_type = 'Lock'
      """
    while try server.cluster.query(cancelling, in: "postgres") == "0" { await Task.yield() }
    let error = await #expect(throws: StoreError.self) { try await edit.value }
    #expect(
      error.map { "\($0)" }?.hasSuffix("canceling statement due to user request; try again") == true
    )
    try server.permit()
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
    #expect(try await store.contents(of: list)["a"] == .dead)
  }

  /// Each row of a list may raise the error when it is read; more than ten times in a row.
  @Test(arguments: ["40001", "40P01"], Way.allCases)
  func collisionsAreRetried(code: String, way: Way) async throws {
    let store = try server.writer(way)
    try server.raise(code, times: 12)
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
    try server.raise(code, times: 12)
    #expect(try await store.contents(of: list) == ["a": .dead, "b": [], "c": []])
    try server.raise(code, times: 12)
    #expect(try await store.undo(in: list)?.changes.map(\.name.text) == ["a"])
    #expect(
      try server.cluster.query("SELECT count(*) FROM targets_store.event", in: server.database)
        == "3"
    )
    #expect(try server.openTransactions() == "0")
  }

  /// A transaction of another client holds the list for longer than the patience.
  @Test(arguments: Way.allCases)
  func aWaitForALockIsReported(way: Way) async throws {
    let patient = try server.writer(way)
    _ = try await patient.lists()
    let path = patient.path
    let address = try #require(try ServerAddress(path))
    let store = TargetStore(
      path: path, connection: ServerConnection(address, patience: .seconds(15)))
    _ = try await store.lists()
    try server.refuse(.lock)
    await #expect(throws: StoreError.busy(path: path)) {
      try await store.apply(Edit(.dead, names("a")), to: list)
    }
    try server.permit()
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
  }

  // MARK: Versions of the tables

  /// The content of the store.
  private func stored() throws -> String {
    try server.cluster.query(
      """
      SELECT (SELECT string_agg(version::text, ',') FROM targets_store.list),
        (SELECT count(*) FROM targets_store.row), (SELECT count(*) FROM targets_store.event)
      """, in: server.database)
  }

  @Test(arguments: [7, 99, 5, 0, -1, Int.max, Int.min])
  func tablesOfAnotherVersionAreNotWritten(version: Int) async throws {
    let store = try server.writer(.direct)
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
    let before = try stored()
    try server.cluster.query(
      "UPDATE targets_store.store SET version = \(version)", in: server.database)
    func refuses(_ body: () async throws -> Void) async {
      let words = await refusal(body)
      #expect(words.contains("\(version)"), "\(words)")
    }
    let other = try ListName("other")
    await refuses { _ = try await store.apply(Edit(.like, names("a")), to: list) }
    await refuses { _ = try await store.apply(Edit(.add, names("a")), to: other) }
    await refuses { _ = try await store.undo(in: list) }
    let many = try NameBatch((0..<2_000).map { "name \($0)" })
    await refuses { _ = try await store.importNames(many, into: list) }
    await refuses { _ = try await store.mirror(many, into: list) }
    #expect(try stored() == before)
    await refuses { _ = try await server.writer(.direct).lists() }
  }

  /// An upgrade writes to all lists, and an edit that waits for it must see the new tables.
  ///
  /// Some servers show it the state from the beginning of its transaction; then it is repeated.
  @Test(arguments: Way.allCases)
  func aWaitingEditNoticesAnUpgrade(way: Way) async throws {
    let store = try server.writer(way)
    _ = try await store.apply(Edit(.dead, names("a")), to: list)
    let before = try stored()
    let upgrade = try HeldTransaction(
      "UPDATE targets_store.list SET pruned = pruned; UPDATE targets_store.store SET version = 7",
      in: server.database, of: server.cluster)
    let edit = Task { [list] in try await store.apply(Edit(.like, names("a")), to: list) }
    let waiting = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = '\(server.database)' AND wait_event_type = 'Lock'
      """
    while try server.cluster.query(waiting, in: "postgres") == "0" { await Task.yield() }
    try upgrade.end("COMMIT")
    await #expect(throws: StoreError.newerVersion(path: store.path, found: 7, known: 6)) {
      try await edit.value
    }
    #expect(try stored() == before)
  }

  /// A missing column means that a newer program changed the tables.
  @Test func anOpenSessionReportsNewerTables() async throws {
    let store = try server.writer(.direct)
    _ = try await store.lists()
    try server.cluster.query(
      """
      BEGIN; UPDATE targets_store.store SET version = 7; ALTER TABLE targets_store.list RENAME pruned TO forgotten;
      ALTER TABLE targets_store.row RENAME since TO until_when; COMMIT
      """, in: server.database)
    let newer = StoreError.newerVersion(path: store.path, found: 7, known: 6)
    await #expect(throws: newer) { try await store.contents(of: list) }
    await #expect(throws: newer) { try await store.apply(Edit(.like, names("a")), to: list) }
  }
}
