import TestSupport

@testable import TargetStore

extension RefusingServer {
  /// The store opened by its owner, who is never refused anything.
  func owner() throws -> TargetStore {
    try TargetStore(path: ownersAddress, author: { "owner" })
  }

  func writer(_ way: Way) throws -> TargetStore {
    try TargetStore(path: address(way), author: { "writer" }, patience: .seconds(60))
  }
}

/// The message of a failure; empty if nothing fails.
func refusal(_ body: () async throws -> Void) async -> String {
  do {
    try await body()
    return ""
  } catch {
    return "\(error)"
  }
}
