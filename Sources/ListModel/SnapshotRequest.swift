package import NameSearch

/// A list to write to its snapshot.
package struct SnapshotRequest: Equatable, Sendable {
  package let index: NameIndex
  package let flags: FlagTable

  /// The version of the list to which both belong, or a later one.
  package let mark: ListVersion

  package init(index: NameIndex, flags: FlagTable, mark: ListVersion) {
    self.index = index
    self.flags = flags
    self.mark = mark
  }

  /// A list with fewer names is read as quickly as its snapshot.
  package static let leastNames = 10_000

  package static func == (left: Self, right: Self) -> Bool {
    left.mark == right.mark && left.index.version == right.index.version
  }
}

/// The state of a list in its snapshot.
package struct SnapshotState: Sendable {
  package var index: NameIndex
  package var mark: ListVersion
  var singleFlags: Int
  var baseRevision: Int

  /// `flags` are the flags that are not in the snapshot.
  package init(index: NameIndex, mark: ListVersion, flags: FlagTable) {
    self.index = index
    self.mark = mark
    singleFlags = flags.singleCount
    baseRevision = flags.baseRevision
  }

  /// Rewrite the snapshot before the store prunes the changes since then.
  private static let mostChanges = 5_000

  package func isOutdated(_ request: SnapshotRequest) -> Bool {
    if mark.identity != request.mark.identity { return true }
    return request.mark.version - mark.version > Self.mostChanges
      || !index.sharesBase(with: request.index) || baseRevision != request.flags.baseRevision
      || request.flags.singleCount - singleFlags > request.index.count / 4
  }
}
