import ListModel
package import TerminalText

/// Turns successive states into frames, with animation and loading speed.
///
/// A value without a clock: the caller passes the time.
package struct Presenter: Sendable {
  /// When to paint the next frame of an animation; `nil` if only a new state changes the screen.
  package private(set) var nextFrame: ContinuousClock.Instant?

  private var motion = Motion()
  private var pace = LoadingPace()
  private var last: View?

  /// The view with which the next rows are compared.
  private struct View {
    let rows: [ScreenRow]
    let listing: Listing
    let size: ScreenSize
    let listRows: Int
    let isSettled: Bool
  }

  /// A presenter whose first frame is not animated.
  package init() {}

  /// The frame of a state; the same as ``Screen/frame`` when nothing moves.
  ///
  /// `now` must not decrease. Nothing is animated if `isBehind`: the terminal has not taken the
  /// earlier frames yet.
  ///
  /// - Complexity: That of ``Screen/frame``.
  package mutating func frame(
    of state: Browser.State, line: EditorLine, at now: ContinuousClock.Instant,
    isBehind: Bool = false
  ) -> Frame {
    pace.update(with: state.intake, at: now)
    var screen = Screen(of: state, line: line, pace: pace)
    let view = view(of: screen)
    follow(view, isAllowed: state.settings.isAnimated && !isBehind, at: now)
    last = view
    nextFrame = motion.nextStep(after: now)
    if nextFrame != nil { screen.motion = (motion, now) }
    return screen.frame
  }

  private func view(of screen: Screen) -> View? {
    let state = screen.state
    guard state.cover.overlay == nil, let listing = state.list.listing else { return nil }
    return View(
      rows: screen.rowsInView, listing: listing, size: state.view.size,
      listRows: Screen.Layout(of: state).listRows,
      isSettled: state.intake.isAtRest)
  }

  /// Does not animate while names arrive, after a change of size, or after an overlay.
  private mutating func follow(
    _ view: View?, isAllowed: Bool, at now: ContinuousClock.Instant
  ) {
    guard isAllowed, let view, let last, last.isSettled, view.isSettled, last.size == view.size
    else { return motion.stop() }
    motion.add(
      from: last.rows, to: view.rows, of: (last.listing, view.listing),
      limit: view.listRows, at: now)
  }
}
