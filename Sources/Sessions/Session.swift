package import Browser
package import FeedbackLoop
import Glibc
package import ListLoading
import ListModel
import NameSearch
import Threads
package import TargetStore
package import Terminal

/// A running browser: the loop, the line editor and the effects.
///
/// It runs on the main actor, except for searching, sorting, reading and storing.
@MainActor
package final class Session {
  let settings: BrowseSettings
  let store: TargetStore
  let source: any RowSource
  private lazy var loader: ListLoader = .init(
    of: source, store: store, list: settings.list, NameIndex(order: settings.order),
    start: start.index, mark: start.mark,
    publish: { [weak self] snapshot in
      self?.loop.send(
        .list(.indexed(snapshot.index, of: snapshot.generation, areAll: snapshot.isSettled)))
    },
    fail: { [weak self] error in self?.end(.outcome(.refused("\(error)"))) })
  private lazy var effects: SessionEffects = .init(
    settings: settings, store: store, loader: loader)
  let editor: LineEditor
  private lazy var display = Display(
    editor, onDamage: { [weak self] in self?.readAgain() },
    onNotice: { [loop] in loop.send(.noticePrinted) }, state: { [loop] in loop.state })
  package private(set) lazy var loop = Loop(
    start.state(settings), reduce: Browser.reduce, feedbacks: effects.all + [runningInShell],
    isolation: MainActor.shared)
  let start: Start

  /// The session's data before anything is read from the source.
  struct Start {
    var flags: FlagTable

    /// The version of the list to which the flags belong, or an earlier one.
    var mark: ListVersion

    /// All names; `nil` if they must still be read.
    var index: NameIndex?
    var snapshot: SnapshotState?

    func state(_ settings: BrowseSettings) -> Browser.State {
      var state = Browser.State(
        settings: settings.browser, order: settings.order, flags: flags, mark: mark, index: index)
      state.following.snapshot = snapshot
      return state
    }
  }

  /// Asks the server for changes, if the store is on one.
  private var poll: ServerPoll?

  /// The revision of the state that is shown, or about to be shown.
  private var shownRevision = -1

  /// Whether review mode is or was open.
  private var hasReviewed = false

  /// The endings, of which the first one ends the session.
  private let endings = AsyncStream.makeStream(of: Ending.self)

  package enum Ending {
    case outcome(Browser.Outcome)
    case signal(Int32)
  }

  package init(
    _ settings: BrowseSettings, store: TargetStore, source: any RowSource, editor: LineEditor
  ) async throws {
    self.settings = settings
    self.store = store
    self.source = source
    self.editor = editor
    start = try await store.start(settings, source)
  }

  /// Runs until the user leaves or a signal arrives.
  ///
  /// Afterwards, the editor handles no keys: keys that were typed ahead are for its next user.
  package func run() async -> Ending {
    listen()
    measureScreen()
    defer { display.close() }
    if !editor.line.isEmpty { editor.clearLine() }
    let query = settings.browser.query
    if !query.isEmpty, !settings.browser.isPlain {
      editor.setLine(query)
      loop.send(.prompt(.lineEdited(query)))
    }
    let observation = loop.observe { [weak self] state in self?.stateChanged(state) }
    defer { observation.cancel() }
    let stopWatching = watchStore()
    defer { stopWatching() }
    var ending = Ending.outcome(.left)
    for await first in endings.stream {
      ending = first
      break
    }
    // `end` has cancelled the preview, whose processes must not outlive this one.
    await effects.previews.allEnded()
    return ending
  }

  /// Watches for edits by others: by the system if the store is a file, otherwise by polling.
  private func watchStore() -> () -> Void {
    let touch: @MainActor () -> Void = { [weak self] in self?.loop.send(.following(.storeTouched)) }
    if store.isOnServer {
      let poll = ServerPoll(touch) { [store] in await store.nextHint() }
      self.poll = poll
      return poll.stop
    }
    guard let path = settings.storePath else { return {} }
    return StoreWatcher(path: path, onChange: touch).stop
  }

  /// Ends the session, unless it has already ended.
  func end(_ ending: Ending) {
    loop.stop()
    if case .outcome(.opened) = ending { editor.dieOfSignals() }
    endings.continuation.yield(ending)
  }

  func measureScreen() {
    loop.send(.view(.resized(editor.screen.size)))
  }

  /// The index that has a damaged snapshot.
  private var damaged: NameIndex.Version?

  /// Reads a list again if its snapshot is damaged.
  private func readAgain() {
    let index = loop.state.list.index
    guard damaged != index.version else { return }
    damaged = index.version
    loop.send(.following(.snapshotDamaged(ListSnapshot.damage(of: settings.list.text))))
  }

  private func stateChanged(_ state: Browser.State) {
    if state.list.index.isDamaged { readAgain() }
    // When an order shows a line, its prompt must change at the same time.
    editor.takesPlainKeys = state.takesPlainKeys
    editor.takesText = state.takesText
    if editor.prompt != state.promptText { editor.prompt = state.promptText }
    let isNew = state.viewRevision != shownRevision
    if isNew, state.printsMessageFirst { display.refresh() }
    obey(state.session.orders)
    // Later keys wait while a command waits for its rows or uses the terminal, while the session is
    // ending, and before the first question; in plain mode, also while an edit is being stored.
    // Keys that leave are handled even if an earlier key waits for rows that may never arrive.
    let isAnswering =
      !state.prompt.waiting.isEmpty && !state.awaitsRow || state.isLeaving
      || state.picking.waitsForFirstResult
      || state.shellCommandToRun != nil || state.isReadingCurrentRow
      || state.settings.isPlain && !state.storing.edits.isEmpty || state.waitsToPrompt
    if isAnswering { editor.pause() }
    // In plain mode, a message is printed before the next prompt.
    if isNew {
      if !state.printsMessageFirst { display.refresh() }
      poll?.noteActivity()
    }
    shownRevision = state.viewRevision
    if state.review != nil, !hasReviewed {
      hasReviewed = true
      tellTakenKeys()
    }
    if !isAnswering { editor.resume() }
  }
}

extension TargetStore {
  /// The start of a session: the snapshot of a stored list, or otherwise only the flags.
  func start(_ settings: BrowseSettings, _ source: any RowSource) async throws
    -> Session.Start
  {
    if source.isStoredList, let found = try snapshot(of: settings.list, in: settings.order) {
      return Session.Start(
        flags: found.flags, mark: found.mark, index: found.index, snapshot: found.written)
    }
    // Read the version first, so that later changes are not missed.
    let mark = try mark(of: settings.list)
    return Session.Start(
      flags: try await flagTable(in: settings.list, for: source), mark: mark)
  }
}
