package import NameSearch
package import SectionedData
import TerminalText

/// The rows that match one query in one snapshot of the names, for a screen to show.
package struct Listing: Sendable {
  /// The immutable part, shared by copies.
  private final class Answer: Sendable {
    let request: SearchRequest
    let matches: NameMatches
    let hidden: RowSet
    let titleColumns: Int

    /// The rows of the reviewed part that are not hidden.
    let part: RowSet?
    let countedPart: RowSet?

    /// The rows that are selected by their names.
    let named: RowSet?

    init(
      _ request: SearchRequest, _ matches: NameMatches, hidden: RowSet, titleColumns: Int,
      part: RowSet?, named: RowSet?
    ) {
      self.named = named
      self.request = request
      self.matches = matches
      self.hidden = hidden
      self.titleColumns = titleColumns
      self.part = part
      countedPart = part.map { part in
        var counted = part
        if !hidden.isEmpty { counted.subtract(hidden) }
        return counted
      }
    }
  }

  private let answer: Answer
  private var flagged: FlaggedRows
  private var flagsRevision: Int

  /// The request to which it is the answer.
  package var request: SearchRequest { answer.request }

  package var matches: NameMatches { answer.matches }

  /// The rows that are hidden for every query.
  private var hidden: RowSet { answer.hidden }

  /// The width of the widest section title, of all names, in columns.
  package var titleColumns: Int { answer.titleColumns }

  /// Searches; `nil` when cancelled.
  ///
  /// An earlier listing of the same list saves work, especially if its names are the same.
  ///
  /// - Complexity: that of the search, plus O(*f* log *n*) for *f* flagged names and *n* rows if
  ///   the names were sorted again since `previous`.
  package init?(
    _ request: SearchRequest, previous: Listing? = nil, isCancelled: () -> Bool = { false }
  ) {
    let index = request.index
    let known = previous.flatMap { previous in
      previous.request.show == .all && previous.hiddenCount == 0 && previous.answer.part == nil
        && previous.request.named == nil && previous.request.index.version == index.version
        && previous.request.notes == request.notes
        ? (query: previous.request.query, rows: previous.matches.rows) : nil
    }
    guard
      var rows = index.matches(request.query, narrowing: known, isCancelled: isCancelled)
    else { return nil }
    if let notes = request.notes, !request.query.isEmpty {
      guard
        let more = notes.rows(matching: request.query, in: index, isCancelled: isCancelled)
      else { return nil }
      // A note may contain a word that excludes its row.
      if request.query.excludes { rows.subtract(notes.rows(in: index)) }
      rows.formUnion(more)
    }
    flagged = Self.flagged(request, after: previous)
    flagsRevision = request.flags.revision
    flagged.filter(&rows, by: request.show)
    let hidden = request.flags.hiddenRows(in: index)
    if request.show.contains(.dropped) {
      rows.formIntersection(hidden)
    } else if !hidden.isEmpty {
      rows.subtract(hidden)
    }
    let isOfSameRows =
      previous?.request.named == request.named && previous?.request.index.version == index.version
    let named =
      isOfSameRows ? previous?.answer.named : request.named.map { index.rows(of: $0.names) }
    if let named { rows.formIntersection(named) }
    let part = Self.part(of: request, after: previous)
    if let part { rows.formIntersection(part) }
    let titleColumns =
      previous.flatMap { $0.request.index.version == index.version ? $0.titleColumns : nil }
      ?? index.sections.map { ColumnWidth.of($0.title) }.max() ?? 0
    answer = Answer(
      request, NameMatches(index: index, rows: rows, query: request.query), hidden: hidden,
      titleColumns: titleColumns, part: part, named: named)
  }

  /// The flagged rows, derived from those of an earlier listing if possible.
  private static func flagged(
    _ request: SearchRequest, after previous: Listing?
  ) -> FlaggedRows {
    let (index, flags) = (request.index, request.flags)
    guard let previous, let carried = previous.flagged(in: index, by: flags) else {
      return flags.flaggedRows(in: index)
    }
    var flagged = carried
    update(&flagged, of: index, from: flags, since: previous.flagsRevision)
    return flagged
  }

  /// The flagged rows in a later index; `nil` if they must be searched for.
  private func flagged(in index: NameIndex, by table: FlagTable) -> FlaggedRows? {
    let earlier = matches.index
    if earlier.version == index.version { return flagged }
    var sets: [(Flags, RowSet)] = []
    for kind in FlaggedRows.kinds where table.kindsInUse.contains(kind) || flagged[kind] != nil {
      let rows = flagged[kind] ?? RowSet(rowCount: earlier.count)
      guard
        let carried = index.rows(
          rows, of: earlier, newlyBy: { table[$0].contains(kind) })
      else { return nil }
      sets.append((kind, carried))
    }
    return FlaggedRows(rowCount: index.count, sets)
  }

  /// The rows of a part; taken from an earlier listing if its names are the same.
  private static func part(of request: SearchRequest, after previous: Listing?) -> RowSet? {
    guard let part = request.part else { return nil }
    let index = request.index
    if let previous, previous.request.index.version == index.version, previous.request.part == part
    {
      return previous.answer.part
    }
    return RowSet(
      rowCount: index.count,
      (0..<index.count).lazy.map { NameRow($0) }.filter { part.contains(index.name(at: $0)) })
  }

  /// The numbers of rows, and of decided rows, in the reviewed part.
  package var part: (count: Int, decided: Int)? {
    guard let part = answer.countedPart else { return nil }
    return (
      part.count, flagged.count(of: .dead, among: part) + flagged.count(of: .ok, among: part)
    )
  }

  /// The mean length of a name in bytes.
  package var meanNameLength: Int { matches.index.meanNameLength }

  package var count: Int { matches.count }

  /// The number of rows that are hidden for every query.
  package var hiddenCount: Int { hidden.count }

  /// The number of names with a flag, matching or not, except hidden ones.
  package func count(of flag: Flags) -> Int { flagged.count(of: flag, without: hidden) }

  /// The counts of all rows, matching or not, except hidden ones.
  package var rowCounts: RowCounts {
    var counts = RowCounts(all: matches.index.count - hiddenCount)
    // A snooze has no effect on a decided row.
    let decided = flagged.sets(of: .decided).reduce(into: hidden) { $0.formUnion($1) }
    for flag in RowFlag.counted {
      counts[flag] = flagged.count(of: Flags(flag), without: flag == .snoozed ? decided : hidden)
    }
    return counts
  }

  /// Whether the list, or the reviewed part, has an open row, matching or not.
  ///
  /// - Complexity: O(*n*/64), where *n* is the number of names.
  package var hasOpenRows: Bool {
    guard let part = answer.countedPart else { return rowCounts.open > 0 }
    return part.first(atOrAfter: NameRow(0), notIn: flagged.sets(of: .closed)) != nil
  }

  /// The sections that have rows, in order.
  package var sections: [ListingSection] {
    matches.sections.indices.map { ListingSection(listing: self, number: $0) }
  }

  /// Brings the flags up to date with a table of a later revision.
  ///
  /// - Complexity: O(*c* log *n*) for *c* changes since then; if there are too many, O(*f* log *n*).
  package mutating func update(from table: FlagTable) {
    Self.update(&flagged, of: matches.index, from: table, since: flagsRevision)
    flagsRevision = table.revision
  }

  private static func update(
    _ flagged: inout FlaggedRows, of index: NameIndex, from table: FlagTable, since revision: Int
  ) {
    guard let changed = table.names(changedSince: revision) else {
      flagged = table.flaggedRows(in: index)
      return
    }
    for name in changed {
      if let row = index.row(of: name) { flagged.set(table[name], of: row) }
    }
  }

  /// The matches, or those in one section.
  package func rows(ofSection number: Int?) -> RowSet {
    guard let number, matches.sections.indices.contains(number) else { return matches.rows }
    let rows = sections[number].items.indices.compactMap { matches.row(inSection: number, at: $0) }
    return RowSet(rowCount: matches.rows.rowCount, rows)
  }

  /// The first match at or after an offset that is not dead; `nil` if all are dead.
  ///
  /// - Complexity: O(*n*/64), where *n* is the number of names.
  package func pathOfLiving(from place: Int) -> ItemPath? { path(from: place, without: .dead) }

  /// The first open match at or after an offset; `nil` if there is none.
  ///
  /// - Complexity: O(*n*/64), where *n* is the number of names.
  package func pathOfOpen(from place: Int) -> ItemPath? {
    path(from: place, without: .closed)
  }

  /// The first open match after the row of a name, which need not match; `nil` if there is none.
  package func pathOfOpen(after name: Name?) -> ItemPath? {
    guard let name, let row = matches.index.row(of: name) else { return nil }
    return path(from: NameRow(row.offset + 1), without: .closed)
  }

  private func path(from row: NameRow, without flags: Flags) -> ItemPath? {
    let excluded = flagged.sets(of: flags)
    return matches.rows.first(atOrAfter: row, notIn: excluded).flatMap { path(of: $0) }
  }

  private func path(from place: Int, without flags: Flags) -> ItemPath? {
    matches.row(at: place).flatMap { path(from: $0, without: flags) }
  }

  /// The name in a row, with its flags and its detail.
  package func target(at row: NameRow) -> Row {
    var target = Row(
      name: matches.index.name(at: row), flags: flagged.flags(of: row),
      detail: matches.index.fields(at: row))
    target.line = matches.index.line(at: row)
    return target
  }

  /// The name at a path among the matches; `nil` out of range.
  package func target(at path: ItemPath) -> Row? {
    matches.row(inSection: path.section, at: path.item).map { target(at: $0) }
  }

  /// The path of a name among the matches; `nil` if it is not among them.
  package func path(of name: Name) -> ItemPath? {
    matches.index.row(of: name).flatMap { path(of: $0) }
  }

  private func path(of row: NameRow) -> ItemPath? {
    matches.position(of: row).map { ItemPath(section: $0.section, item: $0.item) }
  }
}

