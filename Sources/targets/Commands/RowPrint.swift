import ShellText
import Glibc
import Browser
import Printing
import ListLoading
import ListModel
import NameSearch
import TargetStore
import TerminalText

/// Prints the matching rows of a source.
struct RowPrint {
  var query: RowQuery

  /// The text of the query, as it was given.
  var text = ""
  var printer: ListPrinter

  /// The maximum number of rows to print; `nil` for all.
  var limit: Int?

  /// How rows are shown on a terminal.
  var color = ColorChoice.auto
  var pages = false

  /// Whether a query without matches may have been meant as a file name.
  var mayMeanFile = false

  /// Prints all rows, once all of them are read, sorted and divided into sections.
  ///
  /// - Throws: ``ExitStatus/nothing`` if no row matched, and the errors of reading and writing.
  func run(_ source: any RowSource) async throws {
    var query = query
    query.countsAll = printer.format.includesAllNames
    query.needsTitles = printer.format.includesTitles
    var printer = printer
    let size = printer.format == .sections ? Pager.screenSize : nil
    printer.screen = size.map { .init(columns: $0.columns, isColored: color.isColored) }
    printer.alwaysColors = color.isForced
    let answer = try await read(query, source, &printer)
    answer.refreshSnapshot(of: query)
    printer.columnTitles = answer.columnTitles
    if !source.isStoredList { printer.takeRevisions(of: answer.listing.matches) }
    let heading = ListPrinter.Heading(
      list: query.store.keepsNothing ? nil : query.list.text, query: text,
      matched: answer.listing.count)
    try await print(answer.listing.prefix(limit), heading, by: printer)
    if answer.isOfEmptyList {
      complain(
        "list “\(query.list.text)” is empty; add rows with targets add NAME or targets import FILE")
    }
    if source.lineForm != nil, answer.leftOutCount > 0 { throw ExitStatus.failed }
    if answer.listing.count == 0 {
      if mayMeanFile { MeantFile(query: text)?.tell() }
      tellBarHint()
      throw ExitStatus.nothing
    }
  }

  /// Reads the rows, and what the printer prints about them; what a list says is that of one moment.
  private func read(
    _ query: RowQuery, _ source: any RowSource, _ printer: inout ListPrinter
  ) async throws -> RowQuery.Answer {
    guard source.isStoredList else {
      return try await query.answer(from: source, notice: complain) {
        try await printer.readDetails(of: query.list, in: query.store)
      }
    }
    var notices: [String] = []
    let answer = try await query.store.atOneVersion(of: query.list) {
      notices = []
      let answer = try await query.answer(from: source) { notices.append($0) }
      try await printer.readDetails(of: query.list, in: query.store)
      return answer
    }
    notices.forEach(complain)
    return answer
  }

  /// Prints rows, page by page if they are longer than the screen.
  private func print(
    _ listing: Listing, _ heading: ListPrinter.Heading, by printer: ListPrinter
  ) async throws {
    let lineCount = listing.count + listing.matches.sections.count
    let pager = printer.screen != nil && pages ? Pager(forLines: lineCount) : nil
    var output = Pager.output(of: pager, glyphs: printer.glyphs)
    try printer.print(listing, heading: heading, to: &output)
    try await pager?.end()
  }

  /// Prints names, or rows in JSON, as they arrive; after an error, those printed before remain.
  ///
  /// - Throws: As ``run(_:)``; ``LoadError`` if the query is strict and a row was skipped.
  func stream(_ source: any RowSource) async throws {
    var output = Output(glyphs: printer.glyphs)
    var printer = printer
    let tellsRows = printer.format != .names
    if printer.format.includesOutcomes {
      printer.outcomes = try await query.store.outcomes(in: query.list)
    }
    var (read, printed) = (RowCount(), 0)
    do {
      try await query.stream(from: source, tellsRows: tellsRows) { found in
        let rows = found.prefix(limit.map { $0 - printed })
        read.add(rows.batch)
        if printer.columnTitles.isEmpty { printer.columnTitles = rows.batch.names.titles.details }
        // Stop early if more rows would cost needless requests.
        if source.isPaged { try read.check(isStrict: query.isStrict) }
        if printer.format.includesRemarks {
          let names = rows.places.map { rows.batch.names[$0] }
          printer.remarks = try await query.store.remarks(on: names, in: query.list)
          if !source.isStoredList { printer.takeRevisions(of: rows) }
        }
        try printer.print(rows, to: &output)
        printed += rows.places.count
        try output.flush()
        // Rows that will not be printed need not be read.
        if let limit, printed >= limit { throw LimitReached() }
      }
    } catch is LimitReached {
      // No more rows are wanted.
    } catch {
      if case LoadError.leftOut = error {} else if source.isPaged { read.tell(of: source) }
      throw error
    }
    try read.check(isStrict: query.isStrict)
    read.tell(of: source)
    try output.finish()
    if source.lineForm != nil, read.report.leftOutCount > 0 { throw ExitStatus.failed }
    if printed == 0 {
      tellBarHint()
      throw ExitStatus.nothing
    }
  }

  private func tellBarHint() {
    if let hint = BarHint.text(for: text) { complain("no row matches “\(text)”; \(hint)") }
  }
}

/// Ends the reading of a source once enough rows are printed.
private struct LimitReached: Error {}

/// A query without matches that is also the name of a file.
struct MeantFile {
  private let path: String

  /// `nil` if there is no such file, or it is a folder.
  init?(query: String) {
    var status = stat()
    guard !query.isEmpty, stat(query, &status) == 0, status.st_mode & S_IFMT != S_IFDIR
    else { return nil }
    path = query
  }

  var text: String {
    "no row matches “\(path)”; to read the file use \(ShellLine(["--input", path]).text)"
  }

  func tell() { complain(text) }
}

extension Listing {
  /// Its first rows.
  fileprivate func prefix(_ limit: Int?) -> Listing {
    guard let limit, count > limit else { return self }
    var first = request
    let index = matches.index
    first.named = NamedRows(Set(matches.rows.prefix(limit).map { index.name(at: $0) }))
    return Listing(first, previous: self) ?? self
  }
}

extension RowQuery.Answer {
  /// Starts writing a snapshot that was missing.
  func refreshSnapshot(of query: RowQuery) {
    if missesSnapshot {
      RefreshSnapshotCommand.start(of: query.list, in: query.store, query.order)
    }
  }
}

extension RowCount {
  /// Reports skipped lines, or that there were no names.
  func tell(of source: any RowSource) { notice(of: source).map(complain) }
}

extension ListPrinter {
  /// Gives rows of an input the revisions of the input, even if the list has others.
  fileprivate mutating func takeRevisions(of matches: NameMatches) {
    guard format.includesRemarks else { return }
    let index = matches.index
    for row in matches.rows { take(index.revision(at: row), of: index.name(at: row)) }
  }

  fileprivate mutating func takeRevisions(of rows: RowQuery.Stream) {
    let names = rows.batch.names
    for place in rows.places { take(names.revision(at: place), of: names[place]) }
  }

  private mutating func take(_ revision: String?, of name: Name) {
    if revision != nil || remarks[name] != nil {
      remarks[name, default: Remark()].revision = revision
    }
  }

  /// Reads the facts, other than names and flags, that the format prints.
  mutating func readDetails(of list: ListName, in store: TargetStore) async throws {
    if format.includesRemarks {
      remarks = try await store.remarks(in: list, withRevisions: true)
    } else if screen != nil {
      remarks = try await store.remarks(in: list)
    }
    if format.includesOutcomes { outcomes = try await store.outcomes(in: list) }
  }
}
