import Browser
import NameSearch
import QueueExecutor

/// Answers searches off the main actor, one after the other.
actor Searcher {
  private let executor = QueueExecutor(label: "targets.searcher")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var last: Listing?

  /// The listing for a request, or `nil` when the request was given up meanwhile.
  func listing(for request: SearchRequest) -> Listing? {
    guard let listing = Listing(request, previous: last, isCancelled: { Task.isCancelled })
    else { return nil }
    last = listing
    return listing
  }
}
