import CCurl
import Glibc
import HelperProtocol

/// Follows redirects instead of libcurl, to check each address and to send credentials only to
/// their origin.
final class Fetcher {
  static let mostRedirects = 5

  private let handle: UnsafeMutableRawPointer
  private let multi: UnsafeMutableRawPointer
  private let credentials: Credentials
  private let authorities: String?
  private let time: Duration

  /// Sets up libcurl; `time` is the limit for a page, including redirects.
  ///
  /// - Throws: ``HTTPError/badRequest(_:)`` if libcurl runs out of memory.
  init(credentials: Credentials, time: Duration, authorities: String?) throws(HTTPError) {
    guard let handle = ccurl_easy_init(), let multi = ccurl_multi_init() else {
      throw .badRequest("cannot set up libcurl")
    }
    self.handle = handle
    self.multi = multi
    self.credentials = credentials
    self.authorities = authorities
    self.time = time
  }

  deinit {
    ccurl_easy_cleanup(handle)
    ccurl_multi_cleanup(multi)
  }

  /// Fetches an address until page `id` is cancelled.
  ///
  /// - Throws: ``HTTPError``, also for a status other than 2xx.
  func response(
    from address: WebAddress, channel: inout RequestChannel, id: Int
  ) throws -> Response {
    let deadline = ContinuousClock.now.advanced(by: time)
    var current = address
    var visited: Set = [address]
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { throw HTTPError.tooSlow(current.shown) }
      let response = try Transfer(handle, to: current, authorities: authorities).run(
        fields: credentials.fields(for: current.origin), within: left, on: multi,
        channel: &channel, id: id)
      switch response.status {
      case 200..<300: return response
      case 301, 302, 303, 307, 308:
        guard let target = response.values(of: "location").first else {
          throw HTTPError.aimlessRedirect(current.shown)
        }
        current = try current.resolving(target)
        // `visited` includes the first address, which is not a redirect.
        guard visited.insert(current).inserted, visited.count <= Self.mostRedirects + 1 else {
          throw HTTPError.tooManyRedirects(address.shown)
        }
      default:
        let wait = response.values(of: "retry-after").first.flatMap {
          RetryAfter.wait($0, now: Glibc.time(nil))
        }
        throw HTTPError.status(response.status, current.shown, wait: wait)
      }
    }
  }
}
