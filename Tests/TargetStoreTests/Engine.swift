import ListModel
import NameSearch
import Synchronization
import TestSupport
import Testing

@testable import TargetStore

/// The place of a test's stores.
enum Engine: String, CaseIterable {
  case file, server

  @TaskLocal static var current = Engine.file
}

/// Runs each test of a suite with a store in a file, and again with a store on a server, since both
/// must behave the same.
struct OnEachEngine: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let isOfFiles = test.traits.contains { $0 is OnFilesOnly }
    for engine in isOfFiles ? [.file] : Engine.allCases {
      try await Engine.$current.withValue(engine) { try await function() }
    }
  }
}

/// Limits a test of such a suite to files, because it examines them itself.
struct OnFilesOnly: TestTrait {}

extension Trait where Self == OnFilesOnly {
  static var onFilesOnly: Self { Self() }
}

extension Trait where Self == OnEachEngine {
  static var onEachEngine: Self { Self() }
}

/// A store on a server for one test.
///
/// A later test reuses its database, emptied, because creating a database takes hundreds of files.
final class LentStore: Sendable {
  private static let free = Mutex<[String]>([])

  /// The server, which other stores use as well.
  let cluster: PostgresCluster

  let list: ListName

  /// The address of its database.
  let address: String

  /// The name of its database.
  var database: String {
    String(address.drop { $0 != "@" }.dropFirst(2).prefix { $0 != "?" })
  }

  init() throws {
    cluster = try PostgresCluster.shared.get()
    list = try ListName("default")
    address =
      try Self.free.withLock { $0.popLast() } ?? cluster.address(of: cluster.makeDatabase())
    guard let server = try ServerAddress(address) else {
      throw HarnessError.failed("PostgreSQL", "no address of a server")
    }
    try ServerConnection(server, patience: .seconds(30))
      .administer(
        ["DROP SCHEMA IF EXISTS targets_store CASCADE"] + ServerSchema.standard.statements)
  }

  deinit { Self.free.withLock { $0.append(address) } }
}
