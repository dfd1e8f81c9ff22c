import Printing
import Sessions
import Browser
import CommandRunning
import CommandSyntax
import FeedbackLoop
import Glibc
import ListLoading
import ListModel
import NameSearch
import Pagination
import TargetStore
import Terminal
import TerminalText

/// The options and inputs of a session on the terminal.
struct Browsing {
  enum Purpose {
    case editing
    case picking(PickOptions)
    case reviewing(Part?)
  }

  var options: BrowseOptions
  var files: [String]
  var purpose: Purpose
  var prompt = PromptOptions()

  /// Whether rows have the states and marks of a list, and can be edited.
  private(set) var usesStore = true

  init(_ options: BrowseOptions, files: [String] = [], purpose: Purpose) {
    self.options = options
    self.files = files
    self.purpose = purpose
  }

  /// How rows are picked; `nil` if they are not.
  var picking: PickOptions? { if case .picking(let options) = purpose { options } else { nil } }

  /// Whether rows are unchanged lines, because no list is used.
  private(set) var takesLines = false

  /// How lines are read that do not belong to a list.
  var lines = LineOptions()

  /// Uses no store unless the options name a list; the rows are then lines, byte for byte.
  ///
  /// - Throws: ``Failure`` if there are no names to read.
  mutating func doWithoutStoreUnlessGiven() throws {
    if options.store.isListGiven { return }
    if options.store.store != nil { throw UsageError("--store requires --list") }
    if options.store.schema != nil { throw UsageError("--schema requires --list") }
    if options.store.author != nil { throw UsageError("--as requires --list") }
    let filters =
      options.source.givesFlags ? options.filter.namesNeedingStore : options.filter.names
    if !filters.isEmpty { throw UsageError(filters, require: "--list") }
    (usesStore, takesLines) = (false, true)
    options.order.reverseInput()
    if files.isEmpty, options.source.option == nil, !isPiped {
      let inputs = (["a FILE", "a pipe"] + SourceOptions.options + ["--list"]).alternatives
      throw Failure("\(picking == nil ? "-f " : "")requires \(inputs)")
    }
  }

  /// If the store cannot be read and no list is named, prints names without their states instead of failing.
  mutating func doWithoutUnreadableStore() async {
    guard !options.store.isListGiven, options.store.store == nil, options.store.schema == nil,
      !files.isEmpty || isPiped, options.source.option == nil, !options.filter.areGiven
    else { return }
    do {
      _ = try await store().listNames()
    } catch {
      complain("\(error); names are printed without their states")
      usesStore = false
    }
  }

  /// The list whose rows are shown, or that stores the decisions about other rows.
  func listName() throws -> ListName {
    try usesStore ? options.store.listName(of: files, from: options.source.list) : ListName("none")
  }

  /// The store of the list, or one that stores nothing.
  func store() throws -> TargetStore { usesStore ? try options.store.open() : .none }

  /// Whether standard input has rows.
  ///
  /// Without rows, a list is read from the store, and that is meant where cron or systemd start the
  /// program: there standard input is `/dev/null`.
  var isPiped: Bool {
    if options.script.readsStandardInput || isatty(STDIN_FILENO) == 1 { return false }
    let mayBeNone = options.store.isListGiven && options.columns.names.isEmpty
    return !(mayBeNone && isNullDevice(STDIN_FILENO))
  }

  private func isNullDevice(_ descriptor: Int32) -> Bool {
    var (input, null) = (stat(), stat())
    guard fstat(descriptor, &input) == 0, stat("/dev/null", &null) == 0 else { return false }
    return input.st_mode & S_IFMT == S_IFCHR && input.st_rdev == null.st_rdev
  }

  private var isReviewing: Bool { if case .reviewing = purpose { true } else { false } }

  /// Browses on the terminal; without one, prints the rows, or fails if a question is necessary.
  func run() async throws {
    if let path = options.script.commands { return try await carryOut(scriptAt: path) }
    let device: TerminalDevice
    do {
      device = try await TerminalDevice(path: "/dev/tty")
    } catch {
      if let picking { return try await pickUnasked(picking, because: error) }
      if isReviewing { throw Failure("requires a terminal: \(error)") }
      return try await printRows(
        matching: options.query, options.output.printer(usually: .sections))
    }
    let (ending, hint) = try await sessions(on: device)
    hint?.tell()
    switch ending {
    case .outcome(let outcome): try await end(with: outcome)
    case .signal(let signal): dieOf(signal)
    }
  }

