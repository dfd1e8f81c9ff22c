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
        .indexed(snapshot.index, of: snapshot.generation, areAll: snapshot.isSettled))
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

    /// The state of the list that the flags are of, or an earlier one.
    var mark: ListVersion

    /// All names; `nil` if they are still to be read.
    var index: NameIndex?
    var snapshot: SnapshotState?

    func state(_ settings: BrowseSettings) -> Browser.State {
      var state = Browser.State(
        settings: settings.browser, order: settings.order, flags: flags, mark: mark, index: index)
      state.snapshot = snapshot
      return state
    }
  }

  /// Asks the server for changes, if the store is on one.
  private var poll: ServerPoll?

  /// The state that is shown, or about to be.
  private var shownRevision = -1

  /// The first one ends the session.
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
  /// Afterwards the editor handles no keys: those typed ahead are for its next user.
  package func run() async -> Ending {
    listen()
    measureScreen()
    defer { display.close() }
    if !editor.line.isEmpty { editor.clearLine() }
    let query = settings.browser.query
    if !query.isEmpty, !settings.browser.isPlain {
      editor.setLine(query)
      loop.send(.lineEdited(query))
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
    // `end` has cancelled the preview; nothing of it may outlive this process.
    await effects.previews.allEnded()
    return ending
  }

  /// Hears of edits by others: from the system if the store is a file, else by asking again and again.
  private func watchStore() -> () -> Void {
    let touch: @MainActor () -> Void = { [weak self] in self?.loop.send(.storeTouched) }
    if store.isOnServer {
      let poll = ServerPoll(touch) { [store] in await store.nextHint() }
      self.poll = poll
      return poll.stop
    }
    guard let path = settings.storePath else { return {} }
    return StoreWatcher(path: path, onChange: touch).stop
  }

  /// Only the first ending counts.
  func end(_ ending: Ending) {
    loop.stop()
    if case .outcome(.opened) = ending { editor.dieOfSignals() }
    endings.continuation.yield(ending)
  }

  func measureScreen() {
    loop.send(.resized(editor.screen.size))
  }

  /// The index with a damaged snapshot.
  private var damaged: NameIndex.Version?

  /// Reads a list again whose snapshot is damaged.
  private func readAgain() {
    let index = loop.state.index
    guard damaged != index.version else { return }
    damaged = index.version
    loop.send(.snapshotDamaged(ListSnapshot.damage(of: settings.list.text)))
  }

  private func stateChanged(_ state: Browser.State) {
    if state.index.isDamaged { readAgain() }
    // The line that an order shows comes with the prompt that belongs to it.
    editor.takesPlainKeys = state.takesPlainKeys
    editor.takesText = state.takesText
    if editor.prompt != state.prompt { editor.prompt = state.prompt }
    let isNew = state.viewRevision != shownRevision
    if isNew, state.printsMessageFirst { display.refresh() }
    obey(state.orders)
    // Later keys wait while a command waits for its rows or has the terminal, or the session is
    // leaving, or nothing is asked yet; in plain mode also while an edit is being stored. A key that
    // waits for rows that may never come does not stop the keys that leave.
    let isAnswering =
      !state.waiting.isEmpty && !state.awaitsRow || state.isLeaving || state.waitsForFirstResult
      || state.shellCommandToRun != nil || state.isReadingCurrentRow
      || state.settings.isPlain && !state.edits.isEmpty || state.waitsToPrompt
    if isAnswering { editor.pause() }
    // In plain mode, a message is printed before the next prompt.
    if isNew {
      if !state.printsMessageFirst { display.refresh() }
      poll?.noteActivity()
    }
    shownRevision = state.viewRevision
    if !isAnswering { editor.resume() }
  }
}

extension TargetStore {
  /// The start of a session: the snapshot of a stored list, or else the flags only.
  func start(_ settings: BrowseSettings, _ source: any RowSource) async throws
    -> Session.Start
  {
    if source.isStoredList, let found = try snapshot(of: settings.list, in: settings.order) {
      return Session.Start(
        flags: found.flags, mark: found.mark, index: found.index, snapshot: found.written)
    }
    // The mark comes first: following the list from there misses nothing.
    let mark = try mark(of: settings.list)
    return Session.Start(
      flags: try await flagTable(in: settings.list, for: source), mark: mark)
  }
}
