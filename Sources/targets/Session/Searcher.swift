import Browser
import NameIndex
import QueueExecutor

/// Answers searches off the main actor, and remembers the answers to the last few.
///
/// Taking back a letter asks for what was asked a moment ago: that answer is at hand.
actor Searcher {
  private let executor = QueueExecutor(label: "targets.searcher")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var recent: [Listing] = []

  /// How many answers are remembered; one costs about a bit for each name.
  private static let memory = 12

  /// The listing for a request, or `nil` when the request was given up meanwhile.
  func listing(for request: SearchRequest) -> Listing? {
    if let known = recent.first(where: { $0.request == request }) { return known }
    guard
      let listing = Listing(
        request, previous: recent.last, isCancelled: { Task.isCancelled })
    else { return nil }
    recent.removeAll { $0.request.index.version != request.index.version }
    recent.append(listing)
    if recent.count > Self.memory { recent.removeFirst() }
    return listing
  }
}
