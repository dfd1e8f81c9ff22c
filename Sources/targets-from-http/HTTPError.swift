import HelperProtocol

/// Why a page could not be had from a server.
///
/// Addresses in it are without their query, which may hold secrets.
enum HTTPError: Error, Equatable {
  /// What was asked for is not usable; the text says what and why.
  case badRequest(String)

  /// The address is none, or one with characters that have no place there.
  case badAddress

  /// A link or a redirect leads to another scheme than http and https, or from https to http.
  case refusedAddress(String)

  /// Redirects that do not end.
  case tooManyRedirects(String)

  /// A redirect that does not say where to.
  case aimlessRedirect(String)

  /// The server answered with this status.
  case status(Int, String, wait: Double?)

  /// The server could not be reached, or was lost; another attempt may help.
  case unreachable(String, reason: String)

  /// There is no trusting the server.
  case untrusted(String, reason: String)

  /// The answer was not there in time.
  case tooSlow(String)

  /// The answer is larger than an answer may be.
  case tooLarge(String, reason: String)

  /// The answer is not what was expected.
  case wrongShape(String, reason: String)

  /// The program does not want the page any more, or has gone.
  case unwanted

  /// The longest wait a server may ask for that is waited without the user asking, in seconds.
  static let longestWait = 60.0

  /// What the program is told.
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
  /// One line for the user: why, then where, for the end of a line may be out of sight.
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
    let advice = wait.map { ", to be tried again in \(Int($0.rounded(.up))) s" } ?? ""
    return "the server answered \(status)\(meaning)\(advice): \(address)"
  }
}
