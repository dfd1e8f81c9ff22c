import Browser
import NameSearch
import TargetStore
import TerminalText

/// Rows to be printed without a terminal: everything is read, then what matches is written.
struct PrintRequest {
  var query: String
  var match: MatchOptions
  var show: Browser.Show
  var order: NameOrder
  var printer: ListPrinter
  var isStrict = false

  /// Lets the names through that can be printed, where the rest is of no interest: then a scan of what is
  /// read is cheaper than putting all of it in order.
  var filter: NameFilter? {
    let query = match.query(query)
    return query.isEmpty || printer.format.tellsOfAllNames ? nil : NameFilter(query)
  }

  /// Prints, and throws ``ExitStatus/nothing`` when no row matched.
  func run(_ source: NameSource, store: TargetStore, list: Name) async throws {
    let listing = try await listing(of: source, store: store, list: list)
    var output = Output(glyphs: printer.glyphs)
    try printer.print(
      listing, heading: .init(list: list.text, query: query), to: &output)
    if listing.matches.index.isEmpty, source.isKeptList, filter == nil {
      complain("\(list.text): the list is empty; targets add NAME and targets import FILE fill it")
    }
    if listing.count == 0 { throw ExitStatus.nothing }
  }

  /// Reads all names and looks up what is to be printed.
  func listing(of source: NameSource, store: TargetStore, list: Name) async throws -> Listing {
    var names = NameGathering(into: NameIndex(order: order))
    try await source.readAll(isStrict: isStrict, keptFilter: filter) { names.add($0) }
    let index = names.finished()
    if index.duplicateCount > 0 {
      let count = index.duplicateCount
      complain("input: \(count) repeated \(count.noun("name")) dropped")
    }
    let request = SearchRequest(
      index: index, query: match.query(query), show: show,
      flags: try await store.flagTable(in: list, for: source.scope))
    guard let listing = Listing(request) else { throw ExitStatus.failed }
    return listing
  }
}
