import JSON

/// A helper's answer to a request for a page: one JSON object per line.
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

// MARK: JSON

extension HelperAnswer {
  /// Reads a line with or without its line feed, and ignores unknown members; `nil` if it is not an answer.
  package init?(line: [UInt8]) {
    guard let answer = JSONValue(line), let id = answer["id"]?.number?.integer else { return nil }
    self.id = id
    if let error = answer.present("error") {
      guard let failure = HelperFailure(error, in: answer) else { return nil }
      outcome = .failure(failure)
    } else {
      guard let page = HelperPage(answer) else { return nil }
      outcome = .page(page)
    }
  }

  /// The answer as a line with its line feed; members are sorted by their names.
  package var line: [UInt8] {
    var object = JSONObject()
    switch outcome {
    case .failure(let failure):
      object.add("error", failure.reason)
      object.add("id", id)
      if !failure.mayRetry { object.add("retry", false) }
      if let wait = failure.retryAfter, wait.isFinite { object.add("retryAfter", json: "\(wait)") }
    case .page(let page):
      object.add("id", id)
      object.add("next", page.next)
      object.add("rows", json: page.rowsText)
      if page.searches { object.add("searches", true) }
      object.add("total", page.total)
    }
    return Array((object.text + "\n").utf8)
  }
}

extension HelperFailure {
  fileprivate init?(_ error: JSONValue, in answer: JSONValue) {
    guard let reason = error.text else { return nil }
    self.init(reason: reason)
    if let retry = answer.present("retry") {
      guard let flag = retry.flag else { return nil }
      mayRetry = flag
    }
    if let wait = answer.present("retryAfter") {
      guard let seconds = wait.number?.double else { return nil }
      retryAfter = seconds
    }
  }
}

extension HelperPage {
  fileprivate init?(_ answer: JSONValue) {
    guard let rows = answer["rows"], rows.isList else { return nil }
    self.init(rows: rows.elements.map { HelperRow($0) })
    if let next = answer.present("next") {
      guard let text = next.text else { return nil }
      self.next = text
    }
    if let total = answer.present("total") {
      guard let count = total.number?.integer else { return nil }
      self.total = count
    }
    if let searches = answer.present("searches") {
      guard let flag = searches.flag else { return nil }
      self.searches = flag
    }
  }

  fileprivate var rowsText: String {
    var text = "["
    for (place, row) in rows.enumerated() {
      if place > 0 { text += "," }
      text += row.text
    }
    return text + "]"
  }
}
