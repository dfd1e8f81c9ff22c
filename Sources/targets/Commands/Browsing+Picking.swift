import Printing
import Browser
import ListLoading
import ListModel
import NameSearch
import TargetStore

extension Browsing {
  /// Picks without a terminal, if no question is necessary.
  ///
  /// - Throws: ``Failure`` with the reason why there is no terminal, if a question is necessary.
  func pickUnasked(_ picking: PickOptions, because reason: any Error) async throws {
    let store = try self.store()
    let list = try listName()
    guard picking.selectOne || picking.exitZero else {
      throw Failure("requires a terminal: \(reason)")
    }
    let recipe = try await usesStore ? ListRecipe.readable(of: list, in: store) : nil
    let columns = try columns(recipe)
    var source = try source(store, list, columns)
    var query = try await query(options.query, source, list, store, recipe, columns)
    query.needsTitles = pickPrinter.format.includesTitles
    if source.isPaged {
      // A source may have no end, so it is only read as a whole if it does not have too many rows.
      let most = picking.selectOne ? 1 : 0
      var count = 0
      do {
        try await query.stream(from: source) { found in
          count += found.places.count
          if count > most { throw TooManyRows() }
        }
      } catch is TooManyRows {
        throw Failure("requires a terminal: \(reason)")
      }
      source = try self.source(store, list, columns)
    }
    var notices: [String] = []
    let answer: RowQuery.Answer
    do {
      answer = try await query.answer(from: source) { notices.append($0) }
    } catch {
      notices.forEach(complain)
      throw error
    }
    answer.refreshSnapshot(of: query)
    let listing = answer.listing
    // The message about an input without rows is the error itself.
    if answer.isOfEmptyInput, !picking.exitZero, let notice = notices.popLast() {
      notices.forEach(complain)
      throw Failure(notice)
    }
    notices.forEach(complain)
    // The skipped lines may contain further matches.
    if source.lineForm != nil, answer.leftOutCount > 0 { throw ExitStatus.failed }
    switch listing.count {
    case 0 where picking.exitZero, 1 where picking.selectOne:
      try await printPicked(listing.pickedRows(query: options.query))
    default:
      throw Failure("requires a terminal: \(reason)")
    }
  }

  /// Prints the picked rows; throws ``ExitStatus/nothing`` if there are none.
  func printPicked(_ picked: PickedRows) async throws {
    var output = Output(glyphs: options.output.glyphs)
    var printer = pickPrinter
    if picking?.printQuery == true {
      try output.show(line: picked.query)
      try output.write(printer.terminator.text)
    }
    if picking?.expectedKeys.isEmpty == false {
      try output.show(picked.key ?? "")
      try output.write(printer.terminator.text)
    }
    guard !picked.rows.isEmpty else {
      try output.flush()
      throw ExitStatus.nothing
    }
    let list = try listName()
    let store = try self.store()
    try await printer.readDetails(of: list, in: store)
    try printer.print(
      picked, heading: .init(list: usesStore ? list.text : nil, query: picked.query), to: &output)
  }

  private var pickPrinter: ListPrinter {
    var printer = options.output.printer(usually: .names)
    printer.isOfLines = readsLines
    return printer
  }
}

/// Ends the reading of a source whose rows must be picked by a person.
private struct TooManyRows: Error {}
