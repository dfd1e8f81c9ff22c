// Telling others of edits, and hearing of theirs.

extension ServerDatabase {
  /// Of what was told to whom.
  struct Hints {
    fileprivate var isListening = false

    /// When somebody has told of an edit last, as far as that is heard of here.
    fileprivate var last: ContinuousClock.Instant?

    /// Who has been told of an edit asks again a second later; until then they need no other hint.
    fileprivate static let pause = Duration.milliseconds(500)
  }

  /// Tells others, with the commit, that something has changed, unless they have heard that just now:
  /// a hint wakes each of them.
  func tellOthers() throws {
    if let last = hints.last, .now - last < Hints.pause { return }
    guard traits.tells else { return }
    try send(ServerSQL("NOTIFY targets"))
    hints.last = .now
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
    if isTold { hints.last = .now }
    return isTold
  }
}
