import HelperProtocol

/// A list of made-up names with random delays and failures.
struct DemoList {
  private let settings: DemoSettings
  private let names: DemoNames

  /// The number of requests for each page, by cursor.
  private var attempts: [Int: UInt64] = [:]

  init(_ opening: HelperRequest.Opening) throws(HelperFailure) {
    if let option = opening.options.keys.min() {
      throw HelperFailure(reason: "demo: unknown option \(option)", mayRetry: false)
    }
    settings = try DemoSettings(address: opening.address)
    names = DemoNames(seed: settings.seed)
  }

  /// The answer to a request, and how long to wait before sending it.
  mutating func answer(
    to order: HelperRequest.PageOrder
  ) -> (answer: HelperAnswer.Outcome, delay: Duration) {
    guard let start = Int(order.cursor ?? "0"), (0...settings.rows).contains(start) else {
      let failure = HelperFailure(reason: "demo: no page starts there", mayRetry: false)
      return (.failure(failure), .zero)
    }
    let attempt = attempts[start, default: 0] + 1
    attempts[start] = attempt
    var random = DemoRandom(seed: settings.seed, UInt64(start), attempt)
    let delay = Duration.milliseconds(Int.random(in: 0...settings.delay, using: &random))
    if Double.random(in: 0..<1, using: &random) < settings.failures {
      let reason = "demo: simulated failure (attempt \(attempt))"
      return (.failure(HelperFailure(reason: reason)), delay)
    }
    return (.page(page(from: start, order)), delay)
  }

  private func page(from start: Int, _ order: HelperRequest.PageOrder) -> HelperPage {
    let size = max(min(settings.page, order.limit), 1)
    let words = settings.search ? order.query.lowercased().split(separator: " ") : []
    var rows: [HelperRow] = []
    var place = start
    while place < settings.rows, rows.count < size {
      let name = names[place]
      place += 1
      if Self.matches(name, words) { rows.append(HelperRow(name: name, id: "\(place)")) }
    }
    return HelperPage(
      rows: rows, next: place < settings.rows ? "\(place)" : nil,
      total: words.isEmpty ? settings.rows : nil, searches: settings.search)
  }

  private static func matches(_ name: String, _ words: [Substring]) -> Bool {
    let starts = name.lowercased().split(separator: " ")
    return words.allSatisfy { word in starts.contains { $0.hasPrefix(word) } }
  }
}
