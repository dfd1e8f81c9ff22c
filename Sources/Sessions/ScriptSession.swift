package import Browser
import CommandRunning
package import FeedbackLoop
import Glibc
package import ListLoading
import ListModel
import NameSearch
import Processes
package import TargetStore
import TerminalText

/// A browser in plain mode without a terminal, which carries out the lines of a script one by one.
///
/// A line is read when the previous one is finished: its rows are found, and its edits are stored.
@MainActor
package final class ScriptSession {
  private let settings: BrowseSettings
  private let store: TargetStore
  private let script: Script
  private let start: Session.Start
  private let source: any RowSource
  private lazy var loader: ListLoader = .init(
    of: source, store: store, list: settings.list, NameIndex(order: settings.order),
    start: start.index, mark: start.mark,
    publish: { [weak self] snapshot in
      self?.loop.send(
        .list(.indexed(snapshot.index, of: snapshot.generation, areAll: snapshot.isSettled)))
    },
    fail: { [weak self] error in self?.end(with: .refused("\(error)")) })
  private lazy var effects: SessionEffects = .init(
    settings: settings, store: store, loader: loader)
  package private(set) lazy var loop = Loop(
    start.state(settings), reduce: Browser.reduce, feedbacks: effects.all + [runningInShell],
    isolation: MainActor.shared)

  /// How the session ended; `nil` while it continues.
  private var outcome: Browser.Outcome?

  /// Waits until the browser is at rest.
  private var waiting: CheckedContinuation<Void, Never>?

  /// The last notice about reading the rows.
  private var intakeNotice: Browser.Notice?

  /// The index that has a damaged snapshot.
  private var damaged: NameIndex.Version?

  package init(
    _ settings: BrowseSettings, store: TargetStore, source: any RowSource, script: Script
  ) async throws {
    (self.settings, self.store, self.source) = (settings, store, source)
    self.script = script
    start = try await store.start(settings, source)
  }

  /// Carries out lines until one ends the session, or there are no more.
  ///
  /// - Throws: An error if the script cannot be read, or if output fails.
  package func run() async throws -> Browser.Outcome {
    let observation = loop.observe { [weak self] state in self?.stateChanged(state) }
    defer {
      observation.cancel()
      loop.stop()
    }
    await rest()
    tellIntake()
    while outcome == nil {
      if let failure = script.outputFailure { throw failure }
      if let line = try await script.next() {
        try await carryOut(line)
      } else {
        loop.send(.prompt(.inputEnded))
        await rest()
      }
      script.flush()
    }
    if let failure = script.outputFailure { throw failure }
    return outcome ?? .left
  }

  private func carryOut(_ line: String) async throws {
    if settings.storePath != nil {
      // Read the changes of others first, so that the line sees them.
      loop.send(.following(.storeTouched))
      await rest()
    }
    guard outcome == nil else { return }
    loop.send(.prompt(.submitted(line)))
    await rest()
    tellIntake()
  }

  /// Returns once no work is in progress, or the session has ended.
  private func rest() async {
    guard outcome == nil, !loop.state.isAtRest else { return }
    await withCheckedContinuation { waiting = $0 }
  }

  private func stateChanged(_ state: Browser.State) {
    if state.list.index.isDamaged { readAgain(state) }
    if state.printsMessageFirst { tell(state.notice) }
    for pending in state.session.orders { carryOut(pending.order, in: state) }
    if !state.printsMessageFirst { tell(state.notice) }
    for pending in state.session.orders { loop.send(.session(.orderDone(number: pending.number))) }
    if outcome != nil || state.isAtRest { wake() }
  }

  private func wake() {
    waiting?.resume()
    waiting = nil
  }

  private func carryOut(_ order: Browser.Order, in state: Browser.State) {
    switch order {
    case .print(let printout):
      for line in printout.lines { script.say(line) }
    case .printAll(let listing):
      Printout.forEachLine(of: listing, in: state) { script.say($0) }
      // Damage is only detected now, because the rows were just read.
      if listing.matches.index.isDamaged {
        end(with: .refused(ListSnapshot.damage(of: settings.list.text) + "; try again"))
      }
    case .leave(let outcome): end(with: outcome)
    case .consumeLine, .clearLine, .setLine, .remember, .redraw: break
    }
  }

  /// Ends the session, unless it has already ended.
  private func end(with outcome: Browser.Outcome) {
    if self.outcome == nil { self.outcome = outcome }
    loop.stop()
    wake()
  }

  /// Reads a list again if its snapshot is damaged.
  private func readAgain(_ state: Browser.State) {
    guard damaged != state.list.index.version else { return }
    damaged = state.list.index.version
    loop.send(.following(.snapshotDamaged(ListSnapshot.damage(of: settings.list.text))))
  }

  // MARK: Messages

  private func tell(_ notice: Browser.Notice?) {
    guard let notice else { return }
    // Before another notice can appear.
    loop.send(.noticePrinted)
    if notice.text.isEmpty { return }
    if notice.isError { return script.fail(notice.text) }
    script.say(StyledText(DisplayText(notice.text, glyphs: settings.browser.glyphs)))
  }

  /// Reports problems of reading rows; without any rows, the session ends.
  private func tellIntake() {
    let state = loop.state
    defer { intakeNotice = state.intakeNotice }
    if let notice = state.intakeNotice, notice.isError, notice != intakeNotice {
      if intakeNotice == nil, !settings.browser.isPaged {
        return end(with: .refused(state.intakeFailure ?? notice.text))
      }
      return script.fail(notice.text)
    }
    if intakeNotice == nil, let remark = state.intakeRemark { script.note(remark) }
  }

  // MARK: Shell commands

  /// Runs a command with empty input, because the lines of the script are not for it.
  private var runningInShell: SessionEffects.Effect {
    let folder = settings.list.folder
    return SessionEffects.Effect(request: \.shellCommandToRun) { @MainActor [script] pending in
      script.flush()
      let result: Browser.Notice?
      do {
        let child = try ChildProcess(
          "/bin/sh", try pending.command().arguments, input: .null,
          output: .descriptor(script.descriptor), errors: .descriptor(STDERR_FILENO), in: folder)
        let ending = await child.end()
        result = ending == .exited(0) ? nil : .init("\(ending)", isError: true)
      } catch {
        result = .init("\(error)", isError: true)
      }
      return .session(.shellCommandEnded(number: pending.number, result))
    }
  }
}
