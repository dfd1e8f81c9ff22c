import CommandSyntax
import ListLoading
import ListModel
import NameSearch
import PageSources
import TargetStore

/// The options that select rows of a list or of an input.
struct RowOptions: ArgumentGroup {
  var names = InputOption()
  var columns = ColumnOptions()
  var strictness = StrictOption()
  var match = MatchOptions()
  var filter = FilterOptions()
  var order = OrderOptions()
  var store = StoreOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "-q", "--query", optionalValue: "QUERY", help: "", isShown: false, takesNext: { _ in true }
      ) { _, _ in throw OptionRefusal("is not an option here; write the QUERY as an argument") }
      Arguments.group(\.names)
      Arguments.group(\.columns, under: "Input")
      Arguments.group(\.strictness, under: "Input")
      Arguments.group(\.match, under: "Matching")
      Arguments.group(\.filter, under: "Matching")
      Arguments.group(\.order, under: "Order")
      Arguments.group(\.store, under: "List")
    }
  }

  func check() throws {
    guard names.input.isEmpty else { return }
    if !columns.names.isEmpty { throw UsageError(columns.names, require: "--input") }
    if strictness.strict { throw UsageError("--strict requires --input") }
  }
}

/// A command about the selected rows that match a query.
protocol RowsCommand: ProgramCommand {
  var query: [String] { get }
  var rows: RowOptions { get }
}

extension RowsCommand {
  var names: InputOption { rows.names }
  var columns: ColumnOptions { rows.columns }
  var strictness: StrictOption { rows.strictness }
  var match: MatchOptions { rows.match }
  var filter: FilterOptions { rows.filter }
  var order: OrderOptions { rows.order }
  var store: StoreOptions { rows.store }

  /// The rows of the list or of the input, and the selected ones.
  func wantedRows(
    of list: ListName, in store: TargetStore
  ) async throws -> (query: RowQuery, source: any RowSource) {
    var (order, columns) = (order, columns)
    let recipe = try await ListRecipe.readable(of: list, in: store)
    let source: any RowSource
    if names.input.isEmpty {
      try await order.add(recipe, of: list, in: store)
      source = StoredPages(store: store, list: list)
    } else {
      if let recipe { columns.add(try recipe.recipe.columns()) }
      try order.check(inInputOf: columns, given: self.columns)
      source = try LinePages(paths: names.input, form: columns.form())
    }
    var wanted = RowQuery(
      match.query(query.joined(separator: " ")), show: filter.wanted,
      order: try order.order(of: columns), of: list, in: store)
    wanted.verdicts = filter.verdicts
    wanted.isStrict = strictness.strict
    return (wanted, source)
  }

  /// Reports that a query without matches is the name of a file, if so.
  func complainOfMeantFile() {
    if names.input.isEmpty { MeantFile(query: query.joined(separator: " "))?.tell() }
  }
}
