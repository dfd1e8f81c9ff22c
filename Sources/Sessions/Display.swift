import ListModel
import Browser
import NameSearch
import Threads
import Terminal
import TerminalText

/// Shows a session's state: frames on a screen, messages in plain mode.
///
/// All changes in one turn of the main actor make one frame. Animations schedule further frames.
@MainActor
final class Display {
  private let editor: LineEditor
  private let state: () -> Browser.State
  private var presenter = Presenter()
  private var isPaintPending = false
  private var nextFrame: Task<Void, any Error>?
  private var hasEntered = false

  /// The last notice about reading rows that plain mode has printed.
  private var printedIntake: Browser.Notice?

  /// Called instead of showing rows of a damaged snapshot.
  private let onDamage: () -> Void

  /// Called when plain mode has printed a notice, so that an equal notice after it is printed as well.
  private let onNotice: () -> Void

  init(
    _ editor: LineEditor, onDamage: @escaping () -> Void, onNotice: @escaping () -> Void,
    state: @escaping () -> Browser.State
  ) {
    self.editor = editor
    self.onDamage = onDamage
    self.onNotice = onNotice
    self.state = state
  }

  func close() { nextFrame?.cancel() }

  /// Paints after the current turn of the main actor; in plain mode, prints a new notice at once.
  ///
  /// The first call enters the screen. Nothing is shown until it is known whether the user must be asked.
  func refresh() {
    if state().picking.waitsForFirstResult { return }
    guard !state().settings.isPlain else { return printNotice() }
    if !hasEntered { editor.screen.enter() }
    hasEntered = true
    guard !isPaintPending else { return }
    isPaintPending = true
    Task { paint() }
  }

  private func printNotice() {
    let state = state()
    if let own = state.notice {
      print(own)
      return onNotice()
    }
    let intake = state.intakeNotice
    // In review mode, the number of rows is not reported again when others add rows.
    let isNews = printedIntake == nil || state.review == nil || intake?.isError == true
    if let intake, intake != printedIntake, isNews { print(intake) }
    printedIntake = intake
  }

  private func print(_ notice: Browser.Notice) {
    if notice.text.isEmpty { return }
    editor.print([StyledText(DisplayText(notice.text, glyphs: state().settings.glyphs))])
  }

  private func paint() {
    isPaintPending = false
    let frame = presenter.frame(
      of: state(), line: editor.editorLine, at: .now, isBehind: editor.screen.isBehind)
    // Damage is only detected now, because the frame has just read its part of the snapshot. These
    // rows may be visible until rows of the new index are found.
    if state().list.index.isDamaged { return onDamage() }
    if state().list.listing?.matches.index.isDamaged == true { return }
    editor.screen.paint(frame)
    nextFrame?.cancel()
    nextFrame = presenter.nextFrame.map { time in
      Task { [weak self] in
        try await RestingClock().sleep(until: time, tolerance: nil)
        self?.refresh()
      }
    }
  }
}
