import Printing
import CommandSyntax
import Browser
import Glibc
import ListModel
import NameSearch
import PageSources
import Substrings
import TargetStore
import TerminalText

private let storeHelp =
  "Use this store: a file, postgres://HOST/DATABASE, or service:NAME. (default: TARGETS_STORE)"
private let schemaHelp =
  "Use the tables in this schema, for several teams in one database. (default: targets_store)"
private let authorHelp = "Record edits under this name. (default: TARGETS_AS, or the login name)"

extension TargetStore {
  /// The options with which a command uses this store; empty if it does so without any.
  nonisolated var options: [String] {
    let usual = try? Self.defaultPath(environment: Environment.current)
    return (path == usual ? [] : ["--store", path]) + (schemaName.map { ["--schema", $0] } ?? [])
  }
}

/// The options for the store of all commands that use lists.
protocol StorePlace: ArgumentGroup {
  var store: String? { get set }
  var schema: String? { get set }
  var author: String? { get set }
}

extension StorePlace {
  /// The given path, or the default one.
  func path() throws -> String {
    try store ?? TargetStore.defaultPath(environment: Environment.current)
  }

  /// Opens the store; the first edit creates its file.
  func open() throws -> TargetStore {
    try TargetStore(path: path(), schema: schema, author: authorOfEdits())
  }

  static var placeArguments: Arguments<Self> {
    Arguments {
      Argument.option("--store", value: "STORE", help: storeHelp) { $0.store = $1 }
      Argument.option("--schema", value: "NAME", help: schemaHelp) {
        $0.schema = try Self.checkedSchema($1)
      }
      Argument.option("--as", value: "NAME", help: authorHelp) { $0.author = $1 }
    }
  }

  /// The value of `--schema`.
  private static func checkedSchema(_ name: String) throws -> String {
    guard TargetStore.isSchemaName(name) else {
      throw UsageError("--schema takes lower-case letters, digits and _, not “\(name)”")
    }
    return name
  }

  /// A closure, because getpwuid may ask LDAP.
  private func authorOfEdits() throws -> @Sendable () -> String {
    let given = author.map { ("--as", $0) }
    let named = Environment.value("TARGETS_AS").map { ("TARGETS_AS", $0) }
    guard let (origin, text) = given ?? named else { return { Process.loginName } }
    do {
      let name = try Name(text).text
      return { name }
    } catch {
      throw Failure("\(origin): \(error)")
    }
  }
}

struct StoreOption: ArgumentGroup, StorePlace {
  var store: String?

  var schema: String?

  var author: String?
  static var arguments: Arguments<Self> { placeArguments }
}

struct StoreOptions: ArgumentGroup, StorePlace {
  var list: String?

  var store: String?

  var schema: String?

  var author: String?

  var isListGiven: Bool { list != nil }

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "-l", "--list", value: "LIST",
        help:
          "Use this list: NAME, ./PATH in a folder, or SCHEME:… (default: TARGETS_LIST, or ./default)"
      ) {
        if let list = $0.list, list != $1 { throw UsageError("-l names one list, not two") }
        $0.list = $1
      }
      placeArguments
    }
  }
}

struct OrderOptions: ArgumentGroup {
  var rowOrder: String?

  var noSort = false

  var tac = false

  var locale: String?

  var sections: NameOrder.SectionRule?

  var sectionOrder: String?

