import Glibc
import HelperProtocol

@testable import WebSource

/// Whoever runs the tests may go through a proxy; the loopback is not to be looked for there.
private let usesNoProxy: Bool = setenv("no_proxy", "*", 1) == 0

extension HTTPSource {
  /// What a page costs or brings, as the helper's main loop would have it.
  static func page(
    at address: String, _ options: [String: String] = [:], token: String? = nil,
    authorities: String? = nil, query: String = "", cursor: String? = nil, limit: Int = 100
  ) throws -> HelperPage {
    let source = try HTTPSource(
      .init(address: address, options: options), token: token, authorities: authorities)
    return try source.page(query: query, cursor: cursor, limit: limit)
  }

  /// Asks for a page of a program that neither goes nor takes anything back.
  func page(query: String = "", cursor: String? = nil, limit: Int = 100) throws -> HelperPage {
    precondition(usesNoProxy, "the environment can be changed")
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    defer { ends.forEach { close($0) } }
    var channel = RequestChannel(input: ends[0])
    let order = HelperRequest.PageOrder(id: 1, query: query, cursor: cursor, limit: limit)
    return try page(order, channel: &channel)
  }

  /// The names of all pages, and how many rows were asked for at a time.
  func allNames(query: String = "", limit: Int = 100) throws -> [[String]] {
    var pages: [[String]] = []
    var cursor: String?
    repeat {
      let page = try page(query: query, cursor: cursor, limit: limit)
      pages.append(page.rows.map(\.name))
      cursor = page.next
    } while cursor != nil && pages.count < 100
    return pages
  }
}
