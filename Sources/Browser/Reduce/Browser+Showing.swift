import ListModel
import NameSearch
import SectionedData

// MARK: Showing a listing

extension Browser.State {
  /// Shows a new listing; the selection and the view stay at their rows.
  mutating func show(_ new: Listing) {
    let old = listing
    listing = new
    remember(new)
    listing?.update(from: flags)
    if let name = selection { selection = replacement(for: name, in: old) }
    if let name = top { top = replacement(for: name, in: old) }
    selectRowToLookAt()
    if isUntouched { openAtTheLiving() }
  }

  /// Scrolls to the first row that is not dead if the first screen would only hold dead ones.
  private mutating func openAtTheLiving() {
    guard let listing, show == .all, let living = listing.pathOfLiving(from: 0),
      listing.place(of: living) >= rowsInView
    else { return top = nil }
    top = listing.target(at: living)?.name
  }

  private mutating func remember(_ new: Listing) {
    recent.removeAll {
      $0.request == new.request || $0.request.index.version != new.request.index.version
    }
    recent.append(new)
    if recent.count > 12 { recent.removeFirst() }
  }

  /// The neighbour of a name; the name itself if it has no neighbour and may still be read.
  private func replacement(for name: Name, in old: Listing?) -> Name? {
    neighbour(of: name, in: old) ?? (intake.isComplete ? nil : name)
  }

  mutating func dropStaleHint() {
    if selection == nil, notice == selectionHint { notice = nil }
  }

  /// Drops a selection or top row that is not in the complete list.
  mutating func releaseMissing() {
    guard intake.isComplete, let listing, listing.request.index.version == index.version else {
      return
    }
    if let name = selection, listing.path(of: name) == nil { selection = nil }
    if let name = top, listing.path(of: name) == nil { top = nil }
  }

  /// The name itself if listed, else the nearest listed row after it, else before it.
  private func neighbour(of name: Name, in old: Listing?) -> Name? {
    guard let listing else { return nil }
    if listing.path(of: name) != nil { return name }
    if let row = listing.matches.index.row(of: name),
      let near = listing.matches.nearestRow(to: row)
    {
      return listing.matches.index.name(at: near)
    }
    // While a list is read again, the row may still come.
    guard intake.isComplete, let old, let path = old.path(of: name) else { return nil }
    // The name is no longer listed: search near its old place, not the whole list.
    let around = old.paths(around: path, reach: 64)
    return around.lazy.compactMap { old.target(at: $0)?.name }
      .first { listing.path(of: $0) != nil }
  }
}
