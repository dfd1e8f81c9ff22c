import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// A server with two standbys: commits wait for one, and the other is read.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ServerStandbyTests {
  private let cluster: PostgresCluster
  private let database: String
  private let list: ListName

  init() async throws {
    cluster = try PostgresCluster()
    database = try cluster.makeDatabase()
    list = try ListName("default")
    let store = try open()
    try await store.createTables()
    _ = try await store.apply(Edit(.add, names("a", "b")), to: list)
  }

  private func open(patience: Duration = .seconds(60)) throws -> TargetStore {
    try TargetStore(path: cluster.address(of: database), patience: patience)
  }

  /// Makes commits wait for a standby that does not exist.
  private func waitForStandby(_ name: String) async throws {
    try cluster.query("ALTER SYSTEM SET synchronous_standby_names = '\(name)'", in: database)
    try cluster.query("SELECT pg_reload_conf()", in: database)
    while try cluster.query("SHOW synchronous_standby_names", in: database) != name {
      try await Task.sleep(for: .milliseconds(10))  // each query starts a program
    }
  }

  /// Waits until one more commit waits for the standby; returns its process.
  private func waitingCommit(in place: String? = nil) async throws -> String {
    let asking = """
      SELECT pid FROM pg_stat_activity
      WHERE datname = '\(place ?? database)' AND wait_event = 'SyncRep'
      """
    while true {
      let process = try cluster.query(asking, in: database)
      if !process.isEmpty { return process }
      try await Task.sleep(for: .milliseconds(10))  // each query starts a program
    }
  }

  private func begin(_ store: TargetStore) -> Task<EditResult, any Error> {
    Task { try await store.apply(Edit(.dead, names("a")), to: list) }
  }

  @Test func aCommitWhoseWaitWasCancelledIsNotAcknowledged() async throws {
    let store = try open()
    try await waitForStandby("nobody")
    let edit = begin(store)
    let process = try await waitingCommit()
    try cluster.query("SELECT pg_cancel_backend(\(process))", in: database)
    let error = await #expect(throws: StoreError.self) { try await edit.value }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.contains("the edit was stored, but may be lost"))
    #expect(words.contains("synchronous replication"))
    // The message is true.
    #expect(try await store.contents(of: list) == ["a": .dead, "b": []])
    try await waitForStandby("")
    _ = try await store.apply(Edit(.dead, names("b")), to: list)
    #expect(try await store.contents(of: list) == ["a": .dead, "b": .dead])
  }

  /// Even the creation of tables can be committed without an acknowledgement.
  @Test(arguments: [true, false])
  func tablesWithAnUnconfirmedCommitAreNotReportedMissing(isCancelled: Bool) async throws {
    let other = try cluster.makeDatabase()
    let store = try TargetStore(path: cluster.address(of: other), patience: .seconds(5))
    try await waitForStandby("nobody")
    let making = Task { try await store.createTables() }
    let process = try await waitingCommit(in: other)
    if isCancelled {
      try cluster.query("SELECT pg_cancel_backend(\(process))", in: database)
    } else {
      try cluster.control("restart")
    }
    let error = await #expect(throws: StoreError.self) { try await making.value }
    guard case .unsure(_, _, let isStored)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(isStored == (isCancelled ? true : nil))
    #expect(try await store.lists().isEmpty)
  }

  /// The server is restarted while a commit waits; the client finds its edit there.
  @Test func aFoundEditIsNotAcknowledgedBeforeTheStandbyHasIt() async throws {
    let store = try open(patience: .seconds(5))
    try await waitForStandby("nobody")
    let edit = begin(store)
    _ = try await waitingCommit()
    try cluster.control("restart")
    let error = await #expect(throws: StoreError.self) { try await edit.value }
    guard case .unsure(_, _, isStored: nil)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aFoundEditIsAcknowledgedOnceTheStandbyHasIt() async throws {
    let store = try open()
    try await waitForStandby("nobody")
    let edit = begin(store)
    let first = try await waitingCommit()
    try cluster.control("restart")
    // The search for the edit waits as well.
    var second = try await waitingCommit()
    while second == first { second = try await waitingCommit() }
    try await waitForStandby("")
    #expect(try await edit.value.changes.map(\.name.text) == ["a"])
    #expect(try await store.contents(of: list) == ["a": .dead, "b": []])
    #expect(try cluster.query("SELECT count(*) FROM targets_store.event", in: database) == "2")
  }

  /// A standby refuses to read at SERIALIZABLE, also if that is the default.
  @Test(arguments: ["read committed", "serializable"])
  func aStandbyCanBeReadButNotEdited(level: String) async throws {
    try cluster.query(
      "ALTER DATABASE \(database) SET default_transaction_isolation = '\(level)'", in: "postgres")
    let path = try cluster.startStandby(of: database)
    let store = try TargetStore(path: path)
    #expect(try await store.isReadOnly())
    #expect(try await store.contents(of: list) == ["a": [], "b": []])
    func refuses(_ body: () async throws -> Void) async {
      #expect(await refusal(body).contains("read-only"))
    }
    await refuses { _ = try await store.apply(Edit(.dead, names("a")), to: list) }
    await refuses { _ = try await store.undo(in: list) }
    // It continues to follow the other client.
    let mark = try await store.mark(of: list)
    _ = try await open().apply(Edit(.dead, names("b")), to: list)
    while try await store.mark(of: list) == mark { await Task.yield() }
    #expect(try await store.changes(of: list, since: mark)?.changes.map(\.name.text) == ["b"])
    #expect(try await store.check().troubles.isEmpty)
  }
}
