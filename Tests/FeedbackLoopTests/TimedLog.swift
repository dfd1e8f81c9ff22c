import FeedbackLoopTesting

/// Records what happens, with the time on its clock in milliseconds.
@MainActor
final class TimedLog {
  let clock = TestClock()

  /// Each line is the time, a colon and the text.
  private(set) var lines: [String] = []

  func note(_ text: String) {
    lines.append("\(clock.milliseconds):\(text)")
  }

  /// Runs the steps at their times, each before a timer that is due at the same time.
  ///
  /// - Returns: The lines, long after the last step.
  func play(
    _ steps: [PacingStep],
    send: @escaping @MainActor (String) -> Void,
    flush: @escaping @MainActor () -> Void,
    cancel: @escaping @MainActor () -> Void
  ) async -> [String] {
    for step in steps {
      Task {
        try await clock.sleep(until: .init(offset: .milliseconds(step.time)))
        switch step {
        case .send(_, let value): send(value)
        case .flush: flush()
        case .cancel: cancel()
        }
      }
    }
    // Steps at time zero do not sleep.
    await clock.untilAsleep(steps.count { $0.time > 0 })
    await clock.advance(by: .seconds(10))
    return lines
  }
}

extension TestClock {
  /// The time of the clock, in whole milliseconds.
  var milliseconds: Int { Int(now.offset / .milliseconds(1)) }

  /// Advances the clock to this many milliseconds.
  @MainActor
  func advance(to milliseconds: Int) async {
    await advance(by: .milliseconds(milliseconds) - now.offset)
  }
}
