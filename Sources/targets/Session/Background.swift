import Browser
import QueueExecutor

/// Runs slow work that has no other actor; on the shared executor it would delay keys.
actor Background {
  private let executor = QueueExecutor(label: "targets.background")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func write(_ listing: Listing, to path: String) throws -> Int {
    try NameFile.write(listing, to: path)
  }
}
