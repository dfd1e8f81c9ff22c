import Browser
import ListModel
import NameSearch
import PageSources
import TargetStore
import TerminalText

/// Prints a helper's rows, each once, without dropped names.
///
/// `names` and `ndjson` are printed page by page in the source's order; the other formats need all
/// rows first.
struct RowPrinter {
  let text: String
  let match: MatchOptions
  let show: Show

  /// Its flags take precedence over those of the source.
  let store: TargetStore
  let list: Name
  let order: NameOrder
  let printer: ListPrinter
  let isStrict: Bool

  /// For reading the whole source.
  let timeLimit: Duration?

  /// Prints all rows; after an error, those printed before stay.
  ///
  /// - Throws: ``ExitStatus/nothing`` if no row matched, ``Failure`` if `isStrict` and a row has no
  ///   name, and the errors of reading and writing.
  func run(_ pages: HelperPages) async throws {
    switch printer.format {
    case .names, .ndjson: try await stream(pages)
    case .sections, .csv, .json, .todo: try await printAll(pages)
    }
  }

  private func printAll(_ pages: HelperPages) async throws {
    var (rows, known) = ([Row](), KnownRows())
    var (report, isSearched) = (LineReport(), false)
    try await pages.readAll(within: timeLimit) { page in
      let new = page.newRows(&known).map(\.row)
      rows += new
      report.merge(page.lines.report)
      isSearched = page.isSearched
      return !new.isEmpty
    }
    try say(report)
    var flags = try await store.flagTable(in: list, for: .source(pages.identity))
    flags.add(rows, kept: try await store.flags(of: rows.map(\.name), in: list))
    let listing = try listing(of: rows, isSearched: isSearched, flags)
    var output = Output(glyphs: printer.glyphs)
    var printer = printer
    if printer.format.tellsOfRemarks { printer.remarks = try await store.remarks(in: list) }
    if printer.format.tellsOfOutcomes { printer.outcomes = try await store.outcomes(in: list) }
    try printer.print(listing, heading: .init(list: list.text, query: text), to: &output)
    if listing.count == 0 { throw ExitStatus.nothing }
  }

  /// Reports skipped rows on standard error, or throws if `isStrict`.
  private func say(_ report: LineReport) throws {
    if report.isEmpty { return }
    if isStrict { throw Failure("input: \(report)") }
    complain("input: \(report)")
  }

  private func stream(_ pages: HelperPages) async throws {
    var output = Output(glyphs: printer.glyphs)
    var printed = 0
    var known = KnownRows()
    var flags = try await store.flagTable(in: list, for: .source(pages.identity))
    var report = LineReport()
    do {
      try await pages.readAll(within: timeLimit) { page in
        report.merge(page.lines.report)
        if isStrict { try say(report) }
        let new = page.newRows(&known)
        let rows = new.map(\.row)
        flags.add(rows, kept: try await store.flags(of: rows.map(\.name), in: list))
        let listing = try listing(of: rows, isSearched: page.isSearched, flags)
        let wanted = Set(listing.matches.rows.map { listing.matches.index.name(at: $0) })
        let remarks = try await store.remarks(on: rows.map(\.name), in: list)
        for (row, id) in new where wanted.contains(row.name) {
          let target = Row(name: row.name, flags: flags[row.name])
          try write(row, id: id, target, remarks[row.name], to: &output)
          printed += 1
        }
        try output.flush()
        return !new.isEmpty
      }
    } catch {
      if !isStrict { try say(report) }
      throw error
    }
    try say(report)
    try output.finish()
    if printed == 0 { throw ExitStatus.nothing }
  }

  /// Leaves the query to the source if that has done the search.
  private func listing(
    of rows: [Row], isSearched: Bool, _ flags: FlagTable
  ) throws -> Listing {
    let request = SearchRequest(
      index: NameIndex(order: order).adding(NameBatch(of: rows)),
      query: match.query(isSearched ? "" : text), show: show, flags: flags)
    guard let listing = Listing(request) else { throw ExitStatus.failed }
    return listing
  }

  private func write(
    _ row: Row, id: String?, _ target: Row, _ remark: Remark?,
    to output: inout Output
  ) throws(Output.Failure) {
    if printer.format == .names {
      return try output.show(name: row.name.original, end: printer.nameEnd)
    }
    let id = id.map { "\"id\":\(json: $0)," } ?? ""
    let detail = row.detail.map { ",\"detail\":\(json: $0)" } ?? ""
    try output.show(
      "{\(id)\"name\":\(json: row.name.original),\"dead\":\(target.isDead),"
        + "\"liked\":\(target.isLiked),\(RowFacts(of: target, remark).members)\(detail)}")
    try output.write("\n")
  }
}
