import Glibc
import HelperProtocol

/// A list that a server hands out over HTTP, page by page.
final class HTTPSource {
  private let address: WebAddress
  private let shape: PageShape
  private let fetcher: Fetcher

  /// Checks what was asked for; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - opening: The address and the options.
  ///   - token: Goes to the address's origin only.
  ///   - authorities: The file of the authorities to trust, in place of the system's.
  /// - Throws: ``HTTPError/badRequest(_:)``, or what the address is refused for.
  init(
    _ opening: HelperRequest.Opening, token: String? = nil, authorities: String? = nil
  ) throws(HTTPError) {
    let options = try ListOptions(opening.options)
    address = try WebAddress(opening.address)
    shape = PageShape(options: options)
    fetcher = try Fetcher(
      credentials: Credentials(for: address.origin, file: options.headerFile, token: token),
      time: options.time, terms: .init(authorities: authorities))
  }

  /// Fetches a page.
  ///
  /// - Throws: ``HTTPError``.
  func page(
    _ order: HelperRequest.PageOrder, channel: inout RequestChannel
  ) throws -> HelperPage {
    let target =
      if let cursor = order.cursor {
        try PageCursor(cursor).address(from: address)
      } else {
        try shape.first(address, query: order.query, limit: order.limit)
      }
    let response = try fetcher.response(from: target, channel: &channel, id: order.id)
    return try shape.page(of: response, limit: order.limit)
  }
}
