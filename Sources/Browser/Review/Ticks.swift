import ListModel
import NameSearch
import TerminalText

// Rows that are collected in review mode for one decision.

extension Browser.State {
  /// The places of the rows from the start of the range to the selected row; `nil` without a range.
  private var placesOfRange: ClosedRange<Int>? {
    guard let listing = list.listing,
      let start = review?.rangeStart.flatMap({ listing.path(of: $0) }),
      let end = selected.flatMap({ listing.path(of: $0.name) })
    else { return nil }
    let places = (listing.place(of: start), listing.place(of: end))
    return min(places.0, places.1)...max(places.0, places.1)
  }

  /// Which rows are shown as ticked; `nil` if none are.
  var ticked: (@Sendable (Name) -> Bool)? {
    guard let review, review.rangeStart != nil || !review.ticks.isEmpty else { return nil }
    let (ticks, range, listing) = (review.ticks, placesOfRange, list.listing)
    return { name in
      if ticks.contains(name) { return true }
      guard let range, let listing, let path = listing.path(of: name) else { return false }
      return range.contains(listing.place(of: path))
    }
  }

  /// The number of rows for the next decision, for the status line.
  var ticksSummary: String? {
    guard ticked != nil, let review, let listing = list.listing else { return nil }
    var count = review.ticks.count
    if let range = placesOfRange {
      // Ticks inside the range must not be counted twice.
      let inRange = review.ticks.names.count { name in
        listing.path(of: name).map { range.contains(listing.place(of: $0)) } ?? false
      }
      count += range.count - inRange
    }
    let hidden = hiddenTicks
    return "\(count.grouped) ticked" + (hidden == 0 ? "" : ", \(hidden.grouped) not shown")
  }

  /// The number of ticked rows that the query or the filter hides.
  private var hiddenTicks: Int { review.map { hiddenCount(of: $0.ticks.names) } ?? 0 }

  private func hiddenCount(of names: [Name]) -> Int {
    guard let listing = list.listing,
      listing.count + listing.hiddenCount < listing.matches.index.count
    else {
      return 0
    }
    return names.count { listing.path(of: $0) == nil }
  }

  /// The ticked rows, in the order of the list; with a range, those that are not shown come first.
  var namesTicked: [Name] {
    guard let review, let listing = list.listing else { return [] }
    let range = (placesOfRange.map { Array($0) } ?? []).compactMap { place in
      listing.matches.row(at: place).map { listing.matches.index.name(at: $0) }
    }
    let inRange = Set(range)
    let others = review.ticks.names.filter { !inRange.contains($0) }
      .map { name in (name, listing.path(of: name).map { listing.place(of: $0) } ?? -1) }
      .sorted { $0.1 < $1.1 }.map(\.0)
    return range + others
  }

  /// Edits the ticked rows; asks first if there are many, or if some of them are not shown.
  mutating func editTicked(_ decision: Decision) {
    var names = namesTicked
    if decision.action == .confirm { names = names.filter { list.flags[$0].contains(.changed) } }
    if names.isEmpty {
      notice = .init("no ticked row has changed since it was decided")
      return
    }
    let hidden = hiddenCount(of: names)
    if hidden > 0 || names.count > Self.mostUnasked {
      ask(about: .decide(decision, names), hiddenCount: hidden)
    } else {
      decide(decision, rows: names)
    }
  }

  /// Ticks or unticks the selected row, and selects the next one.
  mutating func tick(count: Int) {
    for _ in 0..<min(count, list.listing?.count ?? 0) {
      guard let target = selected else { return askForRow() }
      if review?.ticks.contains(target.name) == true {
        review?.ticks.keep { $0 != target.name }
      } else {
        review?.ticks.add(target.name)
      }
      moveSelection(by: 1)
    }
  }

  /// Starts a range at the selected row, or ends the current range; its rows stay ticked.
  mutating func toggleRange() {
    guard let target = selected else { return askForRow() }
    if review?.rangeStart == nil {
      review?.rangeStart = target.name
    } else {
      endRange()
    }
  }

  /// Ends the range before rows arrive between its ends, or the selection moves elsewhere, so that
  /// it contains only rows that the user moved over.
  mutating func endRange() {
    guard review?.rangeStart != nil else { return }
    for name in namesTicked { review?.ticks.add(name) }
    review?.rangeStart = nil
  }

  /// Removes all ticks; false if there were none.
  mutating func dropTicks() -> Bool {
    guard let review, review.rangeStart != nil || !review.ticks.isEmpty else { return false }
    self.review?.ticks = .init()
    self.review?.rangeStart = nil
    return true
  }

  /// Removes the ticks of rows that others have changed or dropped: they are not what the user ticked.
  ///
  /// Returns the message about them; `nil` if no tick was removed.
  @discardableResult
  mutating func dropTicks(ofChanged names: [Name]) -> String? {
    guard let ticked, let review else { return nil }
    // While a list is being read again, missing rows may still arrive.
    let areAllThere = settings.isPaged || intake.isComplete
    let gone = areAllThere ? review.ticks.names.filter { list.index.row(of: $0) == nil } : []
    let lost = gone + names.filter { ticked($0) && (!areAllThere || list.index.row(of: $0) != nil) }
    if areAllThere, review.rangeStart.map({ list.index.row(of: $0) == nil }) == true {
      self.review?.rangeStart = nil
    }
    guard let first = lost.first else { return nil }
    endRange()
    let isLost = Set(lost)
    self.review?.ticks.keep { !isLost.contains($0) }
    let rows = lost.count == 1 ? first.text : "\(lost.count.grouped) rows"
    let verb = lost.count == 1 ? "has" : "have"
    let text = "\(rows) \(verb) changed and \(lost.count == 1 ? "is" : "are") no longer ticked"
    notice = .init(text)
    return text
  }
}
