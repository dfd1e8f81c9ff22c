import TestSupport

@testable import TargetStore

extension RefusingServer {
  /// The store as its owner has it, who is refused nothing.
  func owner() throws -> TargetStore {
    try TargetStore(path: ownersAddress, author: { "owner" })
  }

  func writer(_ way: Way) throws -> TargetStore {
    try TargetStore(path: address(way), author: { "writer" }, patience: .seconds(60))
  }
}

/// What a failure says; empty if nothing fails.
func refusal(_ body: () async throws -> Void) async -> String {
  do {
    try await body()
    return ""
  } catch {
    return "\(error)"
  }
}
