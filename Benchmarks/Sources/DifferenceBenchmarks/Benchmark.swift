import BenchmarkSupport

/// One case: our work, the baseline's, and what ours has to reach.
struct Benchmark {
  /// What the case is called, and chosen by.
  let name: String

  /// How many milliseconds ours may take on the machine that the targets were set on, if any.
  var target: Double?

  /// How many times as fast as the baseline ours has to be, if there is one.
  var targetRatio: Double?

  /// Our work; its result is kept from being optimized away by the caller.
  let work: () throws -> Void

  /// The same by `CollectionDifference`.
  var baseline: (() -> Void)?

  /// Replays our result and compares it with what was asked for.
  let check: () throws -> Void

  static let header =
    "case".left(28) + "ours ms".right(9) + "target".right(8) + "baseline ms".right(13)
    + "ratio".right(8) + "target".right(8)

  /// Runs the case and prints a line.
  ///
  /// - Returns: Whether it reaches the ratio that it has to; the milliseconds are only shown.
  func run(quick: Bool) throws -> Bool {
    try check()
    let ours = try Measurement(runs: 25, work).milliseconds
    var line = name.left(28) + ours.text(digits: 3).right(9)
    line += (target.map { "≤ " + $0.text(digits: 1) } ?? "").right(8)
    var reached = true
    if let baseline, !quick {
      let theirs = Measurement(runs: 5, baseline).milliseconds
      let ratio = theirs / ours
      line += theirs.text(digits: 1).right(13) + ratio.text(digits: 0).right(8)
      if let targetRatio {
        line += ("≥ " + targetRatio.text(digits: 0)).right(8)
        reached = ratio >= targetRatio
      }
    }
    print(line + (reached ? "" : "  missed"))
    return reached
  }
}
