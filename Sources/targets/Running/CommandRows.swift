import Browser
import CommandRunning
import NameSearch

/// The rows of a listing as a command gets them.
struct CommandRows: Sendable {
  private let listing: Listing

  init(_ listing: Listing) {
    self.listing = listing
  }

  var count: Int { listing.count }

  /// The name in a place among the matches; it must be one of them.
  func name(at place: Int) -> Name? {
    listing.matches.row(at: place).map { listing.matches.index.name(at: $0) }
  }

  func row(_ name: Name) -> CommandRow {
    CommandRow(name: name.original, id: name.idInSource)
  }
}
