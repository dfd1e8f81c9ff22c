import Glibc
import HelperProtocol

@testable import WebSource

/// The tests may run behind a proxy, which must not be used for the loopback interface.
private let usesNoProxy: Bool = setenv("no_proxy", "*", 1) == 0

extension HTTPSource {
  /// The page or failure that the helper's main loop would send.
  static func page(
    at address: String, _ options: [String: String] = [:], token: String? = nil,
    authorities: String? = nil, query: String = "", cursor: String? = nil, limit: Int = 100
  ) throws -> HelperPage {
    let source = try HTTPSource(
      .init(address: address, options: options), token: token, authorities: authorities)
    return try source.page(query: query, cursor: cursor, limit: limit)
  }

  /// Requests a page for a program that neither ends nor cancels.
  func page(query: String = "", cursor: String? = nil, limit: Int = 100) throws -> HelperPage {
    precondition(usesNoProxy, "the environment can be changed")
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    defer { ends.forEach { close($0) } }
    var channel = RequestChannel(input: ends[0])
    let order = HelperRequest.PageOrder(id: 1, query: query, cursor: cursor, limit: limit)
    return try page(order, channel: &channel)
  }

  /// The names of all pages; `limit` is the number of rows per request.
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
