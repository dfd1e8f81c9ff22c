import Browser
import FeedbackLoop
import Glibc
import NameSearch
import TargetStore
import Terminal
import TerminalText

/// The running browser: the loop, the terminal it is drawn on, and the effects it asks for.
///
/// Keys and lines become events; the state becomes frames. All of it lives on the main actor, except for what takes
/// time: searching, sorting, reading and storing.
@MainActor
final class Session {
  /// What a session is run with.
  struct Configuration {
    var settings: Browser.Settings
    var order: NameOrder
    var throttle: Duration
    var height: AreaHeight?
    var historyPath: String?
    var list: Name
    var storePath: String
  }

  let configuration: Configuration
  let store: TargetStore
  let source: NameSource
  private(set) lazy var indexer = Indexer(NameIndex(order: configuration.order)) {
    [weak self] snapshot in
    self?.loop.send(
      .indexed(snapshot.index, of: snapshot.generation, areAll: snapshot.isSettled))
  }
  let searcher = Searcher()
  let background = Background()
  let device: TerminalDevice
  var editor: LineEditor?
  private var isPaintPending = false
  private var presenter = Presenter()
  private var nextFrame: MainTimer?

  private var noticePrinted: Browser.Notice?

  private(set) lazy var loop = makeLoop()

  /// The flags to begin with; from then on the state alone holds them, so that an edit need not copy them.
  private var firstFlags: FlagTable?
  private lazy var throttle = Throttle(
    interval: configuration.throttle, clock: RestingClock()
  ) { [weak self] (line: String) in
    self?.loop.send(.lineEdited(line))
  }

  private var ended: CheckedContinuation<Ending, Never>?
  private var ending: Ending?

  /// How a session ends.
  enum Ending {
    case outcome(Browser.Outcome)
    case signal(Int32)
  }

  init(
    _ configuration: Configuration, store: TargetStore, source: NameSource, device: TerminalDevice
  ) async throws {
    self.configuration = configuration
    self.store = store
    self.source = source
    self.device = device
    firstFlags = try await store.flagTable(in: configuration.list, for: source.scope)
  }

  /// Runs until the user leaves or a signal ends it; the terminal is as before when this returns.
  func run() async throws -> Ending {
    _ = indexer  // gets ready meanwhile
    let editor = try makeEditor()
    self.editor = editor
    defer { editor.close() }
    measureScreen()
    editor.screen.enter()
    let query = configuration.settings.query
    if !query.isEmpty, !configuration.settings.isPlain {
      editor.setLine(query)
      loop.send(.lineEdited(query))
    }
    loop.observe { [weak self] state in self?.stateChanged(state) }
    let watcher = StoreWatcher(path: configuration.storePath) { [weak self] in
      self?.loop.send(.storeTouched)
    }
    let ending = await untilEnded()
    watcher.stop()
    nextFrame?.cancel()
    loop.stop()
    return ending
  }

  /// Ends the session; the first ending counts.
  func end(_ ending: Ending) {
    guard self.ending == nil else { return }
    self.ending = ending
    ended?.resume(returning: ending)
    ended = nil
  }

  private func untilEnded() async -> Ending {
    if let ending { return ending }
    return await withCheckedContinuation { ended = $0 }
  }

  func measureScreen() {
    loop.send(.resized(editor?.screen.size ?? device.size))
  }

  private func makeLoop() -> Loop<Browser.State, Browser.Event> {
    defer { firstFlags = nil }
    return Loop(
      Browser.State(
        settings: configuration.settings, order: configuration.order, flags: firstFlags),
      reduce: Browser.reduce, feedbacks: effects)
  }

  /// Text typed that still waits for its turn is taken before anything that works on rows.
  func flushTyping() {
    throttle.flush()
  }

  func lineEdited(_ line: String) {
    throttle.send(line)
    schedulePaint()
  }
}

// MARK: Painting

extension Session {
  private func stateChanged(_ state: Browser.State) {
    obey(state.orders)
    // Keys typed behind one that waits for its rows wait as well; a prompt in plain mode, for the answer.
    let isAnswering = !state.waiting.isEmpty || state.settings.isPlain && !state.edits.isEmpty
    if isAnswering { editor?.pause() } else { editor?.resume() }
    guard configuration.settings.isPlain else { return schedulePaint() }
    let notice = state.notice ?? state.intakeNotice
    if let notice, notice != noticePrinted, !notice.text.isEmpty {
      editor?.print([StyledText(DisplayText(notice.text, glyphs: state.settings.glyphs))])
    }
    noticePrinted = notice
  }

  /// Paints once for all that happens before the main actor is free again.
  func schedulePaint() {
    guard !isPaintPending, !configuration.settings.isPlain else { return }
    isPaintPending = true
    Task { paint() }
  }

  private func paint() {
    isPaintPending = false
    guard let editor else { return }
    // A terminal that is behind is not to be sent what will soon be painted over.
    editor.screen.paint(
      presenter.frame(
        of: loop.state, line: editor.editorLine, at: .now, isBehind: editor.screen.isBehind))
    awaitNextFrame()
  }

  /// Paints again when something moves; where all is still there is no timer.
  private func awaitNextFrame() {
    nextFrame?.cancel()
    nextFrame = presenter.nextFrame.map { time in
      MainTimer(after: time - .now) { [weak self] in self?.schedulePaint() }
    }
  }
}
