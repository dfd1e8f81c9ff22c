import ListModel
import Browser
import NameSearch
import QueueExecutor

/// Runs searches one at a time, off the main actor.
actor Searcher {
  private let executor = QueueExecutor(label: "targets.searcher")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var last: Listing?

  /// Returns `nil` if the search was cancelled.
  func listing(for request: SearchRequest) -> Listing? {
    guard let listing = Listing(request, previous: last, isCancelled: { Task.isCancelled })
    else { return nil }
    last = listing
    return listing
  }
}
