/// The median time of some runs of one piece of work, in milliseconds.
package struct Measurement {
  package let milliseconds: Double

  /// Runs the work once to warm up and then as often as asked; work that takes more than a second only as
  /// often as is said for that, the first run included.
  package init(runs: Int, slowRuns: Int = 1, _ work: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    let first = try clock.measure { try work() }
    var times = first > .seconds(1) ? [first] : []
    while times.count < (first > .seconds(1) ? slowRuns : runs) {
      times.append(try clock.measure { try work() })
    }
    times.sort()
    milliseconds = times[times.count / 2] / .milliseconds(1)
  }
}

extension Double {
  /// The number with that many digits after the point.
  package func text(digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((self * scale).rounded())
    guard digits > 0 else { return "\(scaled)" }
    let fraction = "\(scaled % Int(scale))"
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(scaled / Int(scale)).\(zeros)\(fraction)"
  }
}

extension String {
  /// The text with blanks before it, so that it is that many characters wide.
  package func right(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// The text with blanks after it, so that it is that many characters wide.
  package func left(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
