import ArgumentParser
import Browser
import Glibc
import NameSearch
import PageSources
import TargetStore
import TerminalText

/// The default command: browses, picks or prints, depending on the options and the terminal.
struct BrowseCommand: AsyncParsableCommand {
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
  var filter: String?

  @Flag(help: "With -f: names in the order they are read, repeated ones too; nothing is kept.")
  var unsorted = false

  @OptionGroup(title: "Picking") var picking: PickOptions
  @OptionGroup var options: BrowseOptions

  func validate() throws {
    if options.source.from != nil, !files.isEmpty {
      throw ValidationError("names come from files or from --from: take one of them")
    }
    if unsorted { try validateUnsorted() }
    if picking.picks, filter != nil {
      throw ValidationError("-f prints, --pick asks: take one of them")
    }
  }

  private func validateUnsorted() throws {
    if filter == nil { throw ValidationError("--unsorted goes with -f") }
    if ![nil, .names].contains(options.output.format) {
      throw ValidationError("--unsorted prints names only")
    }
    if options.source.from != nil || options.columns.idColumn != nil {
      throw ValidationError("--unsorted is for names that have no identities")
    }
    if options.match.searchDetails {
      throw ValidationError("--unsorted looks in names, not in details and notes")
    }
  }

  /// Whether rows are browsed or picked, not printed.
  var asks: Bool { filter == nil && (picking.picks || isatty(STDOUT_FILENO) == 1) }

  func run() async throws {
    var browsing = Browsing(
      options, files: files, purpose: picking.picks ? .picking(picking) : .editing)
    if filter != nil || picking.picks { try browsing.doWithoutStoreUnlessGiven() }
    if let filter {
      try await browsing.printRows(matching: filter, isUnsorted: unsorted)
    } else if asks {
      try await browsing.run()
    } else {
      try await browsing.printRows(matching: options.query)
    }
  }
}