  /// Whether the rows of the shown list have sections of their own.
  private var listHasSections = false

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.option(
        "--order", value: "ORDER",
        help:
          "Sort by name, by input (the order in which rows come), or by a column: its title, or its number if it "
          + "has none; :desc puts the highest value first. (default: name)"
      ) { $0.rowOrder = $1 }
      Argument.flag("+s", "--no-sort", help: "The same as --order input.") { $0.noSort = true }
      Argument.flag("--tac", help: "Reverse the order.") { $0.tac = true }
      Argument.option(
        "--locale", value: "LOCALE",
        help: "Sort by this locale's alphabet, such as sv or zh."
      ) { $0.locale = $1 }
      Argument.choice(
        "--sections", value: "SECTIONS",
        help: """
          Make sections by the locale's alphabet, by first letter, by the values of the section column, or \
          none. (default: column if there is one, else alphabet)
          """
      ) { $0.sections = $1 }
      Argument.option(
        "--section-order", value: "TITLES",
        help: "Put these sections of a column first, in this order, as in critical,high,low."
      ) { $0.sectionOrder = $1 }
    }
  }

  /// Adds settings that the options leave open: the recipe of the list, and whether its rows have sections.
  mutating func add(
    _ recipe: ListRecipe?, of list: ListName, in store: TargetStore
  ) async throws {
    if let recipe { try add(recipe.recipe.order()) }
    listHasSections = try await store.hasSections(list)
  }

  /// Adds options that are missing here.
  mutating func add(_ other: OrderOptions) throws {
    let wantsAlphabet = sections?.isByAlphabet == true
    if rowOrder == nil, !noSort, try !wantsAlphabet || other.rows().rule == .name {
      (rowOrder, noSort) = (other.rowOrder, other.noSort)
      if !tac { tac = other.tac }
    }
    if locale == nil { locale = other.locale }
    let allowsAlphabet = try rows().rule == .name
    if sections == nil, allowsAlphabet || other.sections?.isByAlphabet != true {
      sections = other.sections
    }
    if sectionOrder == nil, sections ?? .column == .column { sectionOrder = other.sectionOrder }
  }

  /// Refuses sections by a column if the input has none, and two kinds of sections.
  func check(inInputOf columns: ColumnOptions, given: ColumnOptions) throws {
    if given.sectionColumn != nil, let sections, sections != .column {
      throw UsageError("--section-column cannot be combined with --sections \(sections.rawValue)")
    }
    guard columns.sectionColumn == nil, sections == nil || sections == .column else { return }
    let given = sectionOptions
    if !given.isEmpty { throw UsageError(given, require: "--section-column") }
  }

  /// The order for rows whose columns are read as `columns` says.
  ///
  /// - Throws: ``Failure`` for an unknown locale.
  func order(of columns: ColumnOptions) throws -> NameOrder {
    columns.sectionColumn == nil ? try order() : try order(usually: .column)
  }

  func order() throws -> NameOrder {
    try order(usually: sectionOrder == nil && !listHasSections ? .alphabet : .column)
  }

  /// The rule for the order of rows, and whether it is reversed.
  func rows() throws -> (rule: NameOrder.RowRule, isReversed: Bool) {
    if noSort {
      if let rowOrder, rowOrder != "input" {
        throw Failure("--no-sort cannot be combined with --order \(rowOrder)")
      }
      return (.input, tac)
    }
    guard let rowOrder else { return (.name, tac) }
    let isDescending = rowOrder.hasSuffix(":desc")
    let column = isDescending ? String(rowOrder.dropLast(5)) : rowOrder
    if column.isEmpty { throw Failure("--order takes name, input, or a column") }
    switch column {
    case "name": return (.name, tac != isDescending)
    case "input": return (.input, tac != isDescending)
    default: return (.column(column, isDescending: isDescending), tac)
    }
  }

  /// With `--tac` alone, reverses the input and not the order of names, as in `fzf`.
  mutating func reverseInput() {
    if tac, rowOrder == nil, locale == nil, sections?.isByAlphabet != true { noSort = true }
  }

  /// Refuses options that have no meaning for rows that are printed as they arrive.
  func refuseForRowsAsTheyCome() throws {
    let given =
      ([nil, "input"].contains(rowOrder) ? [] : ["--order"]) + (tac ? ["--tac"] : [])
    guard !given.isEmpty else { return }
    throw Failure("these rows are printed as they come; \(given.enumeration) cannot be used")
  }

  /// Refuses sections and their alphabet for names that are printed as they arrive.
  func refuseSections(beside option: String) throws {
    if let name = sectionOptions.first ?? locale.map({ _ in "--locale" }) {
      throw UsageError("\(name) cannot be combined with \(option)")
    }
  }

  /// The names of the given options that require a section column.
  private var sectionOptions: [String] {
    (sections.map { ["--sections \($0.rawValue)"] } ?? [])
      + (sectionOrder == nil ? [] : ["--section-order"])
  }

  private func order(usually usual: NameOrder.SectionRule) throws -> NameOrder {
    let rows = try rows()
    if let sections, sections.isByAlphabet, rows.rule != .name {
      throw Failure("--sections \(sections.rawValue) requires --order name")
    }
    let sections = sections ?? usual
    if sectionOrder != nil, sections != .column {
      throw Failure("--section-order requires --sections column")
    }
    let locale = locale.map { ["C", "POSIX"].contains($0) ? "" : $0 }
    if let locale, !NameOrder.isKnown(localeIdentifier: locale) {
      throw Failure("--locale: unknown locale “\(locale)”")
    }
    return NameOrder(
      localeIdentifier: locale ?? NameOrder.locale(fromEnvironment: Environment.current),
      sections: sections, firstSections: try sectionOrder.map(Self.titles) ?? [], rows: rows.rule,
      isReversed: rows.isReversed)
  }

  private static func titles(_ text: String) throws -> [String] {
    var titles: [String] = []
    try RecordTexts.forEach(in: Array(text.utf8), form: .csv) { titles += $0 ?? [] }
    // In the form of column values: in NFC, without outer white space.
    return titles.compactMap { (try? Name($0))?.text }
  }
}

