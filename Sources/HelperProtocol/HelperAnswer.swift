/// A helper's answer to a request for a page: one JSON object on a line.
package struct HelperAnswer: Equatable, Sendable {
  /// The number of the request.
  package var id: Int
  package var outcome: Outcome

  package init(id: Int, _ outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }

  package enum Outcome: Equatable, Sendable {
    case page(HelperPage)
    case failure(HelperFailure)
  }
}

extension HelperAnswer {
  /// The answer as a line of JSON with a line feed, encoded row by row to save memory.
  package func line() throws -> [UInt8] {
    guard case .page(var page) = outcome else { return try jsonLine() }
    let rows = page.rows
    page.rows = []
    // Quotes in strings are escaped and no other member is a list, so this finds `rows`.
    let frame = try HelperAnswer(id: id, .page(page)).jsonLine()
    guard let list = frame.firstRange(of: Array(#""rows":[]"#.utf8)) else { return frame }
    let end = list.upperBound - 1
    var line = Array(frame[..<end])
    for (place, row) in rows.enumerated() {
      if place > 0 { line.append(UInt8(ascii: ",")) }
      line += try row.jsonLine().dropLast()
    }
    return line + frame[end...]
  }
}

extension HelperAnswer: Codable {
  private enum Key: String, CodingKey {
    case id
    case rows, next, total, searches
    case error, retry, retryAfter
  }

  /// Decodes an answer; unknown members are ignored.
  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    id = try object.decode(Int.self, forKey: .id)
    if let reason = try object.decodeIfPresent(String.self, forKey: .error) {
      outcome = .failure(
        HelperFailure(
          reason: reason,
          mayRetry: try object.decodeIfPresent(Bool.self, forKey: .retry) ?? true,
          retryAfter: try object.decodeIfPresent(Double.self, forKey: .retryAfter)))
    } else {
      outcome = .page(
        HelperPage(
          rows: try object.decode([HelperRow].self, forKey: .rows),
          next: try object.decodeIfPresent(String.self, forKey: .next),
          total: try object.decodeIfPresent(Int.self, forKey: .total),
          searches: try object.decodeIfPresent(Bool.self, forKey: .searches) ?? false))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(id, forKey: .id)
    switch outcome {
    case .page(let page):
      try object.encode(page.rows, forKey: .rows)
      try object.encodeIfPresent(page.next, forKey: .next)
      try object.encodeIfPresent(page.total, forKey: .total)
      if page.searches { try object.encode(true, forKey: .searches) }
    case .failure(let failure):
      try object.encode(failure.reason, forKey: .error)
      if !failure.mayRetry { try object.encode(false, forKey: .retry) }
      try object.encodeIfPresent(failure.retryAfter, forKey: .retryAfter)
    }
  }
}
