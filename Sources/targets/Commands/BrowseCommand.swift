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
    commandName: "browse", abstract: "Browse names: what targets does without a command.")

  @Argument(help: ArgumentHelp("Names, one a line; - is standard input.", valueName: "file"))
  var files: [String] = []

  // Unconditional, so that a query may begin with a dash: `-f "$word"`.
  @Option(
    name: .customShort("f", allowingJoined: true), parsing: .unconditional,
    help: "Print the rows that match, and end.")
  var filter: String?

  @Option(
    name: [.customShort("q", allowingJoined: true), .long], parsing: .unconditional,
    help: "Start with this query.")
  var query = ""

  @Flag(help: "Choose one row: its name is printed.")
  var pick = false

  @Flag(help: "No live redraw: a query and Enter prints numbered rows.")
  var plain = false

  @Option(
    help: ArgumentHelp("Filter at most so often while typing; 0 for every key.", valueName: "ms"))
  var throttle = 50

  @Option(
    help: ArgumentHelp(
      "Browse in so many rows below the cursor; ~ for fewer where the list is short.",
      valueName: "[~]rows[%]"),
    transform: { try AreaHeight($0) })
  var height: AreaHeight?

  @Option(help: "auto, always or never.")
  var color = ColorChoice.auto

  @Option(help: "auto, or none: rows that come and go are not animated.")
  var motion = MotionChoice.auto

  @Flag(help: "The prompt above the rows instead of below.")
  var reverse = false

  @OptionGroup var sourceOptions: SourceOptions
  @OptionGroup var columnOptions: ColumnOptions
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var orderOptions: OrderOptions
  @OptionGroup var matchOptions: MatchOptions
  @OptionGroup var filterOptions: FilterOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var strictness: StrictOption

  func validate() throws {
    if throttle < 0 { throw ValidationError("--throttle takes milliseconds, 0 or more") }
    if sourceOptions.from != nil, !files.isEmpty {
      throw ValidationError("names come from files or from --from: take one of them")
    }
    if sourceOptions.from != nil, try columnOptions.choice() != nil {
      throw ValidationError("--csv and --delimiter are for files and pipes, not for --from")
    }
    if pick, filter != nil { throw ValidationError("-f prints, --pick asks: take one of them") }
  }

  func run() async throws {
    if filter != nil || !(pick || isatty(STDOUT_FILENO) == 1) {
      try await printRows()
    } else {
      try await browse()
    }
  }

  /// A helper, else files, else standard input if it is not a terminal, else the kept list.
  func source(
    _ store: TargetStore, _ list: Name, filter: NameFilter? = nil
  ) throws -> NameSource {
    if let pages = try sourceOptions.pages() { return .helper(pages) }
    let columns = try columnOptions.choice()
    if !files.isEmpty { return try .files(files, columns: columns, filter: filter) }
    if isatty(STDIN_FILENO) == 0 { return try .files(["-"], columns: columns, filter: filter) }
    if columns != nil { throw Failure("--csv and --delimiter go with a file or a pipe") }
    return .kept(store, list)
  }

  private func printRows() async throws {
    let store = try storeOptions.file.open()
    let list = try storeOptions.listName()
    if let pages = try sourceOptions.pages(lookingFor: filter ?? query) {
      return try await printRows(of: pages, store, list)
    }
    let print = PrintRequest(
      query: filter ?? query, match: matchOptions, show: filterOptions.wanted,
      order: try orderOptions.order(of: columnOptions), printer: output.printer,
      isStrict: strictness.strict)
    try await print.run(source(store, list, filter: print.filter), store: store, list: list)
  }

  private func printRows(of pages: HelperPages, _ store: TargetStore, _ list: Name) async throws {
    let rows = RowPrinter(
      text: filter ?? query, match: matchOptions, show: filterOptions.wanted,
      store: store, list: list, order: try orderOptions.order(),
      printer: output.printer(usually: .names), isStrict: strictness.strict,
      timeLimit: sourceOptions.timeLimit)
    try await NameSource.helper(pages).whileOpen { try await rows.run(pages) }
  }
}

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// By the conventions of `CLICOLOR_FORCE` and `NO_COLOR`.
  var isColored: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      Environment.value("CLICOLOR_FORCE").map { $0 != "0" } == true
        || Environment.value("NO_COLOR") == nil
    }
  }
}

enum MotionChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, none

  var isAnimated: Bool { self == .auto && Environment.value("NO_MOTION") == nil }
}
