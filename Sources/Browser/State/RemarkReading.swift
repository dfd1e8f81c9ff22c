package import ListModel
package import NameSearch

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
    let names = flags.kindsInUse.isDisjoint(with: Self.remarked) ? otherNamesTold : namesTold
    let unknown = names.filter(lacksRemarks)
    return unknown.isEmpty ? nil : .init(names: unknown, revision: remarkRevision)
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
    return [overlay.name, asked?.name, current].compactMap { $0 }
  }

  /// Whether plain review is still reading what it prints about the current row.
  package var isReadingCurrentRow: Bool {
    guard settings.isPlain, review != nil, let selected else { return false }
    return lacksRemarks(selected.name)
  }

  /// The flags of rows about which the store has more facts.
  private static let remarked = Flags.decided.union([.noted, .snoozed, .changed])

  private func lacksRemarks(_ name: Name) -> Bool {
    remarks[name] == nil && !flags[name].isDisjoint(with: Self.remarked)
  }

  /// Notes are read if details are searched as well, and again after each change of the list.
  package var notesToRead: Browser.NotesRequest? {
    guard settings.looksInDetails, flags.kindsInUse.contains(.noted) || noteTexts != nil,
      noteMark != storeFollowing.mark, edits.isEmpty, intake.isComplete
    else { return nil }
    return .init(mark: storeFollowing.mark, index: index)
  }

  /// Decisions of today are counted for stored lists, which people review over days.
  package var progressToCount: Browser.ProgressRequest? {
    // The first row of the review has priority.
    guard settings.countsProgress, decidedToday.mark != storeFollowing.mark, edits.isEmpty,
      review?.isOpening != true
    else { return nil }
    return .init(mark: storeFollowing.mark, canWait: decidedToday.isCurrent)
  }

  /// Returns false if the number was known, or belongs to another version of the list than is shown.
  mutating func takeDecidedToday(
    _ count: Int, for request: Browser.ProgressRequest, at mark: ListVersion
  ) -> Bool {
    guard mark == request.mark else {
      storeFollowing.signalChange()
      return false
    }
    let isNew = count != decidedToday.count || !decidedToday.isCurrent
    decidedToday = .init(count: count, isCurrent: true, mark: request.mark)
    return isNew
  }

  package var dayToWatch: Browser.DayWatch? {
    settings.countsProgress && decidedToday.count > 0 ? .init() : nil
  }

  /// Starts a new day: all decisions so far were made yesterday or before.
  mutating func endDay() {
    decidedToday.isCurrent = false
    decidedToday.mark = nil
  }

  package var snoozesToWatch: Browser.SnoozeWatch? {
    flags.kindsInUse.contains(.snoozed) ? .init(mark: storeFollowing.mark) : nil
  }

  private var namesInView: [Name] {
    guard let listing, listing.count > 0 else { return [] }
    let first = top.flatMap { listing.path(of: $0) } ?? Listing.start
    let place = listing.place(of: first)
    return (place..<min(place + rowsInView, listing.count)).compactMap { place in
      listing.path(at: place).flatMap { listing.target(at: $0)?.name }
    }
  }

  mutating func take(
    _ found: [Name: Remark], for request: Browser.RemarkRequest, at time: Moment
  ) {
    guard request.revision == remarkRevision else { return }
    let known = request.names.map { ($0, found[$0] ?? Remark()) }
    take(Dictionary(known) { first, _ in first }, at: time)
  }

  mutating func take(_ found: [Name: Remark], at time: Moment) {
    if found.isEmpty { return }
    remarksReadAt = time
    if remarks.count > RowHeights.limit { remarks = [:] }
    remarks.merge(found) { $1 }
  }

  /// Discards the remarks on rows that may have others now; `nil` for all rows.
  mutating func forgetRemarks(on names: [Name]?) {
    remarkRevision += 1
    guard let names else { return remarks = [:] }
    for name in names { remarks[name] = nil }
  }

  /// Makes rows open again whose snoozes have ended.
  mutating func wake(_ names: [Name]) {
    flags.set(
      names.filter { flags[$0].contains(.snoozed) }.map {
        ($0, flags[$0].subtracting(.snoozed))
      })
    updateListings()
  }
}
