import TerminalText

/// How fast names arrive.
struct LoadingPace: Sendable {
  /// How many times names have arrived; this turns the spinner, which needs no timer.
  private(set) var turns = 0

  /// Names per second; `nil` until 0.2 s are measured, since less is too noisy.
  private(set) var perSecond: Int?

  private var start: (time: ContinuousClock.Instant, count: Int)?
  private var count = 0

  /// The current spinner character.
  func sign(_ glyphs: Glyphs) -> String {
    let signs = Array(glyphs == .unicode ? "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" : "|/-\\")
    return String(signs[turns % signs.count])
  }

  /// Measures the count at a time; starts over when it falls or the intake is complete.
  mutating func update(with intake: Browser.Intake, at now: ContinuousClock.Instant) {
    if intake.count < count || intake.isComplete { self = LoadingPace() }
    guard !intake.isComplete, intake.count > count else { return }
    count = intake.count
    turns += 1
    guard let start else {
      start = (now, count)
      return
    }
    let elapsed = (now - start.time) / .seconds(1)
    if elapsed >= 0.2 { perSecond = Int(Double(count - start.count) / elapsed) }
  }
}
