package import ListModel
package import NameSearch

extension Browser {
  /// What the store knows of rows beside their flags: notes, authors, times.
  package struct Facts: Sendable {
    /// Notes and snoozes of rows shown so far.
    private(set) var remarks: [Name: Remark] = [:]

    /// Counts the changes that may have made remarks out of date.
    private(set) var revision = 0

    /// When remarks were last read, from which the age of decisions is computed.
    private(set) var readAt = Moment(microseconds: 0)

    /// The notes to search, and the version of the list that they belong to.
    private(set) var notes: NoteTexts?
    private(set) var notesVersion: ListVersion?

    /// How many rows were decided today.
    var decidedToday = DecidedToday()

    package enum Event: Sendable {
      case remarksRead(RemarkRequest, [Name: Remark], at: Moment = .now)
      case notesRead(NotesRequest, NoteTexts)

      /// The number of decisions that were counted, for version `at` of the list.
      case progressCounted(ProgressRequest, Int, at: ListVersion)
      case snoozesEnded([Name])
      case dayEnded
    }

    mutating func take(_ found: [Name: Remark], for request: RemarkRequest, at time: Moment) {
      guard request.revision == revision else { return }
      let known = request.names.map { ($0, found[$0] ?? Remark()) }
      take(Dictionary(known) { first, _ in first }, at: time)
    }

    mutating func take(_ found: [Name: Remark], at time: Moment) {
      if found.isEmpty { return }
      readAt = time
      if remarks.count > Self.mostRemarks { remarks = [:] }
      remarks.merge(found) { $1 }
    }

    /// Full, they are forgotten: reading those of a few screens again is cheap.
    private static let mostRemarks = 4_096

    /// Discards the remarks on rows that may have others now; `nil` for all rows.
    mutating func forgetRemarks(on names: [Name]?) {
      revision += 1
      guard let names else { return remarks = [:] }
      for name in names { remarks[name] = nil }
    }

    mutating func take(_ notes: NoteTexts, for request: NotesRequest) {
      (self.notes, notesVersion) = (notes.isEmpty ? nil : notes, request.mark)
    }
  }
}

extension Browser {
  /// The rows whose remarks must be read from the store.
  package struct RemarkRequest: Equatable, Sendable {
    package let names: [Name]
    let revision: Int
  }

  /// Requests all notes, to search them.
  package struct NotesRequest: Equatable, Sendable {
    package let mark: ListVersion

    /// The names with their details.
    package let index: NameIndex

    package static func == (left: Self, right: Self) -> Bool { left.mark == right.mark }
  }

  /// Requests the number of rows decided today, after each change of the list.
  package struct ProgressRequest: Equatable, Sendable {
    package let mark: ListVersion

    /// Whether the number is already known, unless a day has ended.
    package let canWait: Bool
  }

  /// Waits for the end of a day on which something was decided.
  package struct DayWatch: Equatable, Sendable {}

  /// How many rows were decided today.
  struct DecidedToday {
    var count = 0

    /// Whether the count is up to date.
    ///
    /// The store takes O(*n*) to count *n* decisions.
    var isCurrent = false

    /// The version of the list that was counted last in the store.
    var mark: ListVersion?

    /// Adds the decisions of an edit.
    mutating func add(_ changes: [EditResult.Change]) {
      for change in changes {
        let (before, after) = (change.before?.decision, change.after?.decision)
        if before == after { continue }
        // A row that was reopened, decided again or brought back may have been decided on another day.
        let isKnown = before != nil || change.before?.contains(.dropped) == true
        if isKnown { isCurrent = false } else { count += 1 }
      }
    }
  }

  /// Waits for the end of the next snooze of a list; starts again with each change of the list.
  package struct SnoozeWatch: Equatable, Sendable {
    package let mark: ListVersion
  }
}

extension Browser.State {
  /// The remarks that the screen needs and that are not known yet, or `nil`.
  package var remarksToRead: Browser.RemarkRequest? {
    let names = list.flags.kindsInUse.isDisjoint(with: Self.remarked) ? otherNamesTold : namesTold
    let unknown = names.filter(lacksRemarks)
    return unknown.isEmpty ? nil : .init(names: unknown, revision: facts.revision)
  }

