import CommandRunning
import NameSearch
import Synchronization
import TerminalText

/// Counts what has become of rows, and tells of the first failures one by one.
final class RunTally: Sendable {
  private struct Counts {
    var done = 0
    var failed = 0
  }

  /// More are only counted.
  static let mostTold = 100

  private let refused: Int
  private let counts = Mutex(Counts())

  init(refused: Int) {
    self.refused = refused
  }

  /// The rows whose commands have ended.
  var count: Int { counts.withLock { $0.done + $0.failed } }

  var hasFailures: Bool { refused > 0 || counts.withLock { $0.failed } > 0 }

  var summary: String {
    counts.withLock { "\($0.done.grouped) done, \($0.failed.grouped) failed" }
  }

  func add(_ outcome: CommandOutcome, of name: Name) {
    guard let ending = outcome.ending else { return }
    let isTold = counts.withLock { counts in
      if outcome.isDone {
        counts.done += 1
        return false
      }
      counts.failed += 1
      return counts.failed <= Self.mostTold
    }
    if isTold { complain("run: \(name.original): \(ending)") }
  }

  func tellRest() {
    let untold = counts.withLock { $0.failed - Self.mostTold }
    if untold > 0 { complain("run: \(untold.grouped) more failed") }
  }
}
