import Printing
import ArgumentParser
import Browser
import Glibc
import NameSearch
import PageSources
import TargetStore
import TerminalText

/// The default command: browses, picks or prints, depending on the options and the terminal.
struct BrowseCommand: AsyncParsableCommand, BrowseOptions {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Browse names: what targets does without a command.",
    usage: "targets [OPTIONS] [FILE ...]")

  @Argument(help: ArgumentHelp("Names, one a line; - is standard input.", valueName: "file"))
  var files: [String] = []

  // Unconditional, so that a query may begin with a dash: `-f "$word"`.
  @Option(
    name: .customShort("f", allowingJoined: true), parsing: .unconditional,
    help: ArgumentHelp(
      "Print the rows that match, and end. Without --list or --store, no store is read.",
      valueName: "query"))
  var printedQuery: String?

  @Flag(help: "With -f: names in the order they are read, repeated ones too; nothing is kept.")
  var unsorted = false

  @OptionGroup(title: "Picking") var picking: PickOptions
  @OptionGroup var start: QueryOption
  @OptionGroup(title: "Input") var columns: ColumnOptions
  @OptionGroup(title: "Input") var strictness: StrictOption
  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Matching") var match: MatchOptions
  @OptionGroup(title: "Matching") var filter: FilterOptions
  @OptionGroup(title: "Order") var order: OrderOptions
  @OptionGroup(title: "Kept list") var store: StoreOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  var query: String { start.query }

  func validate() throws {
    if source.isGiven, !files.isEmpty {
      throw ValidationError("names come from files or from --from: take one of them")
    }
    try checkColumns()
    if unsorted { try validateUnsorted() }
    if picking.picks, printedQuery != nil {
      throw ValidationError("-f prints, --pick asks: take one of them")
    }
  }

  private func validateUnsorted() throws {
    if printedQuery == nil { throw ValidationError("--unsorted goes with -f") }
    if ![nil, .names].contains(output.format) {
      throw ValidationError("--unsorted prints names only")
    }
    if source.isGiven || columns.idColumn != nil {
      throw ValidationError("--unsorted is for names that have no identities")
    }
    if match.searchDetails {
      throw ValidationError("--unsorted looks in names, not in details and notes")
    }
  }

  /// Whether rows are browsed or picked, not printed.
  var asks: Bool { printedQuery == nil && (picking.picks || isatty(STDOUT_FILENO) == 1) }

  func run() async throws {
    var browsing = Browsing(
      self, files: files, purpose: picking.picks ? .picking(picking) : .editing)
    if printedQuery != nil || picking.picks { try browsing.doWithoutStoreUnlessGiven() }
    if let printedQuery {
      try await browsing.printRows(matching: printedQuery, isUnsorted: unsorted)
    } else if asks {
      try await browsing.run()
    } else {
      try await browsing.printRows(matching: query)
    }
  }
}