extension NameOrder.SectionRule {
  /// Whether the sections follow from the order of names.
  fileprivate var isByAlphabet: Bool { self == .alphabet || self == .firstLetter }
}

extension NameOrder.RowRule {
  /// The value for `--order`; `nil` for the default.
  var option: String? {
    switch self {
    case .name: nil
    case .input: "input"
    case .column(let title, let isDescending): title + (isDescending ? ":desc" : "")
    }
  }
}

struct MatchOptions: ArgumentGroup {
  var match = NameQuery.MatchRule.words

  var `case` = NameQuery.Sensitivity.smart

  var exact = false

  var searchDetails = false

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.choice(
        "--match", value: "MATCH",
        help: """
          Match each word of the query (words), or the whole query without signs (phrase).
          """
      ) { $0.match = $1 }
      Argument.choice(
        "--case", value: "CASE", help: "How case and accents match; smart: lower case matches both."
      ) { $0.`case` = $1 }
      Argument.flag(
        "-e", "--exact", help: "Match words anywhere, not only at the start of words."
      ) { $0.exact = true }
      Argument.flag("--search-details", help: "Search details and notes as well as names.") {
        $0.searchDetails = true
      }
    }
  }

  func query(_ text: String) -> NameQuery {
    NameQuery(
      text, match: match, sensitivity: `case`, looksInsideWords: exact,
      looksInDetails: searchDetails)
  }
}

struct FilterOptions: ArgumentGroup {
  private var shows: [String] = []

  var verdict: String?

  var wanted: Show {
    shows.reduce(into: verdict == nil ? Show.all : .decided) { wanted, show in
      if let known = Show(words: show) { wanted.insert(known) }
    }
  }

  /// The rows that a session shows: rows that had a wanted verdict when it began stay, even if they change.
  var shown: Show { verdict == nil ? wanted : wanted.subtracting(.decided) }

  /// Whether any filter is given.
  var areGiven: Bool { !names.isEmpty }

  /// The given filters, as options.
  var names: [String] { shows.map { "--" + $0 } + (verdict == nil ? [] : ["--verdict"]) }

  /// Those among them that no row passes without a list, since a source only knows whether its rows are
  /// dead and liked.
  var namesNeedingStore: [String] {
    let ofSources = ["--open", "--dead", "--not-dead", "--decided", "--liked"]
    return names.filter { !ofSources.contains($0) }
  }

  var verdicts: VerdictWords? { verdict.map { VerdictWords(of: [$0]) } }

  static var arguments: Arguments<Self> {
    Arguments {
      for word in Show.options {
        Argument.flag("--" + word, help: "Only rows in all of these states.") {
          $0.shows.append(word)
        }
      }
      Argument.option(
        "--verdict", value: "WORD",
        help: "Only rows with this verdict: dead, ok, or one of the list."
      ) {
        if let other = $0.verdict, other != $1 {
          throw UsageError("--verdict \(other) cannot be combined with --verdict \($1)")
        }
        $0.verdict = $1
      }
    }
  }

