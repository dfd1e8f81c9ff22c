import CommandRunning
import ListModel
import NameSearch

/// The rows of a listing as a command gets them.
struct CommandRows: Sendable {
  private let listing: Listing
  private let remarks: [Name: Remark]

  init(_ listing: Listing, remarks: [Name: Remark] = [:]) {
    self.listing = listing
    self.remarks = remarks
  }

  var count: Int { listing.count }

  /// The name in a place among the matches; it must be one of them.
  func name(at place: Int) -> Name? {
    listing.matches.row(at: place).map { listing.matches.index.name(at: $0) }
  }

  func row(_ name: Name) -> CommandRow {
    let index = listing.matches.index
    return CommandRow(
      name: name.original, id: name.idInSource,
      detail: index.row(of: name).flatMap { index.detail(at: $0) }, note: remarks[name]?.note?.text,
      revision: remarks[name]?.revision)
  }
}
