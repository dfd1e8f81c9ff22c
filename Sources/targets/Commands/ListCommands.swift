import Printing
import ArgumentParser
import ListLoading
import ListModel
import NameSearch
import PageSources
import TargetStore
import TerminalText

struct ListCommand: AsyncParsableCommand, ListingOptions {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print the kept list, or the rows of it that match.",
    usage: "targets list [OPTIONS] [QUERY ...]",
    discussion: """
      EXAMPLES:
        targets list -l ./branches --dead --format names | wc -l
        targets list --open ar st                 open rows with words that start so
        targets list --input names.csv --csv --format json
      """)

  @Argument(help: "Words that start a word of the name.")
  var query: [String] = []

  @OptionGroup var names: InputOption
  @OptionGroup(title: "Input") var columns: ColumnOptions
  @OptionGroup(title: "Input") var strictness: StrictOption
  @OptionGroup(title: "Matching") var match: MatchOptions
  @OptionGroup(title: "Matching") var filter: FilterOptions
  @OptionGroup(title: "Order") var order: OrderOptions
  @OptionGroup(title: "Kept list") var store: StoreOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws { try checkColumns() }

  func run() async throws {
    let opened = try store.open()
    let list = try store.listName(of: names.input)
    if names.input.isEmpty { try await store.check(list, in: opened) }
    try await filter.check(in: list, of: opened)
    try await RowPrint(
      query: try await rowQuery(of: list, in: opened), text: query.joined(separator: " "),
      printer: output.printer
    ).run(source(opened, list))
  }
}

struct IndexCommand: AsyncParsableCommand, ListingOptions {
  static let configuration = CommandConfiguration(
    commandName: "index", abstract: "Print the index titles: title, tab, count.",
    usage: "targets index [OPTIONS] [QUERY ...]",
    discussion: """
      EXAMPLES:
        targets index -l ./branches
        targets index --sections column --list findings --open
      """)

  @Argument(help: "Words that start a word of the name.")
  var query: [String] = []

  @OptionGroup var names: InputOption
  @OptionGroup(title: "Input") var columns: ColumnOptions
  @OptionGroup(title: "Input") var strictness: StrictOption
  @OptionGroup(title: "Matching") var match: MatchOptions
  @OptionGroup(title: "Matching") var filter: FilterOptions
  @OptionGroup(title: "Order") var order: OrderOptions
  @OptionGroup(title: "Kept list") var store: StoreOptions

  func validate() throws { try checkColumns() }

  func run() async throws {
    let opened = try store.open()
    let list = try store.listName(of: names.input)
    if names.input.isEmpty { try await store.check(list, in: opened) }
    try await filter.check(in: list, of: opened)
    let query = try await rowQuery(of: list, in: opened)
    let answer = try await query.answer(from: source(opened, list), notice: complain)
    answer.refreshSnapshot(of: query)
    let found = answer.listing
    var output = Output()
    for section in found.matches.sections {
      try output.show(line: section.title)
      try output.write("\t")
      try output.show("\(section.count)")
      try output.write("\n")
    }
    try output.flush()
    if found.count == 0 { throw ExitStatus.nothing }
  }
}

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print the whole kept list, a name a line by default.",
    usage: "targets export [OPTIONS]",
    discussion: """
      What csv, ndjson and todo print comes back with all that is known of the rows by \
      import --format.

      EXAMPLES:
        targets export -l ./branches --format ndjson > branches.ndjson
        targets export --unsorted | wc -l          streams, whatever the list's length
      """)

  @OptionGroup(title: "Kept list") var store: StoreOptions
  @OptionGroup(title: "Order") var order: OrderOptions
  @OptionGroup(title: "Matching") var filter: FilterOptions

  @Option(help: "\(PrintFormat.words).")
  var format = PrintFormat.names

  @Flag(help: "Names, each ended by a NUL instead of a line feed.")
  var print0 = false

  @Flag(
    help: "Names in the order they are kept: they stream, and a long list takes no more memory.")
  var unsorted = false

  func validate() throws {
    if unsorted, format != .names { throw ValidationError("--unsorted prints names only") }
    if unsorted { try order.refuseForRowsAsTheyCome() }
  }

  func run() async throws {
    let opened = try store.open()
    let list = try store.listName()
    try await store.check(list, in: opened)
    try await filter.check(in: list, of: opened)
    var order = order
    try order.add(await ListRecipe.readable(of: list, in: opened))
    var query = RowQuery(show: filter.wanted, order: try order.order(), of: list, in: opened)
    query.verdicts = filter.verdicts
    let print = RowPrint(
      query: query,
      printer: ListPrinter(format: print0 ? .names : format, endsNamesWithNUL: print0))
    let rows = StoredPages(store: opened, list: list)
    if unsorted { try await print.stream(rows) } else { try await print.run(rows) }
  }
}

