import Threads

/// What a server announced about edits of others.
package enum StoreHint: Sendable {
  /// Someone has changed a list.
  case changed

  /// There is no connection; the next poll makes one.
  case offline

  /// The server announces nothing, or not on this connection.
  case never
}

extension TargetStore {
  /// Waits until a server announces a change by others of the list that is followed with
  /// ``changesAndAuthors(of:since:limit:settling:readsRows:)``; the store can be used meanwhile.
  ///
  /// Not every change is announced, so a caller that must notice all changes has to poll.
  package func nextHint() async -> StoreHint {
    guard let server = connection as? ServerConnection else { return .never }
    while !Task.isCancelled {
      do throws(StoreError) {
        guard let notices = try server.takeNotices() else { return .never }
        if notices.lists.mayInclude(followed?.id) { return .changed }
        let wait = Readiness(of: notices.descriptor)
        server.waitForNotices = wait
        await wait.untilEnd()
      } catch {
        return .offline
      }
    }
    return .never
  }
}
