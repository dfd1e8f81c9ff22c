package import ListModel
package import NameSearch

extension Browser {
  /// How far the browser has followed the changes of its list in the store.
  package struct Following: Sendable {
    /// The version of the list that is shown.
    package private(set) var mark: ListVersion

    /// How many changes of the store were signalled, and how many of these signals were followed.
    private(set) var changesSignalled = 0
    private(set) var changesRead = 0

    /// How many requests have been answered.
    private(set) var requestCount = 0

    /// The number of successful requests since the last failure.
    private var successCount = 0

    /// Whether the store has worked for a while.
    var isWell: Bool { successCount >= Self.leastSuccesses }

    /// Leaves time to read why an edit was refused, even if the store works again a second later.
    static let leastSuccesses = 10

    mutating func noteFailedEdit() { successCount = 0 }

    /// Why the store could not be read; what is shown may be out of date.
    package private(set) var failure: String?

    /// The state of the list in the snapshot file; `nil` if no snapshot is usable.
    package var snapshot: SnapshotState?

    init(from mark: ListVersion) { self.mark = mark }

    package enum Event: Sendable {
      case storeTouched
      case storeRead(
        ChangeRequest, StoreUpdate, of: OthersNews = OthersNews(), at: Moment = .now)
      case storeUnread(ChangeRequest, reason: String)

      /// The snapshot was written, or could not be.
      case snapshotEnded(SnapshotRequest)

      /// The snapshot that the names came from is damaged; with a text for the user.
      case snapshotDamaged(String)
    }

    mutating func signalChange() { changesSignalled += 1 }

    /// Records that a request was answered.
    mutating func end(_ request: ChangeRequest, failure: String? = nil) {
      requestCount += 1
      changesRead = request.signal
      self.failure = failure
      successCount = failure == nil ? min(successCount + 1, Self.leastSuccesses) : 0
    }

    /// Continues from the version that a request has found; false if another version is shown by now.
    mutating func follow(_ request: ChangeRequest, to mark: ListVersion) -> Bool {
      guard request.mark == self.mark else {
        signalChange()
        return false
      }
      self.mark = mark
      return true
    }

    /// Continues from the version after an edit of this session; false if that version is shown already.
    ///
    /// If there are versions in between, requests their changes; with `later`, the next poll requests them.
    mutating func followOwnEdit(to mark: ListVersion, later: Bool) -> Bool {
      if mark.version == self.mark.version + 1, self.mark.precedes(mark) {
        self.mark = mark
        return true
      }
      if mark == self.mark || mark.precedes(self.mark) { return false }
      if !later { signalChange() }
      return true
    }
  }

  /// Asks for the changes of the list since the version that is shown.
  package struct ChangeRequest: Equatable, Sendable {
    let number: Int

    /// The number of signalled changes when the request began.
    let signal: Int

    /// The version of the list that is shown.
    package let mark: ListVersion

    /// The names when the request began.
    package let index: NameIndex

    /// The flags when the request began.
    package let flags: FlagTable

    /// The row that review asks about, since a decision of someone else on it matters.
    package let open: Name?

    /// The rows whose remarks are shown.
    package let told: [Name]

    /// Whether rows are ticked, so that the names of changed rows are needed.
    package let hasTicks: Bool

    package static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }

  /// The result of a request for changes.
  package enum StoreUpdate: Sendable {
    /// The names that changed since then, with their present flags; `nil` for names that were removed.
    ///
    /// `remarks` has those of them that the request names.
    case changes(
      [(name: Name, flags: Flags?)], decisions: [Name: StoredDecision] = [:],
      remarks: [Name: Remark] = [:], upTo: ListVersion)

    /// All flags, if it is unknown which names changed.
    case all([Name: Flags], decisions: [Name: StoredDecision] = [:], at: ListVersion)
  }
}

extension Browser.State {
  /// The request that should be in progress, or `nil`.
  ///
  /// It waits until a stored list is loaded, since some of its pages may be older than the change.
  package var changesToRead: Browser.ChangeRequest? {
    let following = following
    guard following.changesSignalled > following.changesRead,
      !settings.browsesKeptList || intake.isComplete
    else { return nil }
    return .init(
      number: following.requestCount, signal: following.changesSignalled, mark: following.mark,
      index: list.index, flags: list.flags, open: review?.current?.name, told: namesTold,
      hasTicks: ticked != nil)
  }

  /// The report that should be in progress, or `nil`.
  package var reportToMake: Browser.ReportRequest? {
    cover.report.map {
      .init(report: $0, rows: settings.browsesKeptList ? nil : list.listing?.rowCounts)
    }
  }

  /// The number of the failed request to repeat after a while, or `nil`.
  package var failedChangeRequest: Int? {
    following.failure == nil ? nil : following.requestCount
  }

  mutating func apply(_ event: Browser.Following.Event) {
    switch event {
    case .storeTouched:
      following.signalChange()
      mayLookDifferent = false
    case .storeRead(let request, let update, let others, let time):
      // The changes by this session's edits are shown already.
      mayLookDifferent = apply(update, others, from: request, at: time)
    case .storeUnread(let request, let reason): following.end(request, failure: reason)
    case .snapshotEnded(let request):
      following.snapshot = SnapshotState(
        index: request.index, mark: request.mark, flags: request.flags)
      mayLookDifferent = false
    case .snapshotDamaged(let words):
      following.snapshot = nil
      perform(.reload)
      notice = .init(words, isError: true)
    }
  }

