import BenchmarkSupport

/// What one operation takes: time and memory asked for.
struct Cost {
  /// The median of several runs.
  let milliseconds: Double

  /// Calls of malloc, and KiB asked for.
  let calls: Double
  let kibibytes: Double

  /// Measures work that does the same operation a number of times.
  ///
  /// Time and allocations are taken in different runs, so that counting costs no time.
  init(of work: () throws -> Void, operations: Int) throws {
    let scale = Double(operations)
    milliseconds = try Measurement(runs: 25, slowRuns: 3, work).milliseconds / scale
    let allocations = try Allocations(of: work)
    calls = Double(allocations.calls) / scale
    kibibytes = Double(allocations.bytes) / 1_024 / scale
  }

  static let header = "time".right(12) + "mallocs".right(11) + "KiB".right(12)

  /// The three figures, as wide as the header.
  var text: String {
    let digits = calls == calls.rounded() ? 0 : 1
    return time.right(12) + calls.text(digits: digits).right(11)
      + kibibytes.text(digits: 1).right(12)
  }

  private var time: String {
    if milliseconds >= 1 { return milliseconds.text(digits: 2) + " ms" }
    if milliseconds >= 0.001 { return (milliseconds * 1_000).text(digits: 2) + " µs" }
    return (milliseconds * 1_000_000).text(digits: 1) + " ns"
  }
}
