import Browser
import CommandSyntax
import NameSearch
import PageSources
import TerminalText

/// The options of all commands that browse.
struct BrowseOptions: ArgumentGroup {
  var query = ""
  var columns = ColumnOptions()
  var strictness = StrictOption()
  var source = SourceOptions()
  var match = MatchOptions()
  var filter = FilterOptions()
  var order = OrderOptions()
  var store = StoreOptions()
  var screen = ScreenOptions()
  var output = OutputOptions()
  var script = ScriptOptions()

  /// The default options for columns, which a recipe may set as well: the recipe wins.
  private(set) var usualColumns = ColumnOptions()
  private(set) var usualOrder = OrderOptions()
  private(set) var usualPreview: String?

  static var arguments: Arguments<Self> {
    Arguments {
      queryArgument { $0.query = $1 }
      Arguments.group(\.columns, under: "Input")
      Arguments.group(\.strictness, under: "Input")
      Arguments.group(\.source, under: "Source")
      Arguments.group(\.match, under: "Matching")
      Arguments.group(\.filter, under: "Matching")
      Arguments.group(\.order, under: "Order")
      Arguments.group(\.store, under: "List")
      Arguments.group(\.screen, under: "Screen")
      Arguments.group(\.output, under: "Output")
      Arguments.group(\.script, under: "Script")
    }
  }

  static func queryArgument<Root: ArgumentGroup>(
    set: @escaping @Sendable (inout Root, String) -> Void
  ) -> Argument<Root> {
    .option(
      "-q", "--query", value: "QUERY", help: "Start with this query already typed.",
      takesAnyText: true, set: set)
  }

  /// Checks options about lines, which are rows only if no list is used.
  func check(_ lines: LineOptions) throws {
    if let other = source.option ?? (store.isListGiven ? "--list" : nil) {
      return try lines.refuse(beside: other)
    }
    guard try columns.form(ofLines: lines).lines != nil else { return }
    if strictness.strict {
      throw UsageError("--strict requires --list or columns; otherwise every line is a row")
    }
    if match.searchDetails {
      throw UsageError("--search-details requires --list or columns; lines have no details")
    }
  }

  /// Refuses options for a screen if lines of a file are carried out without one.
  func check(given: [GivenArgument]) throws {
    guard script.isGiven else { return }
    try given.refuse(beside: "--commands") {
      $0.heading != "Screen" || !Set(["--plain", "--color"]).isDisjoint(with: $0.names)
    }
  }

  func check(besideFiles files: [String], of option: String = "FILE") throws {
    try script.check(besideFiles: files)
    guard let source = source.option else { return }
    if !files.isEmpty { throw UsageError("\(source) cannot be combined with \(option)") }
    try columns.refuse(beside: source)
    try usualColumns.refuse(beside: source)
  }
}

/// A command that browses and has default options.
protocol BrowsingCommand: ProgramCommand {
  var options: BrowseOptions { get set }

  /// Whether it shows a screen to the user, instead of only printing.
  var asks: Bool { get }

  /// Applies default options to those of a command; options on the command line win.
  mutating func take(_ defaults: DefaultableOptions, beside given: Self)
}

extension BrowsingCommand {
  static func parsed(from words: [String]) throws -> Self {
    try DefaultOptions.applied(to: CommandParser.parse(words), given: words)
  }

  mutating func take(_ defaults: DefaultableOptions, beside given: Self) {
    options.take(defaults, beside: given.options)
  }
}

extension BrowseOptions {
  /// Applies default options; filters on the command line replace the default filters.
  mutating func take(_ defaults: DefaultableOptions, beside given: BrowseOptions) {
    takeLooks(of: defaults)
    (query, match) = (defaults.query, defaults.match)
    if !given.filter.areGiven { filter = defaults.filter }
    (usualColumns, usualOrder) = (defaults.columns, defaults.order)
  }

  /// Applies only the defaults that do not change what is printed.
  mutating func takeLooks(of defaults: DefaultableOptions) {
    (screen, output.ascii) = (defaults.screen, defaults.ascii)
    (usualPreview, screen.preview) = (screen.preview, nil)
  }
}