  /// Shows the changes that a request has found; false if nothing on the screen can have changed.
  mutating func apply(
    _ update: Browser.StoreUpdate, _ others: OthersNews, from request: Browser.ChangeRequest,
    at time: Moment
  ) -> Bool {
    var wasBehind = following.failure != nil
    following.end(request)
    if following.isWell, let refusal = storing.refusal {
      if notice == refusal { (notice, wasBehind) = (nil, true) }
      storing.refusal = nil
    }
    let revision = list.flags.revision
    switch update {
    case .changes(let changes, let decisions, _, let mark):
      guard following.follow(request, to: mark), !changes.isEmpty else { return wasBehind }
      let new = changes.filter {
        decisions[$0.name] != nil || list.flags.givesRevisions
          || !list.flags.has($0.flags, for: $0.name)
      }
      facts.decidedToday.add(
        new.map { EditResult.Change(name: $0.name, before: list.flags[$0.name], after: $0.flags) })
      list.flags.set(new, decisions: decisions)
    case .all(let all, let decisions, let mark):
      guard following.follow(request, to: mark) else { return wasBehind }
      if request.mark != .start, request.mark.identity != mark.identity { forgetOtherList() }
      facts.decidedToday.isCurrent = false
      list.flags.replace(with: all, decisions: decisions)
      guard settings.browsesKeptList else { break }
      startOver(lookingFor: "")
      if mark == .start, request.mark != .start {
        // No one dropped its rows.
        review?.current = nil
        if notice?.isError != true {
          notice = .init(
            "list “\(settings.listName)” was renamed or deleted", isError: true)
        }
      }
    }
    switch update {
    case .changes(let changes, _, let remarks, _):
      facts.forgetRemarks(on: changes.map(\.name))
      facts.take(remarks, at: time)
    case .all: facts.forgetRemarks(on: nil)
    }
    let own = notice?.own
    // The notice about an edit may no longer be true.
    if list.flags.revision != revision, notice?.isError == false, own == nil { notice = nil }
    list.updateListings()
    if notice?.isError != true, let text = others.text(at: time) {
      notice = .init([own, text].compactMap { $0 }.joined(separator: "; "))
      notice?.own = own
    }
    let lost = dropTicks(of: update, others)
    // Keep the report about the row until review leaves the row; typing may delay that.
    let settled = request.open == review?.current?.name ? others.settled : nil
    if settled != nil || lost != nil { review?.settling = .init(settled: settled, lost: lost) }
    // The report on who dropped the row can arrive after the row has left the screen.
    if let drop = others.settled, drop.isDrop, !drop.isOwn, let name = request.open {
      notice = .init([drop.text(of: name), lost].compactMap { $0 }.joined(separator: "; "))
      if review?.current?.name == name { review?.current?.isDropTold = true }
      tellIfNothingIsOpen(after: notice)
    }
    return true
  }

  /// Forgets what was about the rows of another list, whose name the list has now.
  private mutating func forgetOtherList() {
    storing.decisions = .init()
    storing.newestMany = nil
    if cover.question != nil { (cover.question, notice) = (nil, .nothingChanged) }
    if prompt.asked != nil {
      prompt.asked = nil
      endTyping()
      session.order(.setLine(lineBeforeCommand))
      notice = .nothingChanged
    }
  }

  /// Unticks the rows that others have changed; returns the message about them.
  private mutating func dropTicks(
    of update: Browser.StoreUpdate, _ others: OthersNews
  ) -> String? {
    if let touched = others.touched {
      return dropTicks(ofChanged: touched.map { list.flags.called($0) })
    }
    if case .changes(let changes, _, _, _) = update {
      return dropTicks(ofChanged: changes.map(\.name))
    }
    // The flags do not show whether a row has a new note, verdict, detail or revision. So all rows
    // are unticked if the store no longer knows which rows changed, or if there are very many.
    guard dropTicks() else { return nil }
    let text = "the list has changed, and targets cannot tell which rows; all ticks were removed"
    notice = .init(text)
    return text
  }
}

extension Browser.State {
  /// Whether the session ends without a snapshot that is worth writing.
  package var missesSnapshot: Bool {
    guard settings.browsesKeptList, settings.keepsSnapshots else { return false }
    return snapshotToWrite != nil
      || following.snapshot == nil && list.index.count >= SnapshotRequest.leastNames
  }

  /// The snapshot that should be written once nothing has changed for a while, or `nil`.
  package var snapshotToWrite: SnapshotRequest? {
    guard settings.browsesKeptList, settings.keepsSnapshots, intake.isComplete,
      storing.edits.isEmpty,
      list.index.count >= SnapshotRequest.leastNames,
      list.index.hasWordIndex || list.index.count < NameIndex.leastNamesWithWordIndex
    else { return nil }
    let request = SnapshotRequest(index: list.index, flags: list.flags, mark: following.mark)
    return following.snapshot?.isOutdated(request) ?? true ? request : nil
  }
}
