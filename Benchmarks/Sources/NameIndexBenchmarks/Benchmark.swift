import BenchmarkSupport

/// One case: our work, and what it is compared with.
struct Benchmark {
  /// Another way to the same result.
  struct Baseline {
    let name: String
    let work: () throws -> Void
  }

  /// What the case is called, and chosen by.
  let name: String

  /// How often a run does the operation; what is shown is for one.
  var operations = 1

  /// Our work; its result is kept from being optimized away.
  let work: () throws -> Void

  /// The same in another way, as many times.
  var baseline: Baseline?

  /// Compares our result with what the naive rule says.
  let check: () throws -> Void

  static let header =
    "case".left(30) + Cost.header + "  |" + Cost.header + "ratio".right(8) + "  baseline"

  /// Checks the case, runs it and prints a line.
  func run(quick: Bool) throws {
    try check()
    let ours = try Cost(of: work, operations: operations)
    var line = name.left(30) + ours.text
    if let baseline, !quick {
      let theirs = try Cost(of: baseline.work, operations: operations)
      let ratio = theirs.milliseconds / ours.milliseconds
      let digits = ratio < 1 ? 2 : ratio < 10 ? 1 : 0
      line += "  |" + theirs.text + ratio.text(digits: digits).right(8)
      line += "  " + baseline.name
    }
    print(line)
  }
}
