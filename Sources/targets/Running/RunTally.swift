import Printing
import CommandRunning
import NameSearch
import Synchronization
import TargetStore
import TerminalText

/// Counts the outcomes of commands, and reports the first failures individually.
final class RunTally: Sendable {
  private struct Counts {
    var done = 0
    var failed = 0
    var refused = 0

    /// The number of failures so far, including those that are not added yet.
    var failures = 0

    /// The number of rows whose commands an earlier run may have started.
    var unknown = 0

    /// The number of commands that have ended, but whose outcomes could not be stored so far.
    var unstored = 0

    /// Whether an input had rows that were dropped from the list.
    var hasDropped = false

    /// The numbers of skipped rows, by reason, that have not been reported yet.
    var skipped: [String: Int] = [:]
  }

  /// The maximum number of failures that are reported individually.
  static let mostTold = 100

  private let counts = Mutex(Counts())

  /// The number of failures after which the run stops; `nil` for no limit.
  private let mostFailures: Int?

  /// The rows of the commands that a recipe ran before this one.
  private let earlier: (done: Int, failed: Int)

  /// `skipped` counts the rows that were skipped before the run, by reason.
  ///
  /// The commands of a recipe are one run, so `last` is the tally of the command before this one.
  init(skipped: [String: Int] = [:], mostFailures: Int? = nil, after last: RunTally? = nil) {
    self.mostFailures = mostFailures
    earlier = last?.total ?? (done: 0, failed: 0)
    add(skipped: skipped)
  }

  /// Counts rows that were skipped before the run, by reason.
  func add(skipped: [String: Int]) {
    let some = skipped.filter { $0.value > 0 }
    counts.withLock { $0.skipped.merge(some) { $0 + $1 } }
  }

  /// The number of rows whose commands have ended.
  var count: Int { counts.withLock { $0.done + $0.failed } }

  /// Whether a command failed, or a row was skipped that the user must check.
  var hasFailures: Bool {
    counts.withLock { $0.hasDropped || $0.failed + $0.refused + $0.unknown > 0 }
  }

  /// The rows of the whole run, with those of earlier commands.
  private var total: (done: Int, failed: Int) {
    counts.withLock { (earlier.done + $0.done, earlier.failed + $0.failed) }
  }

  var summary: String {
    let total = total
    return "\(total.done.grouped) done, \(total.failed.grouped) failed"
  }

  /// The number of rows that the whole run has run; `nil` if there were none.
  var ran: String? {
    let count = total.done + total.failed
    if count == 0 { return nil }
    return "\(count.grouped) \(count.noun("row")) \(count == 1 ? "was" : "were") run"
  }

  /// Notes how many commands have ended whose outcomes could not be stored so far.
  func noteUnstored(_ count: Int) { counts.withLock { $0.unstored = count } }

  /// An error of the store, with what was run before: a command is not undone by it.
  func text(of error: any Error) -> String {
    let unstored = counts.withLock(\.unstored)
    let ended =
      unstored == 1
      ? "a command has ended, but its outcome may not be stored: "
      : "\(unstored.grouped) commands have ended, but their outcomes may not be stored: "
    return (unstored == 0 ? "" : ended) + "\(error)" + (ran.map { "; \($0) before" } ?? "")
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
      return earlier.failed + counts.failures >= mostFailures
    }
  }

  /// Whether the run stopped because of too many failures.
  var hadEnough: Bool {
    mostFailures.map { most in counts.withLock { earlier.failed + $0.failures >= most } } ?? false
  }

  /// Counts a row that is not run because the command cannot take it.
  func refuse(_ reason: any Error) {
    let isTold = counts.withLock { counts in
      counts.refused += 1
      return counts.refused <= Self.mostTold
    }
    if isTold { complain("run: \(reason)") }
  }

  /// Counts a row that is not run because another run claimed it, or because it is no longer in the list.
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

  /// Counts a row of an input that was dropped from the list.
  func skipDropped() {
    counts.withLock { counts in
      counts.skipped["dropped from the list", default: 0] += 1
      counts.hasDropped = true
    }
  }

  /// Counts a row for whose present state the command has already succeeded.
  func skipDone() { counts.withLock { $0.skipped["done before", default: 0] += 1 } }

  /// Returns the skipped rows so far as a part of a sentence; they are not reported again.
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

  /// Reports the failed rows that were only counted, and the skipped ones.
  func tellRest() {
    let (untold, unknown, skipped) = counts.withLock {
      ($0.failed - Self.mostTold, $0.unknown, $0.skipped)
    }
    if untold > 0 { complain("run: \(untold.grouped) more failed") }
    if unknown > 0 {
      complain(
        "run: skipped: \(unknown.grouped) unknown: a run ended or was released before their outcomes were stored; check "
          + "them, then use --retry-unknown")
    }
    if skipped.isEmpty { return }
    complain("run: skipped: \(Self.text(of: skipped).joined(separator: ", "))")
  }
}
