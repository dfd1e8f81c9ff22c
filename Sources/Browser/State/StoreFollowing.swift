package import ListModel
package import NameSearch

extension Browser {
  /// How far the browser has followed the changes to its list in the store.
  package struct StoreFollowing: Equatable, Sendable {
    /// The state of the list that is shown.
    package private(set) var mark: ListVersion

    /// How often the store's file was touched, and how many of these touches were looked at.
    private(set) var touches = 0
    private(set) var seen = 0

    /// The number of looks that have ended.
    private(set) var looks = 0

    /// The number of looks that have found the store well since something failed.
    private var goodLooks = 0

    /// Whether the store has been well for a while.
    var isWell: Bool { goodLooks >= Self.leastGoodLooks }

    /// Leaves time to read why an edit was refused, even if the store works again a second later.
    static let leastGoodLooks = 10

    mutating func noteFailedEdit() { goodLooks = 0 }

    /// Why the store could not be read; what is shown may be out of date.
    package private(set) var failure: String?

    init(from mark: ListVersion) { self.mark = mark }

    mutating func touch() { touches += 1 }

    /// Records that a look has ended.
    mutating func end(_ look: StoreLook, failure: String? = nil) {
      looks += 1
      seen = look.touch
      self.failure = failure
      goodLooks = failure == nil ? min(goodLooks + 1, Self.leastGoodLooks) : 0
    }

    /// Goes on to what a look has found; false if something else was shown meanwhile.
    mutating func follow(_ look: StoreLook, to mark: ListVersion) -> Bool {
      guard look.mark == self.mark else {
        touch()
        return false
      }
      self.mark = mark
      return true
    }

    /// Goes on to what an edit of this session has led to; false if that is shown already.
    ///
    /// If others have changed something before it, that is looked at; `later` by who asks anyway.
    mutating func followOwnEdit(to mark: ListVersion, later: Bool) -> Bool {
      if mark.version == self.mark.version + 1, self.mark.precedes(mark) {
        self.mark = mark
        return true
      }
      if mark == self.mark || mark.precedes(self.mark) { return false }
      if !later { touch() }
      return true
    }
  }

  /// A look at the changes to the list since it was looked at last.
  package struct StoreLook: Equatable, Sendable {
    let number: Int
    let touch: Int

    /// The state of the list that is shown.
    package let mark: ListVersion

    /// The names when the look began.
    package let index: NameIndex

    /// The flags when the look began.
    package let flags: FlagTable

    package static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }

  /// What a look has found.
  package enum StoreNews: Sendable {
    /// The names that were touched since, with their flags of now; `nil` for those no longer kept.
    case changes([(name: Name, flags: Flags?)], upTo: ListVersion)

    /// All flags, as what was touched since is not known.
    case all([Name: Flags], at: ListVersion)
  }
}

extension Browser.State {
  /// The look that should be in progress, or `nil`.
  ///
  /// It waits until a kept list is loaded, since some of its pages may be older than the change.
  package var storeLook: Browser.StoreLook? {
    let following = storeFollowing
    guard following.touches > following.seen, !settings.browsesKeptList || intake.isComplete
    else { return nil }
    return .init(
      number: following.looks, touch: following.touches, mark: following.mark, index: index,
      flags: flags)
  }

  /// The report that should be in progress, or `nil`.
  package var reportToMake: Browser.ReportRequest? {
    report.map { .init(report: $0, rows: settings.browsesKeptList ? nil : listing?.rowCounts) }
  }

  /// The failed look that is to be repeated after a while, or `nil`.
  package var failedLook: Int? { storeFollowing.failure == nil ? nil : storeFollowing.looks }

  /// Shows what a look has found; false if nothing that is shown can have changed.
  mutating func apply(_ news: Browser.StoreNews, from look: Browser.StoreLook) -> Bool {
    var wasBehind = storeFollowing.failure != nil
    storeFollowing.end(look)
    if storeFollowing.isWell, let refusal {
      if notice == refusal { (notice, wasBehind) = (nil, true) }
      self.refusal = nil
    }
    let revision = flags.revision
    switch news {
    case .changes(let changes, let mark):
      guard storeFollowing.follow(look, to: mark), !changes.isEmpty else { return wasBehind }
      let new = changes.filter { !flags.has($0.flags, for: $0.name) }
      decidedToday.add(
        new.map { EditResult.Change(name: $0.name, before: flags[$0.name], after: $0.flags) })
      flags.set(new)
    case .all(let all, let mark):
      guard storeFollowing.follow(look, to: mark) else { return wasBehind }
      decidedToday.isCurrent = false
      flags.replace(with: all)
      if settings.browsesKeptList { startOver(lookingFor: "") }
    }
    switch news {
    case .changes(let changes, _): forgetRemarks(on: changes.map(\.name))
    case .all: forgetRemarks(on: nil)
    }
    // The notice on an edit may no longer be true.
    if flags.revision != revision, notice?.isError == false { notice = nil }
    updateListings()
    goOnIfDecidedElsewhere()
    return true
  }
}
