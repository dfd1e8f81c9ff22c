package import ListModel
import NameSearch

extension Browser.State {
  /// Whether the session ends without a snapshot that is worth writing.
  package var missesSnapshot: Bool {
    guard settings.browsesKeptList, settings.keepsSnapshots else { return false }
    return snapshotToWrite != nil
      || snapshot == nil && index.count >= SnapshotRequest.leastNames
  }

  /// The snapshot that should be written once nothing has changed for a while, or `nil`.
  package var snapshotToWrite: SnapshotRequest? {
    guard settings.browsesKeptList, settings.keepsSnapshots, intake.isComplete, edits.isEmpty,
      index.count >= SnapshotRequest.leastNames,
      index.hasWordIndex || index.count < NameIndex.leastNamesWithWordIndex
    else { return nil }
    let request = SnapshotRequest(index: index, flags: flags, mark: storeFollowing.mark)
    return snapshot?.isOutdated(request) ?? true ? request : nil
  }
}
