import HelperProtocol

/// The settings in an address such as `demo:rows=10000,page=50,failures=0.2,delay=200,seed=7`.
struct DemoSettings: Equatable {
  var rows = 1_000

  /// The maximum number of rows in a page.
  var page = 50

  /// The probability that a request fails.
  var failures = 0.0

  /// The maximum delay of an answer in milliseconds.
  var delay = 200

  /// The same seed gives the same names, delays and failures.
  var seed: UInt64 = 1

  /// Whether the list searches itself, like a server.
  var search = false

  init() {}

  init(address: String) throws(HelperFailure) {
    let settings = address.drop { $0 != ":" }.dropFirst()
    for setting in settings.split(separator: ",") {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      try set(String(parts[0]), to: parts.count > 1 ? String(parts[1]) : "")
    }
  }

  private mutating func set(_ name: String, to text: String) throws(HelperFailure) {
    switch name {
    case "rows": rows = try Self.number(name, text, in: 0...DemoNames.count)
    case "page": page = try Self.number(name, text, in: 1...10_000)
    case "delay": delay = try Self.number(name, text, in: 0...30_000)
    case "seed":
      guard let number = UInt64(text) else {
        throw Self.failure("\(name)=\(text): must be a whole number")
      }
      seed = number
    case "failures":
      guard let share = Double(text), (0...1).contains(share) else {
        throw Self.failure("\(name)=\(text): must be a share from 0 to 1")
      }
      failures = share
    case "search":
      guard ["on", "off"].contains(text) else {
        throw Self.failure("\(name)=\(text): must be on or off")
      }
      search = text == "on"
    default:
      throw Self.failure(
        "\(name): unknown setting; use rows, page, failures, delay, seed or search")
    }
  }

  private static func number(
    _ name: String, _ text: String, in range: ClosedRange<Int>
  ) throws(HelperFailure) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw failure(
        "\(name)=\(text): must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func failure(_ reason: String) -> HelperFailure {
    HelperFailure(reason: "demo: " + reason, mayRetry: false)
  }
}
