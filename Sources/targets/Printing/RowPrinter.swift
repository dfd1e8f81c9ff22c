import Browser
import Edits
import NameIndex
import PageSources
import TerminalText

/// Prints a helper's rows, each name once: page by page as they come and in the source's order where
/// the format has no need of all of them.
struct RowPrinter {
  /// The rows that are wanted.
  let text: String
  let match: MatchOptions
  let show: Browser.Show

  /// What the store knows of the names: it counts before what the source says.
  let flags: [Name: Flags]
  let list: Name
  let order: NameOrder
  let printer: ListPrinter
  let isStrict: Bool

  /// Prints all rows there are.
  ///
  /// - Throws: ``ExitStatus/nothing`` when no row matched, ``Failure`` when strict and a row has no
  ///   name, what reading throws, and what writing throws; what was printed before stays printed.
  func run(_ pages: HelperPages) async throws {
    switch printer.format {
    case .names, .ndjson: try await stream(pages)
    case .sections, .csv, .json: try await printAll(pages)
    }
  }

  private func printAll(_ pages: HelperPages) async throws {
    let rows = try await HelperRows(of: pages)
    try say(rows.report)
    let listing = try listing(
      of: rows.names, isSearched: rows.isSearched,
      flags.merging(rows.flags) { own, _ in own })
    var output = Output()
    try printer.print(listing, heading: .init(list: list.text, query: text), to: &output)
    if listing.count == 0 { throw ExitStatus.nothing }
  }

  /// Says on standard error what was left out; when strict, that is an error.
  private func say(_ report: LineReport) throws {
    guard report.leftOutCount > 0 else { return }
    if isStrict { throw Failure("input: \(report)") }
    complain("input: \(report)")
  }

  private func stream(_ pages: HelperPages) async throws {
    var output = Output()
    var printed = 0
    var seen: Set<Name> = []
    var report = LineReport()
    do {
      try await pages.readAll { rows in
        report.merge(rows.lines.report)
        if isStrict { try say(report) }
        let known = seen.count
        let names = (0..<rows.lines.names.count).map { rows.lines.names[$0] }
        let found = rows.flags
        let flags = found.isEmpty ? flags : flags.merging(found) { own, _ in own }
        let listing = try listing(
          of: rows.lines.names, isSearched: rows.isSearched, flags)
        let wanted = Set(listing.matches.rows.map { listing.matches.index.name(at: $0) })
        for (name, note) in zip(names, rows.notes) where seen.insert(name).inserted {
          guard wanted.contains(name) else { continue }
          try output.write(line(name, note, flags[name] ?? [], isForTerminal: output.isTerminal))
          printed += 1
        }
        try output.flush()
        return seen.count > known
      }
    } catch {
      if !isStrict { try say(report) }
      throw error
    }
    try say(report)
    if printed == 0 { throw ExitStatus.nothing }
  }

  /// The rows that are wanted: those the query finds, unless the source has looked already.
  private func listing(
    of names: NameBatch, isSearched: Bool, _ flags: [Name: Flags]
  ) throws -> Listing {
    let request = SearchRequest(
      index: NameIndex(order: order).adding(names), query: match.query(isSearched ? "" : text),
      show: show, flags: FlagTable(flags))
    guard let listing = Listing(request) else { throw ExitStatus.failed }
    return listing
  }

  private func line(
    _ name: Name, _ note: SourceRows.Note, _ flags: Flags, isForTerminal: Bool
  ) -> String {
    func shown(_ text: String) -> String {
      isForTerminal ? DisplayText(text, glyphs: printer.glyphs).text : text
    }
    if printer.format == .names {
      return shown(name.original) + (printer.endsNamesWithNUL ? "\0" : "\n")
    }
    let id = note.id.map { "\"id\":\(json: $0)," } ?? ""
    let detail = note.detail.map { ",\"detail\":\(json: $0)" } ?? ""
    return "{\(id)\"name\":\(json: name.original),\"dead\":\(flags.contains(.dead)),"
      + "\"liked\":\(flags.contains(.liked))\(detail)}\n"
  }
}
