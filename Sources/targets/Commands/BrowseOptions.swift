import ArgumentParser
import Browser
import NameSearch
import TerminalText

/// The options of all commands that browse.
///
/// Each command declares them itself: a group of groups takes the parser five times as long.
protocol BrowseOptions: Sendable {
  var query: String { get }
  var columns: ColumnOptions { get }
  var strictness: StrictOption { get }
  var source: SourceOptions { get }
  var match: MatchOptions { get }
  var filter: FilterOptions { get }
  var order: OrderOptions { get }
  var store: StoreOptions { get }
  var screen: ScreenOptions { get }
  var output: OutputOptions { get }
}

extension BrowseOptions {
  func checkColumns() throws {
    if source.isGiven { try columns.refuse("are for files and pipes, not for --from") }
  }
}

/// The query that browsing starts with.
struct QueryOption: ParsableArguments {
  @Option(
    name: [.customShort("q", allowingJoined: true), .long], parsing: .unconditional,
    help: "Start with this query.")
  var query = ""
}
