import CommandSyntax
import Glibc
import Printing

/// The program without a command: browses on a terminal, and otherwise prints.
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
  private var prompt = PromptOptions()
  var options = BrowseOptions()
  var lines = LineOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("FILE", help: "Rows, one per line; - is standard input.") {
        $0.files.append($1)
      }
      Argument.option(
        "-f", "--filter", value: "QUERY",
        help: "Print the matching rows and exit. Without -l, no store is read.",
        takesAnyText: true
      ) { $0.printedQuery = $1 }
      Argument.flag(
        "--unsorted",
        help: "With -f: print names as they come, duplicates too."
      ) { $0.unsorted = true }
      Arguments.group(\.options)
      Arguments.group(\.lines, under: "Fields")
      Arguments.group(\.prompt, under: "Screen")
    }
  }

  /// Colors also apply to printed sections, so `--color` is allowed with `-f`.
  func check(given: [ArgumentFacts]) throws {
    guard printedQuery != nil else { return }
    for facts in given where facts.heading == "Screen" && !facts.names.contains("--color") {
      throw UsageError("\(facts.names.last ?? "") cannot be combined with -f")
    }
  }

  func check() throws {
    try options.check(besideFiles: files)
    if printedQuery == nil {
      try lines.refuse("require pick or -f")
    } else {
      try options.check(lines)
    }
    if printedQuery != nil, !options.query.isEmpty {
      throw UsageError("-f cannot be combined with --query")
    }
    if printedQuery != nil, options.script.isGiven {
      throw UsageError("-f cannot be combined with --commands")
    }
    if options.script.isGiven { try options.output.refuseFormat(of: "--commands") }
    try options.screen.refuseColorsOfFzf()
    guard unsorted else { return }
    if printedQuery == nil { throw UsageError("--unsorted requires -f") }
    if ![nil, .names].contains(options.output.format) {
      throw UsageError("--unsorted requires --format names")
    }
    if options.source.isGiven || options.columns.idColumn != nil {
      throw UsageError("--unsorted cannot be combined with --from or --id-column")
    }
    if options.match.searchDetails {
      throw UsageError("--unsorted cannot be combined with --search-details")
    }
  }

  /// Whether rows are browsed, not printed.
  var asks: Bool {
    printedQuery == nil && !options.script.isGiven && isatty(STDOUT_FILENO) == 1
  }

  func run() async throws {
    var browsing = Browsing(options, files: files, purpose: .editing)
    (browsing.lines, browsing.prompt) = (lines, prompt)
    guard let printedQuery else {
      if asks || options.script.isGiven {
        try options.output.refuseFormat(of: "browsing")
        return try await browsing.run()
      }
      await browsing.doWithoutUnreadableStore()
      return try await browsing.printRows(
        matching: options.query, options.output.printer(usually: .sections))
    }
    try browsing.doWithoutStoreUnlessGiven()
    try await browsing.printRows(
      matching: printedQuery, options.output.printer, isUnsorted: unsorted)
  }
}
