import TestSupport
import Testing

@testable import TargetStore

/// Where the stores of a test are.
enum Engine: String, CaseIterable {
  case file, server

  @TaskLocal static var current = Engine.file
}

/// Runs each test of a suite with a store in a file, and again with one on a server: what the store
/// promises does not depend on where it is.
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

/// Keeps a test of such a suite to files: it looks at them itself.
struct OnFilesOnly: TestTrait {}

extension Trait where Self == OnFilesOnly {
  static var onFilesOnly: Self { Self() }
}

extension Trait where Self == OnEachEngine {
  static var onEachEngine: Self { Self() }
}

/// A database with the tables of a store, of which the others are copies.
private let template = Result {
  let cluster = try PostgresCluster.shared.get()
  let name = try cluster.makeDatabase()
  guard let address = try ServerAddress(cluster.address(of: name)) else {
    throw HarnessError.failed("PostgreSQL", "no address of a server")
  }
  try ServerConnection(address, patience: .seconds(30)).administer(ServerSchema.statements)
  return name
}

extension PostgresCluster {
  /// The address of a new store.
  static func makeStore() throws -> String {
    let cluster = try shared.get()
    return cluster.address(of: try cluster.makeDatabase(like: template.get()))
  }
}
