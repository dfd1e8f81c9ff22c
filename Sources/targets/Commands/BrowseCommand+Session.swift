import Browser
import FeedbackLoop
import Glibc
import NameSearch
import PageSources
import TargetStore
import Terminal
import TerminalText

extension BrowseCommand {
  /// Browses on the terminal; without one, prints the rows unless one is to be picked.
  func browse() async throws {
    let device: TerminalDevice
    do {
      device = try await TerminalDevice(path: "/dev/tty")
    } catch {
      if pick { throw Failure("--pick needs a terminal: \(error)") }
      var printing = self
      printing.filter = query
      return try await printing.run()
    }
    switch try await sessions(on: device) {
    case .outcome(let outcome): try end(with: outcome)
    case .signal(let signal): dieOf(signal)
    }
  }

  /// Runs sessions with one editor until one ends without opening another list.
  @MainActor
  private func sessions(on device: TerminalDevice) async throws -> Session.Ending {
    let store = try storeOptions.file.open()
    var list = try storeOptions.listName()
    var query = query
    var openEditor: LineEditor?
    defer { openEditor?.close() }
    while true {
      let source = try source(store, list)
      var settings = try settings(for: source, list, query)
      settings.browser.isReadOnly = try await store.isReadOnly()
      settings.browser.listNames = try await store.listNames().map(\.original)
      let editor = try openEditor ?? LineEditor(device: device, configuration: .init(settings))
      openEditor = editor
      editor.dieOfSignals()
      let session = try await Session(settings, store: store, source: source, editor: editor)
      let ending = try await source.whileOpen { await session.run() }
      if session.loop.state.missesSnapshot {
        RefreshSnapshotCommand.start(of: list, in: store, settings.order)
      }
      guard case .outcome(.opened(let other)) = ending else { return ending }
      (list, query) = (other, "")
    }
  }

  private func settings(
    for source: NameSource, _ list: Name, _ query: String
  ) throws -> BrowseSettings {
    var settings = Browser.Settings()
    settings.purpose = pick ? .picking : .editing
    settings.match = matchOptions.match
    settings.sensitivity = matchOptions.case
    settings.looksInDetails = matchOptions.searchDetails
    settings.glyphs = output.glyphs
    settings.isColored = color.isColored
    settings.takesOnlyRowsNeeded = height?.isAdaptive == true
    settings.isAnimated = motion.isAnimated
    settings.isReversed = reverse
    settings.printsAbove = height != nil
    settings.isFirstRun = access(try storeOptions.file.path(), F_OK) != 0
    settings.isPlain =
      plain || Environment.value("ACCESSIBLE") != nil
      || ["dumb", nil].contains(Environment.value("TERM"))
    settings.listName = list.text
    settings.browsesKeptList = source.isKeptList
    settings.keepsSnapshots = source.isKeptList
    settings.show = filterOptions.wanted
    settings.isStrict = strictness.strict
    settings.query = query
    settings.canStartOver = source.canStartOver
    if case .helper = source {
      settings.isPaged = true
      settings.retryPolicy = HelperPages.retryPolicy
    }
    return BrowseSettings(
      browser: settings, order: try orderOptions.order(of: columnOptions),
      throttle: .milliseconds(throttle), height: height,
      wrapsRows: TerminalKind.wraps(in: Environment.value),
      historyPath: Self.historyPath, list: list,
      storePath: try storeOptions.file.path())
  }

  private func end(with outcome: Browser.Outcome) throws {
    switch outcome {
    case .left, .opened: throw pick ? ExitStatus.abandoned : ExitStatus.done
    case .refused(let reason): throw Failure(reason)
    case .interrupted: throw ExitStatus.abandoned
    case .pickedNothing: throw ExitStatus.nothing
    case .picked(let name):
      var output = Output(glyphs: self.output.glyphs)
      try output.show(name.original)
      try output.write(self.output.printer.nameEnd)
      try output.flush()
    }
  }

  /// `$XDG_STATE_HOME/targets/history`, or in `~/.local/state` if that is not an absolute path.
  private static var historyPath: String? {
    if let state = Environment.value("XDG_STATE_HOME"), state.hasPrefix("/") {
      return state + "/targets/history"
    }
    return Environment.value("HOME").map { $0 + "/.local/state/targets/history" }
  }
}
