import ListModel
import NameSearch
import SectionedData

// MARK: Showing a listing

extension Browser.State {
  /// Shows a new listing; the selection and the view stay at the same rows.
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

  /// Scrolls to the first row that is not dead, if the first screen would show only dead rows.
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

  /// A listed name near `name`; the name itself if no other is found and it may still be read.
  private func replacement(for name: Name, in old: Listing?) -> Name? {
    neighbour(of: name, in: old) ?? (intake.isComplete ? nil : name)
  }

  mutating func dropStaleHint() {
    if selection == nil, notice == selectionHint { notice = nil }
  }

  /// Removes a selection or first row in view that is not in the complete list.
  mutating func releaseMissing() {
    guard intake.isComplete, let listing, listing.request.index.version == index.version else {
      return
    }
    if let name = selection, listing.path(of: name) == nil { selection = nil }
    if let name = top, listing.path(of: name) == nil { top = nil }
  }

  /// The name itself if it is listed, otherwise the nearest listed row after it, or before it.
  private func neighbour(of name: Name, in old: Listing?) -> Name? {
    guard let listing else { return nil }
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
