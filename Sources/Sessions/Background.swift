import Printing
import Browser
import ListLoading
import ListModel
import NameSearch
import QueueExecutor

/// Runs slow work that has no other actor; on the shared executor it would delay keys.
actor Background {
  private let executor = QueueExecutor(label: "targets.background")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// An error only means that the next session reads the whole list.
  func writeSnapshot(_ request: SnapshotRequest, mark: ListVersion) {
    try? ListSnapshot.write(request, mark: mark)
  }

  func write(_ listing: Listing, to path: String) throws -> Int {
    guard listing.matches.index.isWhole() else {
      throw Failure("\(path): not written: the snapshot of the list is damaged; try again")
    }
    return try NameFile.write(listing, to: path)
  }
}
