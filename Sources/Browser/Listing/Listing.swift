import Edits
package import NameSearch
package import SectionedData
import TerminalText

/// The rows that match one query in one snapshot of the names: what a screen shows.
package struct Listing: Sendable {
  /// What it answers.
  package let request: SearchRequest

  package let matches: NameMatches

  /// The rows that are left out, whatever the query.
  private let hidden: RowSet

  /// The width of the widest section title, of all names, in columns.
  let titleColumns: Int

  private var dead: RowSet
  private var liked: RowSet
  private var flagsRevision: Int

  /// Searches; `nil` when cancelled.
  ///
  /// An earlier listing of the same list saves work, above all if it is of the same names.
  ///
  /// - Complexity: that of the search, plus O(*f* log *n*) for *f* flagged names and *n* rows if the
  ///   names were sorted anew since `previous`.
  package init?(
    _ request: SearchRequest, previous: Listing? = nil, isCancelled: () -> Bool = { false }
  ) {
    let index = request.index
    let known = previous.flatMap { previous in
      previous.request.show == .all && previous.hiddenCount == 0
        && previous.request.index.version == index.version
        ? (query: previous.request.query, rows: previous.matches.rows) : nil
    }
    guard
      var rows = index.matches(request.query, narrowing: known, isCancelled: isCancelled)
    else { return nil }
    (dead, liked) = Self.flagged(request, after: previous)
    flagsRevision = request.flags.revision
    switch request.show {
    case .all: break
    case .alive: rows.subtract(dead)
    case .dead: rows.formIntersection(dead)
    case .liked: rows.formIntersection(liked)
    case .dropped: break
    }
    hidden = request.flags.hiddenRows(in: index)
    if request.show == .dropped {
      rows.formIntersection(hidden)
    } else if !hidden.isEmpty {
      rows.subtract(hidden)
    }
    self.request = request
    titleColumns =
      previous.flatMap { $0.request.index.version == index.version ? $0.titleColumns : nil }
      ?? index.sections.map { ColumnWidth.of($0.title) }.max() ?? 0
    matches = NameMatches(index: index, rows: rows, query: request.query)
  }

  /// The dead and the liked rows, if possible from those of an earlier listing.
  private static func flagged(
    _ request: SearchRequest, after previous: Listing?
  ) -> (dead: RowSet, liked: RowSet) {
    let (index, flags) = (request.index, request.flags)
    guard let previous,
      var dead = index.rows(
        previous.dead, of: previous.matches.index, newlyBy: { flags[$0].contains(.dead) }),
      var liked = index.rows(
        previous.liked, of: previous.matches.index, newlyBy: { flags[$0].contains(.liked) })
    else { return (flags.rows(with: .dead, in: index), flags.rows(with: .liked, in: index)) }
    update(&dead, &liked, of: index, from: flags, since: previous.flagsRevision)
    return (dead, liked)
  }

  /// The mean length of a name in bytes.
  var meanNameLength: Int { matches.index.meanNameLength }

  package var count: Int { matches.count }

  /// The number of names that are left out, whatever the query.
  package var hiddenCount: Int { hidden.count }

  /// The number of dead names, matching or not, without those left out.
  package var deadCount: Int {
    if hidden.isEmpty { return dead.count }
    var shown = dead
    shown.subtract(hidden)
    return shown.count
  }

  /// The sections that have rows, in order.
  package var sections: [ListingSection] {
    matches.sections.indices.map { ListingSection(listing: self, number: $0) }
  }

  /// Brings the flags up to date with a table of a later revision.
  ///
  /// - Complexity: O(*c* log *n*) for *c* changes since; if they are too many, O(*f* log *n*).
  mutating func update(from table: FlagTable) {
    Self.update(&dead, &liked, of: matches.index, from: table, since: flagsRevision)
    flagsRevision = table.revision
  }

  private static func update(
    _ dead: inout RowSet, _ liked: inout RowSet, of index: NameIndex, from table: FlagTable,
    since revision: Int
  ) {
    guard let changed = table.names(changedSince: revision) else {
      dead = table.rows(with: .dead, in: index)
      liked = table.rows(with: .liked, in: index)
      return
    }
    for name in changed {
      guard let row = index.row(of: name) else { continue }
      let flags = table[name]
      if flags.contains(.dead) { dead.insert(row) } else { dead.remove(row) }
      if flags.contains(.liked) { liked.insert(row) } else { liked.remove(row) }
    }
  }

  /// The first living match at or after an offset; `nil` if there is none.
  ///
  /// - Complexity: O(*n*/64), where *n* is the number of names.
  func pathOfLiving(from place: Int) -> ItemPath? {
    guard let row = matches.row(at: place),
      let living = matches.rows.first(atOrAfter: row, notIn: dead),
      let position = matches.position(of: living)
    else { return nil }
    return ItemPath(section: position.section, item: position.item)
  }

  /// The name in a row, with its flags and its detail.
  package func target(at row: Row) -> Target {
    var flags: Flags = []
    if dead.contains(row) { flags.insert(.dead) }
    if liked.contains(row) { flags.insert(.liked) }
    return Target(
      name: matches.index.name(at: row), flags: flags, detail: matches.index.detail(at: row))
  }

  /// The name at a path among the matches; `nil` out of range.
  package func target(at path: ItemPath) -> Target? {
    matches.row(inSection: path.section, at: path.item).map { target(at: $0) }
  }

  /// The path of a name among the matches; `nil` if it is not among them.
  package func path(of name: Name) -> ItemPath? {
    guard let row = matches.index.row(of: name), let place = matches.position(of: row)
    else { return nil }
    return ItemPath(section: place.section, item: place.item)
  }
}
