import ListModel
import CommandSyntax
import Printing
import Glibc
import ListLoading
import NameSearch
import PageSources
import TargetStore

extension Browsing {
  /// Whether rows are unchanged lines, not names of a list or of a column.
  var readsLines: Bool {
    guard takesLines, options.source.option == nil else { return false }
    return (try? options.columns.form(ofLines: lines))?.lines != nil
  }

  /// A helper, else files, else standard input if it is not a terminal, else the stored list.
  func source(
    _ store: TargetStore, _ list: ListName, _ columns: ColumnOptions,
    searchingFor text: String = "", keepsRepeats: Bool = false
  ) throws -> any RowSource {
    let rows = try options.source.rows(searchingFor: text)
    if rows != nil || !files.isEmpty || isPiped {
      try options.order.check(inInputOf: columns, given: options.columns)
    }
    if let rows { return rows }
    var form = try takesLines ? columns.form(ofLines: lines) : columns.form()
    if keepsRepeats { form.columns?.repeats = .kept }
    if !files.isEmpty || isPiped {
      return try LinePages(paths: files.isEmpty ? ["-"] : files, form: form)
    }
    if usesStore, !options.columns.names.isEmpty {
      throw UsageError(options.columns.names, require: "a file or a pipe")
    }
    if options.strictness.strict { throw UsageError("--strict requires a file or a pipe") }
    return StoredPages(store: store, list: list)
  }

  func printRows(
    matching text: String, _ printer: ListPrinter, isUnsorted: Bool = false,
    printsQuery: Bool = false
  ) async throws {
    let store = try self.store()
    let list = try listName()
    let recipe = try await usesStore ? ListRecipe.readable(of: list, in: store) : nil
    let columns = try columns(recipe)
    let source = try source(store, list, columns, searchingFor: text, keepsRepeats: isUnsorted)
    let hasOneOrder = isUnsorted || source.isPaged
    var print = RowPrint(
      query: try await query(text, source, list, store, recipe, columns), text: text,
      printer: hasOneOrder ? options.output.printer(usually: .names) : printer)
    print.printer.isOfLines = source.lineForm != nil
    (print.color, print.limit) = (options.screen.color, options.output.limit)
    let arrivesUnsorted = isUnsorted || source.isPaged && print.printer.format.canStream
    if arrivesUnsorted { try options.order.refuseForRowsAsTheyCome() }
    // Lines in the order of the input need not be read to the end either, as with fzf.
    let arrivesInOrder =
      !usesStore && readsLines && print.query.order.isOfInput && print.printer.format == .names
    let streams = arrivesUnsorted || arrivesInOrder
    if printsQuery {
      var output = Output()
      try output.show(line: text)
      try output.write(print.printer.terminator.text)
      try output.flush()
    }
    try await source.whileOpen {
      if streams { try await print.stream(source) } else { try await print.run(source) }
    }
  }

  /// The query for rows that match a text.
  func query(
    _ text: String, _ source: any RowSource, _ list: ListName, _ store: TargetStore,
    _ recipe: ListRecipe?, _ columns: ColumnOptions
  ) async throws -> RowQuery {
    if readsList(source) { try await options.store.check(list, in: store) }
    try await options.filter.check(in: list, of: store)
    var order = options.order
    if source.isStoredList { try await order.add(recipe, of: list, in: store) }
    var query = RowQuery(
      options.match.query(text), show: options.filter.wanted,
      order: try self.order(order, columns), of: list, in: store)
    query.verdicts = options.filter.verdicts
    query.isStrict = options.strictness.strict
    query.timeLimit = options.source.timeLimit
    return query
  }
}
