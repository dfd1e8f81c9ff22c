import QueueExecutor

// Telling others of edits, and hearing of theirs.

extension ServerDatabase {
  /// Of what was told to whom.
  struct Hints {
    fileprivate var isListening = false

    /// What is told and heard; who has been told too often asks again a second later anyway.
    fileprivate var allowance = Allowance(most: 5, perSecond: 2)
  }

  /// Tells others, with the commit, that something has changed, unless they have heard that often
  /// just now: a hint wakes each of them.
  func tellOthers() throws {
    guard traits.tells, hints.allowance.take() else { return }
    try send(ServerSQL("NOTIFY targets"))
  }

  /// Has others' edits told of; false if the server does not.
  func listen() throws -> Bool {
    guard traits.isHeard else { return false }
    if !hints.isListening { try execute("LISTEN targets") }
    hints.isListening = true
    return true
  }

  /// Whether others have told of something; waits for answers that are still to come.
  func hearOthers() throws -> Bool {
    let isTold = try takeNotices()
    if isTold { _ = hints.allowance.take() }
    return isTold
  }
}
