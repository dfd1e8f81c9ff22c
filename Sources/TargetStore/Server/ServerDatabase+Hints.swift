import Threads

/// The lists that were announced as changed, by their numbers.
struct AnnouncedLists {
  private var lists: Set<Int64> = []

  /// Whether lists are not known by their numbers.
  private var areAny = false

  private static let most = 256

  /// The number of announcements.
  private(set) var count = 0

  /// Adds what a notification says, which anyone on the server can send.
  mutating func add(_ text: String) {
    count += 1
    guard let list = Int64(text), lists.count < Self.most else { return areAny = true }
    lists.insert(list)
  }

  /// Whether a list may have changed; `nil` is a list without a known number.
  func mayInclude(_ list: Int64?) -> Bool {
    areAny || (list.map(lists.contains) ?? !lists.isEmpty)
  }
}

// Announces edits to other clients, and receives their announcements.

extension ServerDatabase {
  /// Whether this connection listens, and how often it may notify.
  struct Hints {
    fileprivate var isListening = false

    /// Rate limit of NOTIFY; clients that miss a notification poll within a second.
    private var allowance = TokenBucket(most: most, perSecond: 1)
    private static let most = 5

    /// Counts announcements of others as if they were this client's: the limit is meant for the server
    /// as a whole.
    ///
    /// All count, also when they are too many: on a slow server, many clients announce an edit before they
    /// hear of one another. Whoever floods the server silences the others until a minute after it ends.
    mutating func hear(_ count: Int, at now: ContinuousClock.Instant = .now) {
      allowance.takeInAnyCase(count, mostOwed: 60, at: now)
    }

    /// Whether this client may announce an edit.
    mutating func mayTell(at now: ContinuousClock.Instant = .now) -> Bool {
      allowance.take(at: now)
    }
  }

  /// Notifies other clients as part of the commit, within the rate limit.
  ///
  /// Each notification wakes all of them, also those that show other lists: with 300 of them, 40
  /// notifications a second would take the server a third of a core.
  func tellOthers(of list: Int64) throws {
    guard traits.tells, hints.mayTell() else { return }
    try send(ServerSQL("NOTIFY targets, '\(list)'"))
  }

  /// Subscribes (LISTEN); false if unsupported.
  func listen() throws -> Bool {
    guard traits.isHeard else { return false }
    if !hints.isListening { try execute("LISTEN targets") }
    hints.isListening = true
    return true
  }

  /// The lists of which others have announced changes; waits for outstanding answers.
  func hearOthers() throws -> AnnouncedLists {
    let lists = try takeNotices()
    hints.hear(lists.count)
    return lists
  }
}
