import Browser
import Glibc
import NameSearch
import PageSources
import TargetStore
import Terminal
import TerminalText

extension BrowseCommand {
  /// Runs the browser on the terminal and ends as the user did.
  func browse() async throws {
    let device: TerminalDevice
    do {
      device = try await TerminalDevice(path: "/dev/tty")
    } catch {
      guard !pick else {
        throw Failure("--pick needs a terminal: \(error)")
      }
      return try await printInstead()
    }
    let store = try openStore(storeOptions)
    var list = try storeOptions.listName()
    var query = query
    while true {
      let source = try source(store, list)
      var configuration = try configuration(for: source, list, query)
      configuration.settings.isReadOnly = try await store.isReadOnly()
      configuration.settings.listNames = try await store.listNames().map(\.original)
      let session = try await Session(configuration, store: store, source: source, device: device)
      switch try await source.whileOpen({ try await session.run() }) {
      case .outcome(.opened(let other)): (list, query) = (other, "")
      case .outcome(let outcome): return try end(with: outcome)
      case .signal(let signal): dieOf(signal)
      }
    }
  }

  private func printInstead() async throws {
    var request = self
    request.filter = query
    try await request.run()
  }

  private func configuration(
    for source: NameSource, _ list: Name, _ query: String
  ) throws -> Session.Configuration {
    var settings = Browser.Settings()
    settings.purpose = pick ? .picking : .editing
    settings.match = matchOptions.match
    settings.sensitivity = matchOptions.case
    settings.glyphs = output.glyphs
    settings.isColored = color.isColored
    settings.takesOnlyRowsNeeded = height?.isAdaptive == true
    settings.isAnimated = motion.isAnimated
    settings.isReversed = reverse
    settings.printsAbove = height != nil
    settings.isFirstRun = access(try storePath(storeOptions.store), F_OK) != 0
    settings.isPlain =
      plain || Environment.value("ACCESSIBLE") != nil
      || ["dumb", nil].contains(Environment.value("TERM"))
    settings.listName = list.text
    settings.browsesKeptList = source.isKeptList
    settings.show = filterOptions.wanted
    settings.isStrict = strictness.strict
    settings.query = query
    settings.canStartOver = source.canStartOver
    if case .helper = source {
      settings.isPaged = true
      settings.retryPolicy = HelperPages.retryPolicy
    }
    return Session.Configuration(
      settings: settings, order: try orderOptions.order(),
      throttle: .milliseconds(throttle), height: height,
      historyPath: HistoryPath.standard, list: list,
      storePath: try storePath(storeOptions.store))
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
}

/// Where the lines typed at the prompt are remembered.
enum HistoryPath {
  /// The file in the user's state directory, if there is such a place.
  ///
  /// `$XDG_STATE_HOME/targets/history`; a relative path there counts as unset.
  static var standard: String? {
    if let state = Environment.value("XDG_STATE_HOME"), state.hasPrefix("/") {
      return state + "/targets/history"
    }
    return Environment.value("HOME").map { $0 + "/.local/state/targets/history" }
  }
}
