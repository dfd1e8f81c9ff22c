import Browser
import Glibc
import NameSearch
import PageSources
import TargetStore

extension Browsing {
  /// A helper, else files, else standard input if it is not a terminal, else the kept list.
  func source(
    _ store: TargetStore, _ list: Name, filter: NameFilter? = nil, keepsRepeats: Bool = false
  ) throws -> NameSource {
    if let pages = try options.source.pages() { return .helper(pages) }
    var columns = try options.columns.choice()
    if keepsRepeats { columns?.repeats = .kept }
    let isPiped = isatty(STDIN_FILENO) == 0
    if !files.isEmpty || isPiped {
      return try .files(
        files.isEmpty ? ["-"] : files, columns: columns, endsWithNUL: options.columns.read0,
        filter: filter)
    }
    if try options.columns.areGiven() {
      throw Failure("--csv, --delimiter and --read0 go with a file or a pipe")
    }
    return .kept(store, list)
  }

  func printRows(matching query: String, isUnsorted: Bool = false) async throws {
    let store = try self.store()
    let list = try options.store.listName()
    if let pages = try options.source.pages(lookingFor: query) {
      return try await printRows(of: pages, query, store, list)
    }
    if isUnsorted {
      let query = options.match.query(query)
      let print = UnsortedPrint(
        query: query, show: options.filter.wanted, printer: options.output.printer(usually: .names),
        isStrict: options.strictness.strict)
      let filter = query.isEmpty ? nil : NameFilter(query)
      return try await print.run(
        source(store, list, filter: filter, keepsRepeats: true), store: store, list: list)
    }
    let print = try await PrintRequest(
      query: query, match: options.match, show: options.filter.wanted,
      order: try options.order.order(of: options.columns), printer: options.output.printer,
      isStrict: options.strictness.strict
    ).withNotes(of: list, in: store)
    try await print.run(source(store, list, filter: print.filter), store: store, list: list)
  }

  private func printRows(
    of pages: HelperPages, _ query: String, _ store: TargetStore, _ list: Name
  ) async throws {
    let rows = RowPrinter(
      text: query, match: options.match, show: options.filter.wanted,
      store: store, list: list, order: try options.order.order(),
      printer: options.output.printer(usually: .names), isStrict: options.strictness.strict,
      timeLimit: options.source.timeLimit)
    try await NameSource.helper(pages).whileOpen { try await rows.run(pages) }
  }
}