extension Listing {
  /// The path of the first match, if there is one.
  package static let start = ItemPath(section: 0, item: 0)

  /// The path of the last match.
  package var end: ItemPath { path(at: count - 1) ?? Self.start }

  /// The offset of an existing path among all matches, in O(1).
  package func place(of path: ItemPath) -> Int {
    matches.sections[path.section].matchesBefore + path.item
  }

  /// The path at an offset among all matches, in O(log *s*) for *s* sections; `nil` out of range.
  package func path(at place: Int) -> ItemPath? {
    matches.position(at: place).map { ItemPath(section: $0.section, item: $0.item) }
  }

  package func path(after path: ItemPath) -> ItemPath? { self.path(at: place(of: path) + 1) }

  package func path(before path: ItemPath) -> ItemPath? { self.path(at: place(of: path) - 1) }

  /// The path a number of rows further on, or back if negative, stopping at the ends.
  package func path(_ path: ItemPath, movedBy rows: Int) -> ItemPath {
    self.path(at: min(max(place(of: path) + rows, 0), count - 1)) ?? path
  }

  /// The paths near another one: those after it and then those before it, each nearest first.
  package func paths(around path: ItemPath, reach: Int) -> [ItemPath] {
    let place = place(of: path)
    return ((1...reach).map { place + $0 } + (1...reach).map { place - $0 })
      .compactMap { self.path(at: $0) }
  }

