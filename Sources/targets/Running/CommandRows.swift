import CommandRunning
import ListModel
import NameSearch

/// The rows of a listing in the form that commands get.
struct CommandRows: Sendable {
  private let listing: Listing
  private let remarks: [Name: Remark]

  /// Whether the rows come from an input, which gives their revisions.
  private let areOfInput: Bool

  init(_ listing: Listing, remarks: [Name: Remark] = [:], areOfInput: Bool = false) {
    (self.listing, self.remarks, self.areOfInput) = (listing, remarks, areOfInput)
  }

  var count: Int { listing.count }

  /// The name at an index of the matches; `nil` if it does not match.
  func name(at place: Int) -> Name? {
    listing.matches.row(at: place).map { listing.matches.index.name(at: $0) }
  }

  /// The names of all rows.
  var names: [Name] { (0..<count).compactMap { name(at: $0) } }

  func row(_ name: Name) -> CommandRow {
    let index = listing.matches.index
    let place = index.row(of: name)
    let ownRevision = place.flatMap { index.revision(at: $0) }
    return CommandRow(
      name: name.original, id: name.idInSource, detail: place.flatMap { index.detail(at: $0) },
      note: remarks[name]?.note?.text,
      revision: areOfInput ? ownRevision : remarks[name]?.revision)
  }

  /// The revisions with which the rows were shown.
  var seenRevisions: SeenRevisions {
    guard areOfInput else { return .ofList }
    let index = listing.matches.index
    guard index.hasRevisions else { return .none }
    let pairs = listing.matches.rows.map { (index.name(at: $0), index.revision(at: $0)) }
    return .given(Dictionary(pairs) { first, _ in first })
  }
}
