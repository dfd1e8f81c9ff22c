import FoundationEssentials

/// What the program says to a helper: one JSON object a line.
///
/// The first request opens the source; each of the others asks for a page or takes that back.
package enum HelperRequest: Equatable, Sendable {
  /// Says once, before all else, which source is wanted.
  case open(Opening)

  /// Asks for a page.
  case page(PageOrder)

  /// The page with this number is not wanted any more; it need not be answered.
  case cancel(Int)

  /// Which source is wanted.
  package struct Opening: Equatable, Sendable {
    /// What stood behind `--from`, scheme and all.
    package var address: String

    /// What was asked for by options, by their names.
    package var options: [String: String]

    /// Makes an opening.
    package init(address: String, options: [String: String] = [:]) {
      self.address = address
      self.options = options
    }
  }

  /// Which page is wanted.
  package struct PageOrder: Equatable, Sendable {
    /// Comes back with the answer; each order has another one.
    package var id: Int

    /// What is looked for, as it was typed; empty for everything.
    package var query: String

    /// What the page before gave out as `next`, perhaps to a helper that has ended since; `nil`
    /// for the first page.
    package var cursor: String?

    /// How many rows are wanted; fewer may come.
    package var limit: Int

    /// Makes an order.
    package init(id: Int, query: String = "", cursor: String? = nil, limit: Int) {
      self.id = id
      self.query = query
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// The version of the protocol that this package speaks.
  package static let protocolVersion = 1
}

extension HelperRequest: Codable {
  private enum Key: String, CodingKey {
    case open, options
    case version = "protocol"
    case id, query, cursor, limit
    case cancel
  }

  /// Reads a request; members it does not know are passed over.
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

  /// Writes the request as an object.
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
  /// The value as a line of JSON, line feed included: no white space, members in the order of
  /// their names, so that a few lines of shell can read it.
  ///
  /// - Throws: What encoding throws.
  package func jsonLine() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try [UInt8](encoder.encode(self)) + [0x0a]
  }
}
