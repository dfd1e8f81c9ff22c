import HelperProtocol

/// Why a server returned no page; addresses are given without their query, which may contain secrets.
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

  /// The program cancelled the page, or has exited.
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
    case .badAddress: "not an http or https address"
    case .refusedAddress(let address):
      "redirect not followed (from https to http, or to another scheme): \(address)"
    case .tooManyRedirects(let address): "too many redirects: \(address)"
    case .aimlessRedirect(let address): "redirect without a target: \(address)"
    case .status(let status, let address, let wait): Self.text(status, address, wait)
    case .unreachable(let address, let reason): "\(reason): \(address)"
    case .untrusted(let address, let reason): "\(reason): \(address)"
    case .tooSlow(let address): "timed out: \(address)"
    case .tooLarge(let address, let reason): "\(reason): \(address)"
    case .wrongShape(let address, let reason): "\(reason): \(address)"
    case .unwanted: "no longer wanted"
    }
  }

  private static func text(_ status: Int, _ address: String, _ wait: Double?) -> String {
    let meaning =
      switch status {
      case 401: " (missing or wrong token)"
      case 403: " (forbidden)"
      case 404: " (not found)"
      case 429: " (too many requests)"
      case 503: " (service unavailable)"
      default: ""
      }
    let advice = wait.map { "; retry in \(Int(clamping: $0)) s" } ?? ""
    return "the server answered \(status)\(meaning)\(advice): \(address)"
  }
}

extension Int {
  /// The number rounded up and limited to the range, since a server may demand any wait.
  fileprivate init(clamping wait: Double) {
    self = Int(exactly: wait.rounded(.up)) ?? (wait > 0 ? .max : .min)
  }
}
