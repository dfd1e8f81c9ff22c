import Printing
import CommandRunning
import NameSearch
import Synchronization
import TargetStore
import TerminalText

/// Counts how the commands of rows ended, and reports the first failures individually.
final class RunTally: Sendable {
  private struct Counts {
    var done = 0
    var failed = 0
    var refused = 0

    /// The failures so far, also those that are not added yet.
    var failures = 0

    /// The rows whose commands an earlier run may have started.
    var unknown = 0

    /// The skipped rows by reason, as far as they were not reported yet.
    var skipped: [String: Int] = [:]
  }

  /// More are only counted.
  static let mostTold = 100

  private let counts = Mutex(Counts())

  /// How many failures are enough.
  private let mostFailures: Int?

  /// Some rows are skipped from the start, by reason.
  init(skipped: [String: Int], mostFailures: Int? = nil) {
    self.mostFailures = mostFailures
    counts.withLock { $0.skipped = skipped.filter { $0.value > 0 } }
  }

  /// The rows whose commands have ended.
  var count: Int { counts.withLock { $0.done + $0.failed } }

  var hasFailures: Bool { counts.withLock { $0.failed + $0.refused + $0.unknown > 0 } }

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
    if isTold { complain("run: \(name.originalWithID): \(ending)") }
  }

  /// Whether to start no more commands after one has ended.
  func isEnough(_ outcome: CommandOutcome) -> Bool {
    guard let mostFailures, !outcome.isDone else { return false }
    return counts.withLock { counts in
      counts.failures += 1
      return counts.failures >= mostFailures
    }
  }

  /// Whether the run was stopped since there were failures enough.
  var hadEnough: Bool {
    mostFailures.map { most in counts.withLock { $0.failures >= most } } ?? false
  }

  /// Counts a row that is not run since the command cannot take it.
  func refuse(_ reason: any Error) {
    let isTold = counts.withLock { counts in
      counts.refused += 1
      return counts.refused <= Self.mostTold
    }
    if isTold { complain("run: \(reason)") }
  }

  /// Counts a row that is not run because another run was first, or because it is no longer there.
  func skip(_ refusal: ClaimRefusal) {
    let reason: String
    switch refusal {
    case .claimed(""): reason = "claimed by another run"
    case .claimed(let author): reason = "claimed by \(author)"
    case .gone: reason = "no longer in the list"
    case .changed: reason = "changed meanwhile"
    case .unknown: return counts.withLock { $0.unknown += 1 }
    }
    counts.withLock { $0.skipped[reason, default: 0] += 1 }
  }

  /// Counts a row on whose state the command has succeeded.
  func skipDone() { counts.withLock { $0.skipped["done before", default: 0] += 1 } }

  /// Says what is skipped so far, as the part of a sentence; the end of the run does not repeat it.
  func takeSkipped() -> String? {
    let (skipped, unknown) = counts.withLock { counts in
      defer { counts.skipped = [:] }
      return (counts.skipped, counts.unknown)
    }
    let unknownRows = unknown > 0 ? ["\(unknown.grouped) unknown"] : []
    let reasons = Self.text(of: skipped) + unknownRows
    return reasons.isEmpty ? nil : "skipped: " + reasons.joined(separator: ", ")
  }

  private static func text(of skipped: [String: Int]) -> [String] {
    skipped.sorted { $0.key < $1.key }.map { "\($0.value.grouped) \($0.key)" }
  }

  /// Reports the refused rows that were only counted.
  func tellRefused() {
    let untold = counts.withLock { $0.refused - Self.mostTold }
    if untold > 0 { complain("run: \(untold.grouped) more were refused") }
  }

  /// Reports the failed rows that were only counted, and those that were skipped.
  func tellRest() {
    let (untold, unknown, skipped) = counts.withLock {
      ($0.failed - Self.mostTold, $0.unknown, $0.skipped)
    }
    if untold > 0 { complain("run: \(untold.grouped) more failed") }
    if unknown > 0 {
      complain(
        "run: skipped: \(unknown.grouped) unknown: a run ended before their outcomes were stored; check "
          + "them, then use --retry-unknown")
    }
    if skipped.isEmpty { return }
    complain("run: skipped: \(Self.text(of: skipped).joined(separator: ", "))")
  }
}