  /// The rows whose remarks are shown.
  var namesTold: [Name] {
    let inView = namesInView
    return inView + otherNamesTold.filter { !inView.contains($0) }
  }

  /// Those that the screen need not show: the row that an overlay covers, the one whose note is being
  /// typed, and the one that plain review prints.
  private var otherNamesTold: [Name] {
    let current = settings.isPlain && review != nil ? selected?.name : nil
    return [cover.overlay.name, prompt.asked?.name, current].compactMap { $0 }
  }

  /// Whether plain review is still reading what it prints about the current row.
  package var isReadingCurrentRow: Bool {
    guard settings.isPlain, review != nil, let selected else { return false }
    return lacksRemarks(selected.name)
  }

  /// The flags of rows about which the store has more facts.
  private static let remarked = Flags.decided.union([.noted, .snoozed, .changed])

  private func lacksRemarks(_ name: Name) -> Bool {
    facts.remarks[name] == nil && !list.flags[name].isDisjoint(with: Self.remarked)
  }

  /// Notes are read if details are searched as well, and again after each change of the list.
  package var notesToRead: Browser.NotesRequest? {
    guard settings.looksInDetails, list.flags.kindsInUse.contains(.noted) || facts.notes != nil,
      facts.notesVersion != following.mark, storing.edits.isEmpty, intake.isComplete
    else { return nil }
    return .init(mark: following.mark, index: list.index)
  }

  /// Decisions of today are counted for stored lists, which people review over days.
  package var progressToCount: Browser.ProgressRequest? {
    // The first row of the review has priority.
    guard settings.countsProgress, facts.decidedToday.mark != following.mark, storing.edits.isEmpty,
      review?.isOpening != true
    else { return nil }
    return .init(mark: following.mark, canWait: facts.decidedToday.isCurrent)
  }

  /// Returns false if the number was known, or belongs to another version of the list than is shown.
  mutating func takeDecidedToday(
    _ count: Int, for request: Browser.ProgressRequest, at mark: ListVersion
  ) -> Bool {
    guard mark == request.mark else {
      following.signalChange()
      return false
    }
    let isNew = count != facts.decidedToday.count || !facts.decidedToday.isCurrent
    facts.decidedToday = .init(count: count, isCurrent: true, mark: request.mark)
    return isNew
  }

  package var dayToWatch: Browser.DayWatch? {
    settings.countsProgress && facts.decidedToday.count > 0 ? .init() : nil
  }

  /// Starts a new day: all decisions so far were made yesterday or before.
  mutating func endDay() {
    facts.decidedToday.isCurrent = false
    facts.decidedToday.mark = nil
  }

  package var snoozesToWatch: Browser.SnoozeWatch? {
    list.flags.kindsInUse.contains(.snoozed) ? .init(mark: following.mark) : nil
  }

  private var namesInView: [Name] {
    guard let listing = list.listing, listing.count > 0 else { return [] }
    let first = view.top.flatMap { listing.path(of: $0) } ?? Listing.start
    let place = listing.place(of: first)
    return (place..<min(place + rowsInView, listing.count)).compactMap { place in
      listing.path(at: place).flatMap { listing.target(at: $0)?.name }
    }
  }

  mutating func apply(_ event: Browser.Facts.Event) {
    switch event {
    case .remarksRead(let request, let found, let time): facts.take(found, for: request, at: time)
    case .notesRead(let request, let notes): facts.take(notes, for: request)
    case .progressCounted(let request, let count, let mark):
      mayLookDifferent = takeDecidedToday(count, for: request, at: mark)
    case .snoozesEnded(let names): wake(names)
    case .dayEnded: endDay()
    }
  }

  /// Makes rows open again whose snoozes have ended.
  mutating func wake(_ names: [Name]) {
    list.flags.set(
      names.filter { list.flags[$0].contains(.snoozed) }.map {
        ($0, list.flags[$0].subtracting(.snoozed))
      })
    list.updateListings()
  }
}
