import ListModel
import NameSearch
import Testing

@testable import ListLoading

struct SnapshotPathTests {
  private static let plain = "0b8d5c1e-4a77-4c0e-9f3a-2f6d5e8c9a10"

  private func path(_ identity: String) -> String? {
    ListSnapshot.path(of: ListVersion(identity: identity, version: 1), in: NameOrder())
  }

  /// A store from someone else must not influence where files are written.
  @Test(arguments: [
    "", "a", "../\(plain)", "../../../../../../tmp/aaaaaaaaaaaaaa", "\(plain.dropLast())/",
    "\(plain.dropLast())é", "\(plain.dropLast())\0", plain.uppercased(), "\(plain)0", "old 12",
    "....................................",
  ])
  func anInvalidIdentityHasNoSnapshot(identity: String) {
    #expect(path(identity) == nil)
  }

  @Test func aSnapshotsNameContainsTheListsIdentity() throws {
    #expect(try #require(path(Self.plain)).contains("/targets/\(Self.plain)_"))
  }
}
