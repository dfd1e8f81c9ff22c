import HelperProtocol

/// Why a server returned no page; addresses are without their query, which may contain secrets.
enum HTTPError: Error, Equatable {
  case badRequest(String)

  case badAddress

  /// A link or a redirect leads to a scheme other than http and https, or from https to http.
  case refusedAddress(String)
  case tooManyRedirects(String)

  /// A redirect without a `Location`.
  case aimlessRedirect(String)

  case status(Int, String, wait: Double?)

  /// The server could not be reached, or the connection was lost.
  case unreachable(String, reason: String)

  /// A failure of TLS.
  case untrusted(String, reason: String)
  case tooSlow(String)

  case tooLarge(String, reason: String)

  case wrongShape(String, reason: String)

  /// The program has cancelled the page, or has exited.
  case unwanted

  /// The longest `Retry-After`, in seconds, for which the program retries by itself.
  static let longestWait = 60.0

  var failure: HelperFailure {
    switch self {
    case .unreachable, .tooSlow:
      HelperFailure(reason: "\(self)")
    case .status(let status, _, let wait):
      if let wait, wait > Self.longestWait {
        HelperFailure(reason: "\(self)", mayRetry: false)
      } else {
        HelperFailure(
          reason: "\(self)", mayRetry: [408, 425, 429].contains(status) || status >= 500,
          retryAfter: wait)
      }
    default:
      HelperFailure(reason: "\(self)", mayRetry: false)
    }
  }
}

extension HTTPError: CustomStringConvertible {
  /// A line for the user: first the reason, then the address, since a long line may be cut off.
  var description: String {
    switch self {
    case .badRequest(let text): text
    case .badAddress: "not an address of http or https"
    case .refusedAddress(let address):
      "not followed, as it leads from https to http, or is neither: \(address)"
    case .tooManyRedirects(let address): "redirects do not end: \(address)"
    case .aimlessRedirect(let address): "a redirect to nowhere: \(address)"
    case .status(let status, let address, let wait): Self.text(status, address, wait)
    case .unreachable(let address, let reason): "\(reason): \(address)"
    case .untrusted(let address, let reason): "\(reason): \(address)"
    case .tooSlow(let address): "no whole answer in time: \(address)"
    case .tooLarge(let address, let reason): "\(reason): \(address)"
    case .wrongShape(let address, let reason): "\(reason): \(address)"
    case .unwanted: "not wanted any more"
    }
  }

  private static func text(_ status: Int, _ address: String, _ wait: Double?) -> String {
    let meaning =
      switch status {
      case 401: " (no token, or a wrong one)"
      case 403: " (not allowed)"
      case 404: " (not found)"
      case 429: " (too many requests)"
      case 503: " (not available now)"
      default: ""
      }
    let advice = wait.map { ", to be tried again in \(Int(clamping: $0)) s" } ?? ""
    return "the server answered \(status)\(meaning)\(advice): \(address)"
  }
}

extension Int {
  /// The next whole number, limited to the range: a server may ask for any wait.
  fileprivate init(clamping wait: Double) {
    self = Int(exactly: wait.rounded(.up)) ?? (wait > 0 ? .max : .min)
  }
}
