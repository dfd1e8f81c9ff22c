import ListLoading
import ListModel
import NameSearch
import PageSources
import TargetStore

/// The common options of `list`, `index` and `run`.
///
/// Each command declares them itself: a group of groups takes the parser five times as long.
protocol ListingOptions {
  var query: [String] { get }
  var names: InputOption { get }
  var columns: ColumnOptions { get }
  var strictness: StrictOption { get }
  var match: MatchOptions { get }
  var filter: FilterOptions { get }
  var order: OrderOptions { get }
  var store: StoreOptions { get }
}

extension ListingOptions {
  func checkColumns() throws {
    if names.input.isEmpty { try columns.refuse("go with --input") }
  }

  func rowQuery(of list: ListName, in store: TargetStore) async throws -> RowQuery {
    var order = order
    if names.input.isEmpty { try order.add(await ListRecipe.readable(of: list, in: store)) }
    var wanted = RowQuery(
      match.query(query.joined(separator: " ")), show: filter.wanted,
      order: try order.order(of: columns), of: list, in: store)
    wanted.verdicts = filter.verdicts
    wanted.isStrict = strictness.strict
    return wanted
  }

  func source(_ store: TargetStore, _ list: ListName) throws -> any RowSource {
    if names.input.isEmpty { return StoredPages(store: store, list: list) }
    return try LinePages(paths: names.input, form: columns.form())
  }
}
