/// A value and the time, in milliseconds, at which it was sent or received.
struct PacedValue: Equatable, CustomStringConvertible {
  let time: Int
  let value: String

  var description: String { "\(time):\(value)" }

  /// Values of a few letters, in the order of their times.
  static func random(
    count: ClosedRange<Int>, until end: Int, using random: inout some RandomNumberGenerator
  ) -> [PacedValue] {
    (0..<Int.random(in: count, using: &random))
      .map { _ in Int.random(in: 0...end, using: &random) }
      .sorted()
      .map { PacedValue(time: $0, value: ["a", "b", "c"].randomElement(using: &random) ?? "") }
  }
}
