import Browser
import Edits
import NameSearch
import QueueExecutor
import TargetStore

/// The thread for what takes time and has no other: on the one that tasks share it would hold up the keys.
actor Background {
  private let executor = QueueExecutor(label: "targets.background")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Writes the names of a listing to a file; see ``NameFile``.
  func write(_ listing: Listing, to path: String) throws -> Int {
    try NameFile.write(listing, to: path)
  }

  /// Finds what has to be done to an index to hold the names of a kept list; see ``KeptNames``.
  func changes(
    of index: NameIndex, to store: TargetStore, _ list: Name
  ) async throws -> [EditResult.Change] {
    try await KeptNames.changes(of: index, to: store, list)
  }
}