  /// Refuses a verdict that neither the list nor any of its rows has.
  func check(in list: ListName, of store: TargetStore) async throws {
    guard let verdict, VerdictClass(rawValue: verdict) == nil else { return }
    let recipe = try await ListRecipe.readable(of: list, in: store)?.recipe ?? Recipe()
    if let known = recipe.verdicts.verdict(called: verdict) { return try check(known.class) }
    var words = recipe.verdictWords
    words += try await store.verdicts(of: list).map(\.verdict.word)
    if words.contains(verdict) { return }
    let near = Spelling.suggestion(for: verdict, among: words)
    throw Failure("no verdict “\(verdict)”" + (near.map { "; " + $0 } ?? ""))
  }

  func accepts(_ flags: Flags) -> Bool { wanted.accepts(flags) }

  func check() throws { try check(verdict.flatMap(VerdictClass.init(rawValue:))) }

  /// Refuses filters that contradict each other, for a verdict of this class.
  private func check(_ ofVerdict: VerdictClass?) throws {
    var all = wanted
    if let ofVerdict { all.insert(ofVerdict.show) }
    guard let (one, other) = all.contradiction else { return }
    // A filter that was not given itself follows from the verdict.
    let pair = [one, other].map { shows.contains($0) ? "--\($0)" : "--verdict \(verdict ?? "")" }
    throw UsageError("\(pair[0]) cannot be combined with \(pair[1])")
  }
}

struct OutputOptions: ArgumentGroup {
  var format: PrintFormat?

  var print0 = false

  var ascii = false

  /// The maximum number of rows to print; `nil` for all.
  var limit: Int?

  var glyphs: Glyphs {
    ascii ? .ascii : Environment.glyphs
  }

  /// Programs read one name per line; people read sections.
  var printer: ListPrinter { printer(usually: isatty(STDOUT_FILENO) == 1 ? .sections : .names) }

  /// Refuses options for printed rows if no rows are printed.
  func refuseFormat(of screen: String) throws {
    if format != nil { throw UsageError("--format cannot be combined with \(screen)") }
    if print0 { throw UsageError("--print0 cannot be combined with \(screen)") }
    try refuseLimit(of: screen)
  }

  func refuseLimit(of screen: String) throws {
    if limit != nil { throw UsageError("--limit cannot be combined with \(screen)") }
  }

  func check() throws {
    if print0, ![nil, .names].contains(format) {
      throw UsageError("--print0 requires --format names")
    }
  }

  static var arguments: Arguments<Self> {
    Arguments {
      Argument.choice(
        "--format", value: "FORMAT", among: PrintFormat.ofRows,
        help:
          "Output format; by default names if show or -f prints to a file or pipe, else sections."
      ) { $0.format = $1 }
      Argument.flag(
        "--print0",
        help: """
          End printed names with NUL characters instead of newlines. Without it, --format names and todo skip a name \
          that contains a newline (exit status 2).
          """
      ) { $0.print0 = true }
      Argument.flag("--ascii", help: "Use ASCII symbols and lines.") { $0.ascii = true }
      Argument.limit { $0.limit = $1 }
    }
  }

  func printer(usually usual: PrintFormat) -> ListPrinter {
    ListPrinter(
      format: print0 ? .names : format ?? usual, endsNamesWithNUL: print0, glyphs: glyphs)
  }
}

extension Argument where Root: ArgumentGroup {
  /// The maximum number of rows or entries to print.
  static func limit(set: @escaping @Sendable (inout Root, Int) -> Void) -> Self {
    .option("--limit", value: "N", help: "Print at most N rows or entries.") {
      set(&$0, try $1.number(from: 1))
    }
  }
}

struct StrictOption: ArgumentGroup {
  var strict = false
  static var arguments: Arguments<Self> {
    Arguments {
      Argument.flag(
        "--strict", help: "Fail on invalid lines instead of skipping them."
      ) { $0.strict = true }
    }
  }

}
