import Threads

// Announces edits to other clients, and receives their announcements.

extension ServerDatabase {
  /// Whether this connection listens, and how often it may notify.
  struct Hints {
    fileprivate var isListening = false

    /// Rate limit of NOTIFY; clients that miss a notification poll within a second.
    fileprivate var allowance = TokenBucket(most: 5, perSecond: 2)
  }

  /// Notifies other clients as part of the commit, within the rate limit: each notification wakes
  /// all of them.
  func tellOthers() throws {
    guard traits.tells, hints.allowance.take() else { return }
    try send(ServerSQL("NOTIFY targets"))
  }

  /// Subscribes (LISTEN); false if unsupported.
  func listen() throws -> Bool {
    guard traits.isHeard else { return false }
    if !hints.isListening { try execute("LISTEN targets") }
    hints.isListening = true
    return true
  }

  /// Whether others have sent a notification; waits for outstanding answers.
  func hearOthers() throws -> Bool {
    let isTold = try takeNotices()
    if isTold { _ = hints.allowance.take() }
    return isTold
  }
}