  /// Runs sessions with one editor, until one ends without opening another list.
  ///
  /// - Returns: How it ended, and the message to print after the terminal was restored.
  @MainActor
  private func sessions(
    on device: TerminalDevice
  ) async throws -> (Session.Ending, hint: MeantFile?) {
    let store = try self.store()
    var list = try listName()
    var query = options.query
    var openEditor: LineEditor?
    defer { openEditor?.close() }
    while true {
      let (source, settings) = try await rows(of: list, in: store, query: query)
      let editor = try openEditor ?? LineEditor(device: device, configuration: .init(settings))
      openEditor = editor
      editor.dieOfSignals()
      let session = try await Session(settings, store: store, source: source, editor: editor)
      let ending = try await source.whileOpen { await session.run() }
      if case .outcome(.picked) = ending, session.loop.state.list.index.isDamaged {
        throw Failure(ListSnapshot.damage(of: list.text) + "; try again")
      }
      if session.loop.state.missesSnapshot {
        RefreshSnapshotCommand.start(of: list, in: store, session.loop.state.list.index.order)
      }
      guard case .outcome(.opened(let other)) = ending else {
        let isEmpty =
          isReviewing && source.isStoredList && session.loop.state.list.listing?.count == 0
        return (ending, isEmpty ? MeantFile(query: options.query) : nil)
      }
      (list, query) = (try options.store.listName(other.text, option: ":switch"), "")
    }
  }

  /// The rows of a session, and what its settings are made from.
  func rows(
    of list: ListName, in store: TargetStore, query: String
  ) async throws -> (any RowSource, BrowseSettings) {
    let recipe = try await usesStore ? ListRecipe.readable(of: list, in: store) : nil
    let given = try source(store, list, columns(recipe))
    let (source, order) = try await ordered(given, of: list, in: store, recipe)
    var settings = try settings(
      for: source, list, query, source.isStoredList ? recipe : nil, order)
    if given.isStoredList {
      settings.orderedRows = {
        let recipe = try await ListRecipe.readable(of: list, in: store)
        return try await ordered(given, of: list, in: store, recipe)
      }
    }
    settings.refusalOfList = { text in
      var options = options.store
      options.list = text
      do {
        try await options.check(options.listName(text, option: ":switch"), in: store)
        return nil
      } catch {
        return "\(error)"
      }
    }
    // Rows of an input are also decided in the list.
    settings.browser.verdicts = recipe?.recipe.verdicts ?? []
    try await options.filter.check(in: list, of: store)
    if let verdict = options.filter.verdict, let verdicts = options.filter.verdicts {
      let rows = try await store.rows(
        with: verdicts, in: list, countsElsewhere: !source.isStoredList)
      settings.browser.decidedAs = (verdict, rows)
      if !source.isStoredList { settings.browser.show.insert(.decided) }
    }
    settings.browser.isReadOnly = try await usesStore ? store.isReadOnly() : false
    settings.browser.asksStoreEachSecond = store.isOnServer
    if readsList(source) {
      do {
        try await options.store.check(list, in: store)
      } catch let failure as Failure {
        // A list that others may fill can be watched before; but nothing in it can be reviewed or
        // picked, and a script must not take it for a list that is empty.
        if isReviewing || picking != nil || options.script.commands != nil { throw failure }
        settings.browser.openingHint = "\(failure)"
      }
    }
    if case .reviewing = purpose { settings.browser.queryHint = MeantFile(query: query)?.text }
    settings.browser.listNames = try await store.listNames().map(\.option)
    return (source, settings)
  }

  /// Whether the rows come from the list, or are filtered by it; the list must then exist.
  func readsList(_ source: any RowSource) -> Bool {
    usesStore && (source.isStoredList || options.filter.areGiven)
  }

  /// Rows in the order that the options say, or else what the list says at this moment.
  private func ordered(
    _ source: any RowSource, of list: ListName, in store: TargetStore, _ recipe: ListRecipe?
  ) async throws -> (any RowSource, NameOrder) {
    var wanted = options.order
    if source.isStoredList { try await wanted.add(recipe, of: list, in: store) }
    try wanted.add(options.usualOrder)
    let order = try order(wanted, columns(recipe))
    return (try await source.ordered(by: order), order)
  }

