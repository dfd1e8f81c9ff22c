import Browser
import ListModel
import NameSearch
import TargetStore
import TerminalText

/// Prints rows without a terminal: reads all names, then prints those that match.
struct PrintRequest {
  var query: String
  var match: MatchOptions
  var show: Show
  var order: NameOrder
  var printer: ListPrinter
  var isStrict = false

  /// What is known of rows with a note, if notes are looked in.
  private(set) var notes: [Name: Remark] = [:]

  /// Filters names before they are sorted, which is cheaper; `nil` if all names are needed.
  var filter: NameFilter? {
    let query = match.query(query)
    let needsAll = query.isEmpty || printer.format.tellsOfAllNames || !notes.isEmpty
    return needsAll ? nil : NameFilter(query)
  }

  /// The same request with the notes of a list, which have to be known before names are read.
  func withNotes(of list: Name, in store: TargetStore) async throws -> PrintRequest {
    guard match.searchDetails, !query.isEmpty else { return self }
    var request = self
    request.notes = try await store.remarks(in: list).filter { $0.value.note != nil }
    return request
  }

  /// Throws ``ExitStatus/nothing`` if no row matched.
  func run(_ source: NameSource, store: TargetStore, list: Name) async throws {
    let listing = try await listing(of: source, store: store, list: list)
    var output = Output(glyphs: printer.glyphs)
    var printer = printer
    if printer.format.tellsOfRemarks { printer.remarks = try await store.remarks(in: list) }
    if printer.format.tellsOfOutcomes { printer.outcomes = try await store.outcomes(in: list) }
    try printer.print(
      listing, heading: .init(list: list.text, query: query), to: &output)
    if listing.matches.index.isEmpty, source.isKeptList, filter == nil {
      complain("\(list.text): the list is empty; targets add NAME and targets import FILE fill it")
    }
    if listing.count == 0 { throw ExitStatus.nothing }
  }

  /// Reads all names, reports how many were repeated, and searches them.
  func listing(of source: NameSource, store: TargetStore, list: Name) async throws -> Listing {
    if source.isKeptList, let found = try await store.snapshot(of: list, in: order) {
      let listing = try listing(found.index, found.flags)
      if listing.isReadable {
        if found.isOutdated { RefreshSnapshotCommand.start(of: list, in: store, order) }
        return listing
      }
      complain(ListSnapshot.damage(of: list.text))
    }
    var names = NameGathering(into: NameIndex(order: order))
    let count = try await source.readAll(isStrict: isStrict, keptFilter: filter) {
      try names.add($0)
    }
    if source.isKeptList, count >= Browser.State.leastNamesInSnapshot {
      RefreshSnapshotCommand.start(of: list, in: store, order)
    }
    let index = try names.finished()
    if index.duplicateCount > 0 {
      let count = index.duplicateCount
      complain("input: \(count) repeated \(count.noun("name")) dropped")
    }
    var flags = try await store.flagTable(in: list, for: source.scope)
    if source.hasIdentities {
      let rows = (0..<index.count).map { Row(name: index.name(at: NameRow($0))) }
      flags.add(rows, kept: try await store.flags(of: rows.map(\.name), in: list))
    }
    return try listing(index, flags)
  }

  private func listing(_ index: NameIndex, _ flags: FlagTable) throws -> Listing {
    let request = SearchRequest(
      index: index, query: match.query(query), show: show, flags: flags,
      notes: notes.isEmpty ? nil : NoteTexts(notes, of: index))
    guard let listing = Listing(request) else { throw ExitStatus.failed }
    return listing
  }
}

extension Listing {
  /// How many rows are read one by one, where more would be most of a list.
  private static let mostRowsRead = 1_000

  /// Reads all that printing the rows will read; false if any of it is damaged.
  fileprivate var isReadable: Bool {
    let index = matches.index
    if count > Self.mostRowsRead { return index.isWhole() }
    for section in sections { for target in section.items { _ = target.detail } }
    return !index.isDamaged
  }
}
