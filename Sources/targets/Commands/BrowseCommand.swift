import CommandSyntax
import Glibc
import Printing

/// What the program does without a command: browses on a terminal, and else prints.
struct BrowseCommand: BrowsingCommand {
  static let about = CommandText(
    "browse", "Browse rows: what targets does without a command.",
    usage: """
      targets [OPTIONS] [FILE ...]
      targets -f QUERY [FILE ...]
      """, isShown: false)

  var files: [String] = []
  private var printedQuery: String?
  private var unsorted = false
  var options = BrowseOptions()

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
      Arguments.group(\.options)
    }
  }

  /// The color of sections is of use where they are printed, too.
  func check(given: [ArgumentFacts]) throws {
    guard printedQuery != nil else { return }
    for facts in given where facts.heading == "Screen" && !facts.names.contains("--color") {
      throw UsageError("\(facts.names.last ?? "") cannot be combined with -f")
    }
  }

  func check() throws {
    try options.check(besideFiles: files)
    if printedQuery != nil, !options.query.isEmpty {
      throw UsageError("-f cannot be combined with --query")
    }
    guard unsorted else { return }
    if printedQuery == nil { throw UsageError("--unsorted requires -f") }
    if ![nil, .names].contains(options.output.format) {
      throw UsageError("--unsorted prints names only")
    }
    if options.source.isGiven || options.columns.idColumn != nil {
      throw UsageError("--unsorted cannot be combined with --from or --id-column")
    }
    if options.match.searchDetails {
      throw UsageError("--unsorted cannot be combined with --search-details")
    }
  }

  /// Whether rows are browsed, not printed.
  var asks: Bool { printedQuery == nil && isatty(STDOUT_FILENO) == 1 }

  func run() async throws {
    var browsing = Browsing(options, files: files, purpose: .editing)
    guard let printedQuery else {
      if asks {
        try options.output.refuseFormat(of: "browsing")
        return try await browsing.run()
      }
      return try await browsing.printRows(
        matching: options.query, options.output.printer(usually: .sections))
    }
    try browsing.doWithoutStoreUnlessGiven()
    try await browsing.printRows(
      matching: printedQuery, options.output.printer, isUnsorted: unsorted)
  }
}