  private func settings(
    for source: any RowSource, _ list: ListName, _ query: String, _ recipe: ListRecipe?,
    _ order: NameOrder
  ) throws -> BrowseSettings {
    var settings = Browser.Settings()
    if let picking {
      settings.purpose = .picking
      settings.mostPicks = picking.multi?.count
      settings.takesSingleMatch = picking.selectOne
      settings.endsWithoutMatch = picking.exitZero
      settings.expectedKeys = picking.expectedKeys
    }
    if let prompt = prompt.prompt { settings.prompt = prompt }
    settings.header = prompt.header
    settings.match = options.match.match
    settings.sensitivity = options.match.case
    settings.looksInsideWords = options.match.exact
    settings.looksInDetails = options.match.searchDetails
    settings.glyphs = options.output.glyphs
    settings.isColored = options.screen.color.isColored
    settings.takesOnlyRowsNeeded = options.screen.height?.isAdaptive == true
    settings.cursorIsOnRow = options.screen.cursor == .row
    settings.isAnimated = options.screen.motion.isAnimated && !settings.cursorIsOnRow
    settings.isReversed = options.screen.reverse
    settings.printsAbove = options.screen.height != nil
    settings.usesStore = usesStore
    settings.lineForm = source.lineForm
    settings.isFirstRun = try usesStore && access(options.store.path(), F_OK) != 0
    (settings.isScripted, settings.allowsShell) =
      (options.script.isGiven, options.script.mayRunShell)
    settings.isPlain =
      options.screen.plain || options.script.isGiven || Environment.value("ACCESSIBLE") != nil
      || ["dumb", nil].contains(Environment.value("TERM"))
    settings.listName = list.text
    settings.browsesKeptList = source.isStoredList
    settings.keepsSnapshots = source.isStoredList
    settings.show = options.filter.shown
    settings.isStrict = options.strictness.strict
    settings.query = query
    settings.countsProgress = source.isStoredList || options.store.isListGiven
    if case .reviewing(let part) = purpose { (settings.reviews, settings.part) = (true, part) }
    settings.preview = try previewScript(recipe)
    if settings.preview == nil, let recipe, recipe.recipe.preview != nil {
      settings.previewRefusal =
        "no preview: the recipe is not approved; see targets recipe --help"
    }
    settings.canStartOver = source.canStartOver
    settings.isPaged = source.isPaged
    if source.isPaged { settings.retryPolicy = .ofSources }
    return BrowseSettings(
      browser: settings, order: order,
      throttle: .milliseconds(options.screen.throttle), height: options.screen.height,
      wrapsRows: TerminalKind.wraps(in: Environment.value), usesMouse: options.screen.mouse,
      historyPath: usesStore ? Self.historyPath : nil, list: list,
      storePath: usesStore ? try options.store.path() : nil)
  }

  /// How the rows of an input are read: as the options say, or else as the recipe of the list says.
  func columns(_ recipe: ListRecipe?) throws -> ColumnOptions {
    var columns = options.columns
    if usesStore, let recipe { columns.add(try recipe.recipe.columns()) }
    columns.add(options.usualColumns)
    return columns
  }

  /// A line is identified by its number in the input.
  func order(_ order: OrderOptions, _ columns: ColumnOptions) throws -> NameOrder {
    let order = try order.order(of: columns)
    return readsLines ? order.numberingRows : order
  }

  /// Without approval, the commands of a recipe do not run.
  private func previewScript(_ recipe: ListRecipe?) throws -> String? {
    let given = options.screen.preview.map { ("--preview", $0) }
    let ofRecipe = recipe.flatMap { recipe in
      recipe.approval.isGiven
        ? recipe.recipe.preview.map { ("the recipe of \(recipe.list.text)", $0) } : nil
    }
    guard
      let (origin, script) = given ?? ofRecipe
        ?? options.usualPreview.map({ ("--preview", $0) })
        ?? Environment.value("TARGETS_PREVIEW").map({ ("TARGETS_PREVIEW", $0) })
    else { return nil }
    let other = LooksOfFzf.placeholder(in: script, takesFields: readsLines)
    if takesLines, let other {
      let own = readsLines ? "{} is the line, {2} its second field" : "{} is the name"
      throw Failure("\(origin): \(other) is a placeholder of fzf; \(own)")
    }
    do {
      return try ShellTemplate(script, takesFields: readsLines).source
    } catch {
      throw Failure("\(origin): \(error)")
    }
  }

  func end(with outcome: Browser.Outcome) async throws {
    switch outcome {
    case .left, .opened: throw picking != nil ? ExitStatus.abandoned : ExitStatus.done
    case .refused(let reason): throw Failure(reason)
    case .interrupted: throw ExitStatus.abandoned
    case .cutOff:
      complain("cannot tell whether the last edit was stored: check the list")
      throw ExitStatus.abandoned
    case .picked(let rows): try await printPicked(rows)
    }
  }

  private static var historyPath: String? {
    Environment.folder("XDG_STATE_HOME", orInHome: ".local/state").map { $0 + "/targets/history" }
  }
}