  /// The row with a number, counted from 1.
  package func target(number: Int) -> Row? {
    guard number > 0 else { return nil }
    return path(at: number - 1).flatMap { target(at: $0) }
  }

  /// The section with an index title, or the nearest section with rows; `nil` without rows.
  package func section(nearestTo title: String) -> Int? {
    let titles = matches.sections.map(\.title)
    if let exact = titles.firstIndex(where: { $0.lowercased() == title.lowercased() }) {
      return exact
    }
    return matches.section(nearestTo: title)
  }
}

/// One section of a listing; its rows are made on request.
package struct ListingSection: SectionModel, Sendable {
  package struct Items: RandomAccessCollection, Sendable {
    let listing: Listing
    let number: Int

    package var startIndex: Int { 0 }
    package var endIndex: Int { listing.matches.sections[number].count }

    package subscript(position: Int) -> Row {
      guard let target = listing.target(at: ItemPath(section: number, item: position)) else {
        preconditionFailure("the section has no such row")
      }
      return target
    }
  }

  let listing: Listing
  let number: Int

  /// The index title; empty if names are not in sections.
  package var title: String { listing.matches.sections[number].title }

  package var items: Items { Items(listing: listing, number: number) }
}

/// The numbers of rows, matching or not, in total and for each flag of ``RowFlag/counted``.
package struct RowCounts: Hashable, Sendable {
  package var all: Int
  private var flagged: [RowFlag: Int] = [:]

  package init(all: Int = 0) { self.all = all }

  package subscript(flag: RowFlag) -> Int {
    get { flagged[flag, default: 0] }
    // Without zeros, so that equal counts are equal.
    set { flagged[flag] = newValue == 0 ? nil : newValue }
  }

  /// A decided row does not count as snoozed.
  package var open: Int { all - self[.dead] - self[.ok] - self[.snoozed] }

  /// The numbers of open rows and of rows with each flag, with their words.
  package var figures: [(String, Int)] {
    [("open", open)] + RowFlag.counted.map { ($0.word, self[$0]) }
  }

  /// Counts rows with the same flags, which are part of ``all`` already.
  package mutating func add(_ count: Int, with flags: Flags) {
    for flag in RowFlag.counted
    where flag == .snoozed ? flags.isSnoozed : flags.contains(Flags(flag)) {
      self[flag] += count
    }
  }
}
