package import ListModel
package import NameSearch
import SectionedData

extension Browser {
  /// The rows that are browsed: names, flags, and those of them that match.
  package struct List: Sendable {
    /// The newest snapshot of the names; `listing` may still belong to an older one.
    package var index: NameIndex

    package var flags: FlagTable

    package var show: Show

    /// The rows on the screen: the result of one query in one snapshot; `nil` before the first result.
    package var listing: Listing?

    /// The last few listings of `index`, reused after a Backspace; each takes about a bit per name.
    private var recent: [Listing] = []

    /// In plain mode, the rows printed last, which `#N` refers to.
    package var printed: Listing?

    /// In plain mode, whether to print the rows of the next filter once they are found.
    var isPrintingShow = false

    init(index: NameIndex, flags: FlagTable, show: Show) {
      (self.index, self.flags, self.show) = (index, flags, show)
    }

    package enum Event: Sendable {
      case indexed(NameIndex, of: Int = 0, areAll: Bool = false)
      case listed(Listing)
    }

    /// A recent listing that is the result of a search.
    func known(for request: SearchRequest) -> Listing? {
      recent.first { $0.request == request }
    }

    /// Takes a listing, with the flags that its rows have by now.
    mutating func take(_ new: Listing) {
      recent.removeAll {
        $0.request == new.request || $0.request.index.version != new.request.index.version
      }
      recent.append(new)
      if recent.count > Self.mostRecent { recent.removeFirst() }
      listing = new
      listing?.update(from: flags)
    }

    private static let mostRecent = 12

    /// Gives the rows the flags that they have by now.
    mutating func updateListings() {
      listing?.update(from: flags)
      printed?.update(from: flags)
    }
  }
}

// MARK: Queries

extension Browser.State {
  /// The search that should be in progress, or `nil` if `listing` is its result.
  package var searchToMake: SearchRequest? {
    let wanted = search
    return list.listing?.request == wanted ? nil : wanted
  }

  /// Whether the search should begin at once: because keys wait for its rows, or because its text
  /// is not being typed.
  package var isSearchUrgent: Bool {
    guard prompt.waiting.isEmpty, let listing = list.listing else { return true }
    return listing.request.query == search.query
  }

  /// The search whose result the screen should show.
  package var search: SearchRequest {
    SearchRequest(
      index: list.index,
      query: settings.nameQuery(textToNarrowBy),
      show: list.show, flags: list.flags, part: settings.part,
      named: settings.decidedAs?.rows, notes: facts.notes)
  }

  /// The query whose matches should be listed before all other names; `nil` when all are listed.
  package var queryToSeek: NameQuery? { intake.isComplete ? nil : search.query }

  /// Whether the listing is for the wanted query and filter, in any snapshot.
  ///
  /// Printed rows cannot be updated, so plain mode waits for all names that have been read.
  var listingIsCurrent: Bool {
    guard let listing = list.listing, !awaitsSource else { return false }
    if settings.isPlain, intake.isComplete, listing.request.index.version != list.index.version {
      return false
    }
    let wanted = search
    return listing.request.query == wanted.query && listing.request.show == wanted.show
  }

  /// The row to which edits apply: the selected one; in a picker, by default the first.
  package var selected: Row? {
    if let selection = view.selection, let listing = list.listing,
      let path = listing.path(of: selection)
    {
      return listing.target(at: path)
    }
    return settings.purpose == .picking ? firstTarget : nil
  }

  var firstTarget: Row? { list.listing?.target(at: Listing.start) }
}

// MARK: Transitions

extension Browser.State {
  mutating func apply(_ event: Browser.List.Event) {
    switch event {
    case .indexed(let names, let list, let areAll):
      replaceIndex(with: names, of: list, areAll: areAll)
    case .listed(let listing): show(listing)
    }
  }
}

// MARK: Showing a listing

extension Browser.State {
  /// Shows a new listing; the selection and the view stay at the same rows.
  mutating func show(_ new: Listing) {
    let old = list.listing
    list.take(new)
    if let name = view.selection { view.selection = replacement(for: name, in: old) }
    if let name = view.top { view.top = replacement(for: name, in: old) }
    selectRowToLookAt()
    if prompt.isUntouched { openAtTheLiving() }
  }

  /// Scrolls to the first row that is not dead, if the first screen would show only dead rows.
  private mutating func openAtTheLiving() {
    guard let listing = list.listing, list.show == .all, let living = listing.pathOfLiving(from: 0),
      listing.place(of: living) >= rowsInView
    else { return view.top = nil }
    view.top = listing.target(at: living)?.name
  }

  /// A listed name near `name`; the name itself if no other is found and it may still be read.
  private func replacement(for name: Name, in old: Listing?) -> Name? {
    neighbour(of: name, in: old) ?? (intake.isComplete ? nil : name)
  }

  mutating func dropStaleHint() {
    if view.selection == nil, notice == selectionHint { notice = nil }
  }

  /// Removes a selection or first row in view that is not in the complete list.
  mutating func releaseMissing() {
    guard intake.isComplete, let listing = list.listing,
      listing.request.index.version == list.index.version
    else {
      return
    }
    if let name = view.selection, listing.path(of: name) == nil { view.selection = nil }
    if let name = view.top, listing.path(of: name) == nil { view.top = nil }
  }

  /// The name itself if it is listed, otherwise the nearest listed row after it, or before it.
  private func neighbour(of name: Name, in old: Listing?) -> Name? {
    guard let listing = list.listing else { return nil }
    if listing.path(of: name) != nil { return name }
    if let row = listing.matches.index.row(of: name),
      let near = listing.matches.nearestRow(to: row)
    {
      return listing.matches.index.name(at: near)
    }
    // While a list is being read again, the row may still arrive.
    guard intake.isComplete, let old, let path = old.path(of: name) else { return nil }
    // The name is no longer listed, so search near its old place, not in the whole list.
    let around = old.paths(around: path, reach: 64)
    return around.lazy.compactMap { old.target(at: $0)?.name }
      .first { listing.path(of: $0) != nil }
  }
}
