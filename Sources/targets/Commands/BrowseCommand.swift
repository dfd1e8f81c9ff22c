import CommandSyntax
import Glibc
import Printing

/// What the program does without a command: browses on a terminal, and else prints.
struct BrowseCommand: ProgramCommand, BrowseOptions {
  static let about = CommandText(
    "browse", "Browse rows: what targets does without a command.",
    usage: """
      targets [OPTIONS] [FILE ...]
      targets -f QUERY [FILE ...]
      """, isShown: false)

  var files: [String] = []
  private var printedQuery: String?
  private var unsorted = false
  var start = QueryOption()
  var columns = ColumnOptions()
  var strictness = StrictOption()
  var source = SourceOptions()
  var match = MatchOptions()
  var filter = FilterOptions()
  var order = OrderOptions()
  var store = StoreOptions()
  var screen = ScreenOptions()
  var output = OutputOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("FILE", help: "Rows, one per line; - is standard input.") {
        $0.files.append($1)
      }
      Argument.option(
        "-f", "--filter", value: "QUERY",
        help: "Print the rows that match, and end. Without -l and --store no store is read.",
        takesAnyText: true
      ) { $0.printedQuery = $1 }
      Argument.flag(
        "--unsorted",
        help: "With -f: print names in the order in which they come, repeated ones too."
      ) { $0.unsorted = true }
      Arguments.group(\.start)
      Arguments.group(\.columns, under: "Input")
      Arguments.group(\.strictness, under: "Input")
      Arguments.group(\.source, under: "Source")
      Arguments.group(\.match, under: "Matching")
      Arguments.group(\.filter, under: "Matching")
      Arguments.group(\.order, under: "Order")
      Arguments.group(\.store, under: "List")
      Arguments.group(\.screen, under: "Screen")
      Arguments.group(\.output, under: "Output")
    }
  }

  func check() throws {
    try checkColumns(besideFiles: files)
    if printedQuery != nil, !query.isEmpty {
      throw UsageError("-f cannot be combined with --query")
    }
    guard unsorted else { return }
    if printedQuery == nil { throw UsageError("--unsorted requires -f") }
    if ![nil, .names].contains(output.format) { throw UsageError("--unsorted prints names only") }
    if source.isGiven || columns.idColumn != nil {
      throw UsageError("--unsorted cannot be combined with --from or --id-column")
    }
    if match.searchDetails {
      throw UsageError("--unsorted cannot be combined with --search-details")
    }
  }

  /// Whether rows are browsed, not printed.
  var asks: Bool { printedQuery == nil && isatty(STDOUT_FILENO) == 1 }

  func run() async throws {
    var browsing = Browsing(self, files: files, purpose: .editing)
    guard let printedQuery else {
      if asks { return try await browsing.run() }
      return try await browsing.printRows(
        matching: query, output.printer(usually: .sections))
    }
    try browsing.doWithoutStoreUnlessGiven()
    try await browsing.printRows(matching: printedQuery, output.printer, isUnsorted: unsorted)
  }
}