struct ListsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lists",
    abstract: "Print the lists: name, place, rows, open, dead, ok, with tabs between.",
    usage: """
      targets lists [OPTIONS]
      targets lists --move OLD NEW
      targets lists --rename OLD NEW
      targets lists --delete LIST
      """,
    discussion: """
      A list of a folder belongs to the path of the folder, or of its git repository. After the folder was \
      moved, --move OLD NEW moves all its lists.
      """)

  @OptionGroup(title: "Kept list") var store: StoreOption

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Follow a folder or file that was moved.", valueName: "old new"))
  var move: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Give a list another name.", valueName: "old new"))
  var rename: [String] = []

  @Option(
    help: ArgumentHelp(
      "Delete a list with its decisions and its log, which cannot be undone.", valueName: "list"))
  var delete: String?

  @Flag(help: "Delete without a question.")
  var yes = false

  func validate() throws {
    for (option, words) in [("--move", move), ("--rename", rename)]
    where !words.isEmpty && words.count != 2 {
      throw ValidationError("\(option) takes OLD and NEW")
    }
    if [!move.isEmpty, !rename.isEmpty, delete != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--move, --rename and --delete exclude each other")
    }
    if yes, delete == nil { throw ValidationError("--yes requires --delete") }
  }

  /// A list as an option of all commands names it.
  private func list(_ text: String, in opened: TargetStore, isKnown: Bool = true) async throws
    -> ListName
  {
    var words = ["--list=\(text)"]
    if let path = store.store { words.append("--store=\(path)") }
    let options = try StoreOptions.parse(words)
    let list = try options.listName()
    if isKnown { try await options.check(list, in: opened) }
    return list
  }

  private func delete(_ text: String, in opened: TargetStore) async throws {
    let list = try await list(text, in: opened)
    if !yes {
      guard let terminal = TerminalQuestion() else {
        throw Failure("lists: --delete cannot be undone: without a terminal it requires --yes")
      }
      let rows = try await opened.lists().first { $0.name == list }?.count ?? 0
      let question =
        "Delete \(list.text) with \(rows.grouped) \(rows.noun("row")), all decisions and the log? "
        + "That cannot be undone."
      guard try terminal.isYes(to: question) else {
        complain("lists: nothing was deleted")
        throw ExitStatus.nothing
      }
    }
    guard try await opened.delete(list) else { throw Failure("no list “\(list.text)”") }
  }

  func run() async throws {
    let opened = try store.open()
    if let delete { return try await self.delete(delete, in: opened) }
    if rename.count == 2 {
      let from = try await list(rename[0], in: opened)
      return try await opened.rename([(from, list(rename[1], in: opened, isKnown: false))])
    }
    if move.count == 2 { return try await follow(from: move[0], to: move[1], in: opened) }
    var output = Output()
    let lists = try await opened.lists()
    for list in lists {
      try output.show(line: list.name.text)
      try output.write("\t")
      try output.show(line: list.name.place)
      for figure in [list.count, list.open, list.dead, list.ok] {
        try output.write("\t")
        try output.show("\(figure)")
      }
      try output.write("\n")
    }
    try output.flush()
    if lists.isEmpty { throw ExitStatus.nothing }
  }

  /// Moves the lists whose places or paths are at a path or below.
  private func follow(from old: String, to new: String, in store: TargetStore) async throws {
    let (old, new) = (try ListName.path(old), try ListName.path(new))
    func moved(_ path: String) -> String? {
      path == old || path.hasPrefix(old + "/") ? new + path.dropFirst(old.count) : nil
    }
    var pairs: [(from: ListName, to: ListName)] = []
    for list in try await store.listNames() where list.isOfFolder {
      // Where the path belongs now: a repository may have been made meanwhile.
      guard let path = list.path.flatMap(moved) else { continue }
      let to = try ListName(path: path, option: "--move")
      if to != list { pairs.append((list, to)) }
    }
    try await store.rename(pairs)
    try Output.say("lists: \(pairs.count) \(pairs.count.noun("list")) moved")
    if pairs.isEmpty { throw ExitStatus.nothing }
  }
}

/// Other names than those of the list.
struct InputOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Other names than the kept ones; - is standard input.", valueName: "file"))
  var input: [String] = []
}

/// The common options of `list`, `index` and `run`.
///
/// Each command declares them itself: a group of groups takes the parser five times as long.
protocol ListingOptions {
  var query: [String] { get }
  var names: InputOption { get }
  var columns: ColumnOptions { get }
  var strictness: StrictOption { get }
  var match: MatchOptions { get }
  var filter: FilterOptions { get }
  var order: OrderOptions { get }
  var store: StoreOptions { get }
}

extension ListingOptions {
  func checkColumns() throws {
    if names.input.isEmpty { try columns.refuse("go with --input") }
  }

  func rowQuery(of list: ListName, in store: TargetStore) async throws -> RowQuery {
    var order = order
    if names.input.isEmpty { try order.add(await ListRecipe.readable(of: list, in: store)) }
    var wanted = RowQuery(
      match.query(query.joined(separator: " ")), show: filter.wanted,
      order: try order.order(of: columns), of: list, in: store)
    wanted.verdicts = filter.verdicts
    wanted.isStrict = strictness.strict
    return wanted
  }

  func source(_ store: TargetStore, _ list: ListName) throws -> any RowSource {
    if names.input.isEmpty { return StoredPages(store: store, list: list) }
    return try LinePages(paths: names.input, form: columns.form())
  }
}
