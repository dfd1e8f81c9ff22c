package import TerminalText

/// Turns states into frames, in the course of time: what a screen needs to know of the states before.
///
/// A value without a clock: it is told the time. As long as something moves it says when the next frame is due;
/// else nothing needs to be painted until the state changes.
package struct Presenter: Sendable {
  /// The time at which the screen changes by itself, or `nil` when it does not.
  package private(set) var nextFrame: ContinuousClock.Instant?

  private var motion = Motion()
  private var pace = LoadingPace()
  private var last: View?

  /// What was in view, and of what.
  private struct View {
    let rows: [ScreenRow]
    let listing: Listing
    let size: ScreenSize
    let isSettled: Bool
  }

  /// Has seen nothing so far: what comes first is not animated.
  package init() {}

  /// The frame of a state.
  ///
  /// - Parameters:
  ///   - state: The state to show.
  ///   - line: The line being edited.
  ///   - now: The time, never earlier than that of the frame before.
  ///   - isBehind: Whether the terminal has not taken the frames before yet: then nothing moves.
  /// - Returns: The same as ``Screen/frame`` gives, once nothing moves.
  /// - Complexity: as that of ``Screen/frame``.
  package mutating func frame(
    of state: Browser.State, line: EditorLine, at now: ContinuousClock.Instant,
    isBehind: Bool = false
  ) -> Frame {
    pace.take(state.intake, at: now)
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
    guard state.overlay == nil, let listing = state.listing else { return nil }
    return View(
      rows: screen.rowsInView, listing: listing, size: state.size,
      isSettled: state.intake.isAtRest)
  }

  /// Names that are still coming in are not animated, nor is a window that changes its size or is uncovered.
  private mutating func follow(
    _ view: View?, isAllowed: Bool, at now: ContinuousClock.Instant
  ) {
    guard isAllowed, let view, let last, last.isSettled, view.isSettled, last.size == view.size
    else { return motion.stop() }
    motion.add(
      from: last.rows, to: view.rows, of: (last.listing, view.listing),
      limit: Screen.Layout(view.size).listRows, at: now)
  }
}
