import TerminalText

/// How fast names come in, as far as it has been seen.
struct LoadingPace: Sendable {
  /// How often something has come in: what turns the spinner, so that it needs no timer.
  private(set) var turns = 0

  /// The names a second since the first came in; `nil` while that cannot be said.
  private(set) var perSecond: Int?

  private var start: (time: ContinuousClock.Instant, count: Int)?
  private var count = 0

  /// The spinner as it stands.
  func sign(_ glyphs: Glyphs) -> String {
    let signs = Array(glyphs == .unicode ? "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" : "|/-\\")
    return String(signs[turns % signs.count])
  }

  /// Looks at how many names are in at a time.
  mutating func take(_ intake: Browser.Intake, at now: ContinuousClock.Instant) {
    if intake.count < count || intake.isComplete { self = LoadingPace() }
    guard !intake.isComplete, intake.count > count else { return }
    count = intake.count
    turns += 1
    guard let start else {
      start = (now, count)
      return
    }
    let elapsed = (now - start.time) / .seconds(1)
    // What a moment brings says nothing of the next.
    if elapsed >= 0.2 { perSecond = Int(Double(count - start.count) / elapsed) }
  }
}
