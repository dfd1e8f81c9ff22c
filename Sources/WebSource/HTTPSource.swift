import CCurl
import HelperProtocol

/// A list that a server returns page by page.
final class HTTPSource {
  private let address: WebAddress
  private let shape: PageShape
  private let fetcher: Fetcher

  /// Checks the address and the options without sending anything.
  ///
  /// The token is sent to the origin of the address only. `authorities` is a file of CA
  /// certificates that replaces the system's.
  ///
  /// - Throws: ``HTTPError/badRequest(_:)``, also if libcurl is missing, or an error of
  ///   ``WebAddress``.
  init(
    _ opening: HelperRequest.Opening, token: String? = nil, authorities: String? = nil
  ) throws(HTTPError) {
    if let missing = ccurl_missing() { throw .badRequest(Self.text(String(cString: missing))) }
    let options = try ListOptions(opening.options)
    address = try WebAddress(opening.address)
    shape = PageShape(options: options)
    fetcher = try Fetcher(
      credentials: Credentials(for: address.origin, file: options.headerFile, token: token),
      time: options.time, authorities: authorities)
  }

  private static func text(_ missing: String) -> String {
    if missing.hasPrefix("curl_") {
      return "libcurl is too old (\(missing) is missing); version 7.85 or newer is required"
    }
    if let refusal = ccurl_refusal() {
      return "\(missing), needed for lists over HTTP, cannot be loaded: \(String(cString: refusal))"
    }
    return "\(missing), needed for lists over HTTP, is not installed (Debian: libcurl4)"
  }

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
