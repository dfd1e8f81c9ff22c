import Threads

/// A server's hint about edits of others.
package enum StoreHint: Sendable {
  /// Somebody has changed something.
  case changed

  /// There is no connection; the next poll makes one.
  case offline

  /// The server does not tell, or not through this connection.
  case never
}

extension TargetStore {
  /// Waits until a server tells that others have changed something; until then the store can be used.
  ///
  /// Not every change is announced: whoever relies on knowing them has to ask.
  package func nextHint() async -> StoreHint {
    guard let server = connection as? ServerConnection else { return .never }
    while !Task.isCancelled {
      do throws(StoreError) {
        guard let notices = try server.takeNotices() else { return .never }
        if notices.isTold { return .changed }
        await Readiness(of: notices.descriptor).untilEnd()
      } catch {
        return .offline
      }
    }
    return .never
  }
}
