import FoundationEssentials

/// A request to a helper: one JSON object on a line.
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
    /// Unique, and repeated in the answer.
    package var id: Int

    /// The search text as typed; empty for all rows.
    package var query: String

    /// `next` of the page before, perhaps from a helper that has ended; `nil` for the first page.
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

extension HelperRequest: Codable {
  private enum Key: String, CodingKey {
    case open, options
    case version = "protocol"
    case id, query, cursor, limit
    case cancel
  }

  /// Decodes a request; unknown members are ignored.
  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    if let address = try object.decodeIfPresent(String.self, forKey: .open) {
      let options = try object.decodeIfPresent([String: String].self, forKey: .options)
      self = .open(Opening(address: address, options: options ?? [:]))
    } else if let id = try object.decodeIfPresent(Int.self, forKey: .cancel) {
      self = .cancel(id)
    } else {
      self = .page(
        PageOrder(
          id: try object.decode(Int.self, forKey: .id),
          query: try object.decodeIfPresent(String.self, forKey: .query) ?? "",
          cursor: try object.decodeIfPresent(String.self, forKey: .cursor),
          limit: try object.decode(Int.self, forKey: .limit)))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    switch self {
    case .open(let opening):
      try object.encode(opening.address, forKey: .open)
      try object.encode(opening.options, forKey: .options)
      try object.encode(Self.protocolVersion, forKey: .version)
    case .page(let order):
      try object.encode(order.id, forKey: .id)
      try object.encode(order.query, forKey: .query)
      try object.encodeIfPresent(order.cursor, forKey: .cursor)
      try object.encode(order.limit, forKey: .limit)
    case .cancel(let id):
      try object.encode(id, forKey: .cancel)
    }
  }
}

extension Encodable {
  /// The value as a line of JSON with a line feed, compact and with sorted keys for shell scripts.
  package func jsonLine() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try [UInt8](encoder.encode(self)) + [0x0a]
  }
}
