import JSON

/// A request to a helper: one JSON object per line.
package enum HelperRequest: Equatable, Sendable {
  /// The first request.
  case open(Opening)

  case page(PageOrder)

  /// Cancels the request for a page; an answer is optional.
  case cancel(Int)

  package struct Opening: Equatable, Sendable {
    /// The value of `--from`, including the scheme.
    package var address: String
    package var options: [String: String]

    package init(address: String, options: [String: String] = [:]) {
      self.address = address
      self.options = options
    }
  }

  package struct PageOrder: Equatable, Sendable {
    /// A unique number, which is repeated in the answer.
    package var id: Int

    /// The search text as typed; empty for all rows.
    package var query: String

    /// `next` of the previous page, perhaps from a helper that has ended; `nil` for the first page.
    package var cursor: String?

    /// The maximum number of rows.
    package var limit: Int

    package init(id: Int, query: String = "", cursor: String? = nil, limit: Int) {
      self.id = id
      self.query = query
      self.cursor = cursor
      self.limit = limit
    }
  }

  package static let protocolVersion = 1
}

// MARK: JSON

extension HelperRequest {
  /// Reads a line with or without its line feed, and ignores unknown members; `nil` if it is not a request.
  package init?(line: [UInt8]) {
    guard let request = JSONValue(line), request.isObject else { return nil }
    if let address = request.present("open") {
      guard let opening = Opening(address, options: request.present("options")) else { return nil }
      self = .open(opening)
    } else if let cancel = request.present("cancel") {
      guard let id = cancel.number?.integer else { return nil }
      self = .cancel(id)
    } else {
      guard let order = PageOrder(request) else { return nil }
      self = .page(order)
    }
  }

  /// The request as a line with its line feed; compact, with sorted members, for shell scripts.
  package var line: [UInt8] {
    var object = JSONObject()
    switch self {
    case .open(let opening):
      object.add("open", opening.address)
      var options = JSONObject()
      for (name, value) in opening.options.sorted(by: { $0.key < $1.key }) {
        options.add(name, value)
      }
      object.add("options", json: options.text)
      object.add("protocol", Self.protocolVersion)
    case .page(let order):
      object.add("cursor", order.cursor)
      object.add("id", order.id)
      object.add("limit", order.limit)
      object.add("query", order.query)
    case .cancel(let id):
      object.add("cancel", id)
    }
    return Array((object.text + "\n").utf8)
  }
}

extension HelperRequest.Opening {
  fileprivate init?(_ address: JSONValue, options: JSONValue?) {
    guard let address = address.text, options?.isObject ?? true else { return nil }
    self.init(address: address)
    guard let options else { return }
    for (name, value) in options.members {
      guard let name, let value = value.text else { return nil }
      self.options[name] = value
    }
  }
}

extension HelperRequest.PageOrder {
  fileprivate init?(_ request: JSONValue) {
    guard let id = request["id"]?.number?.integer, let limit = request["limit"]?.number?.integer
    else { return nil }
    self.init(id: id, limit: limit)
    if let query = request.present("query") {
      guard let text = query.text else { return nil }
      self.query = text
    }
    if let cursor = request.present("cursor") {
      guard let text = cursor.text else { return nil }
      self.cursor = text
    }
  }
}
