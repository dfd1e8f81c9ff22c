import CommandSyntax
import Substrings
import ListModel
import Glibc
import Printing

/// The program without a command: browses on a terminal, otherwise prints.
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
  private var picking = PickOptions()
  var options = BrowseOptions()
  var lines = LineOptions()

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.operands("FILE", help: "Rows, one per line; - is standard input.") {
        $0.files.append($1)
      }
      Argument.option(
        "-f", "--filter", value: "QUERY",
        help:
          "Print the matching rows and exit, as with fzf: --print-query prints QUERY first. Without -l, no store "
          + "is read.",
        takesAnyText: true
      ) { $0.printedQuery = $1 }
      Argument.flag(
        "--unsorted",
        help: "With -f: print names as they come, duplicates too."
      ) { $0.unsorted = true }
      Arguments.group(\.options)
      Arguments.group(\.lines, under: "Fields")
      Arguments.group(\.prompt, under: "Screen")
      Arguments.group(\.picking).hidden(under: ofPicker)
    }
  }

  /// The heading for options of a picker; `-f` accepts them as well, though some have no effect there.
  private static let ofPicker = "Picking"

  /// `--color` also applies to printed sections.
  func check(given: [GivenArgument]) throws {
    if printedQuery != nil {
      return try given.refuse(beside: "-f") {
        $0.heading != "Screen" || !LooksOfFzf.screenOptions.isDisjoint(with: $0.names)
      }
    }
    try options.check(given: given)
    if let other = given.first(where: { $0.facts.heading == Self.ofPicker }) {
      let near = Spelling.suggestion(of: "targets pick \(other.name)")
      throw UsageError("unknown option \(other.name); \(near)")
    }
  }

  func check() throws {
    try options.check(besideFiles: files)
    if printedQuery == nil {
      if !lines.names.isEmpty { throw UsageError(lines.names, require: "pick or -f") }
    } else {
      try options.check(lines)
      if !lines.form.shown.isEmpty, ![nil, .names].contains(options.output.format) {
        throw UsageError("--with-nth requires --format names; others do not print the whole line")
      }
    }
    if printedQuery != nil, !options.query.isEmpty {
      throw UsageError("-f cannot be combined with --query")
    }
    if printedQuery != nil, options.script.isGiven {
      throw UsageError("-f cannot be combined with --commands")
    }
    if options.script.isGiven { try options.output.refuseFormat(of: "--commands") }
    if printedQuery == nil { try options.screen.refuseColorsOfFzf() }
    guard unsorted else { return }
    if printedQuery == nil { throw UsageError("--unsorted requires -f") }
    if ![nil, .names].contains(options.output.format) {
      throw UsageError("--unsorted requires --format names")
    }
    if options.source.isPaged || options.columns.idColumn != nil {
      throw UsageError("--unsorted cannot be combined with --from or --id-column")
    }
    if options.match.searchDetails {
      throw UsageError("--unsorted cannot be combined with --search-details")
    }
    try options.order.refuseSections(beside: "--unsorted")
  }

  mutating func take(_ defaults: DefaultableOptions, beside given: Self) {
    prompt = defaults.prompt
    options.take(defaults, beside: given.options)
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
      matching: printedQuery, options.output.printer, isUnsorted: unsorted,
      printsQuery: picking.printQuery)
  }
}
