import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// An address with several hosts: those that are of no use do not keep the others from being asked.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ServerHostsTests {
  private let lent: LentStore

  init() throws { lent = try LentStore() }

  private func open(
    _ hosts: [String], user: String = "postgres", patience: Duration = .seconds(30)
  ) throws -> TargetStore {
    try TargetStore(
      path: "postgres://\(user)@/\(lent.database)?host=\(hosts.joined(separator: ","))",
      patience: patience)
  }

  /// A host that takes connections, and answers nothing.
  private func silentHost() throws -> SocketProxy {
    try SocketProxy(of: lent.cluster.folder) { { _ in .goOn([]) } }
  }

  @Test(arguments: [1, 2])
  func silentHostsLeaveTimeForTheOthers(count: Int) async throws {
    let silent = try (0..<count).map { _ in try silentHost() }
    defer { silent.forEach { $0.stop() } }
    let store = try open(silent.map(\.folder.path) + [lent.cluster.folder])
    _ = try await store.apply(Edit(.add, names("a")), to: lent.list)
    #expect(try await store.contents(of: lent.list) == ["a": []])
  }

  @Test func hostsThatAreAllSilentAreNamed() async throws {
    let silent = try (0..<2).map { _ in try silentHost() }
    defer { silent.forEach { $0.stop() } }
    let store = try open(silent.map(\.folder.path), patience: .milliseconds(300))
    let words = await refusal { _ = try await store.lists() }
    for host in silent { #expect(words.contains("\(host.folder.path) does not answer")) }
  }

  /// A standby that is behind may not have the database yet; the search goes on with the next host.
  @Test func aHostWithoutTheDatabaseDoesNotEndTheSearch() async throws {
    let behind = try PostgresCluster()
    let store = try open([behind.folder, lent.cluster.folder])
    _ = try await store.apply(Edit(.add, names("a")), to: lent.list)
    #expect(try await store.contents(of: lent.list) == ["a": []])
  }

  /// Such a refusal is not tried again, like that of a single host.
  @Test func aDatabaseThatNoHostHasIsReportedAtOnce() async throws {
    let behind = try PostgresCluster()
    let path = "postgres://postgres@/nowhere?host=\(behind.folder),\(lent.cluster.folder)"
    let store = try TargetStore(path: path, patience: .seconds(3_600))
    let words = await refusal { _ = try await store.lists() }
    #expect(words.contains("database \"nowhere\" does not exist"))
  }

  /// Accounts are locked after a few failures.
  @Test func aRefusedUserIsNotTriedOnTheOtherHosts() async throws {
    let other = try PostgresCluster()
    try lent.cluster.query("CREATE ROLE known SUPERUSER LOGIN", in: "postgres")
    let path = "postgres://known@/postgres?host=\(other.folder),\(lent.cluster.folder)"
    let store = try TargetStore(path: path, patience: .seconds(3_600))
    let words = await refusal { _ = try await store.lists() }
    #expect(words.contains("role \"known\" does not exist"))
  }
}
