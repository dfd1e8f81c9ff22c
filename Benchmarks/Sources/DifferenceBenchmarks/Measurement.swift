/// The median time of some runs of one piece of work, in milliseconds.
struct Measurement {
  let milliseconds: Double

  /// Runs the work once to warm up, unless that takes long, and then as often as asked.
  init(runs: Int, _ work: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    let first = try clock.measure { try work() }
    var times = first > .seconds(1) ? [first] : []
    while times.count < (first > .seconds(1) ? 1 : runs) {
      times.append(try clock.measure { try work() })
    }
    times.sort()
    milliseconds = times[times.count / 2] / .milliseconds(1)
  }
}

extension Double {
  /// The number with that many digits after the point.
  func text(digits: Int) -> String {
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
  func right(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// The text with blanks after it, so that it is that many characters wide.
  func left(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
