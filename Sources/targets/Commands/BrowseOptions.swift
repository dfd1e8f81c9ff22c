import CommandSyntax
import Browser
import NameSearch
import TerminalText

/// The options of all commands that browse.
protocol BrowseOptions: Sendable {
  var start: QueryOption { get set }
  var query: String { get }
  var columns: ColumnOptions { get set }
  var strictness: StrictOption { get set }
  var source: SourceOptions { get set }
  var match: MatchOptions { get set }
  var filter: FilterOptions { get set }
  var order: OrderOptions { get set }
  var store: StoreOptions { get set }
  var screen: ScreenOptions { get set }
  var output: OutputOptions { get set }

  /// Whether it asks a person, and does not print by itself.
  var asks: Bool { get }

  /// Begins with options that were set beforehand, for a command with other options of its own.
  mutating func take(_ defaults: DefaultableOptions, beside given: Self)
}

extension BrowseOptions {
  var query: String { start.query }

  func checkColumns(besideFiles files: [String] = []) throws {
    if source.isGiven {
      if !files.isEmpty { throw UsageError("--from cannot be combined with FILE") }
      try columns.refuse("are for files and pipes, not for --from")
    }
  }

  mutating func take(_ defaults: DefaultableOptions, beside given: Self) {
    (start, columns, match) = (defaults.start, defaults.columns, defaults.match)
    (filter, order, screen) = (defaults.filter, defaults.order, defaults.screen)
    output.ascii = defaults.ascii
  }
}

/// The query that browsing starts with.
struct QueryOption: ArgumentGroup {
  var query = ""

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "-q", "--query", value: "QUERY", help: "Start with this query.", takesAnyText: true
      ) { $0.query = $1 }
    }
  }
}
