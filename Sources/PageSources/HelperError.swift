package import Pagination

/// Why a helper returned no page; each case has the name of the helper, or a text from it.
///
/// A text from the helper is one short line without control characters.
package enum HelperError: Error, Equatable, Sendable {
  case noScheme(String)

  /// The program is neither next to this one nor on the `PATH`.
  case missing(String)

  case cannotStart(String, reason: String)

  /// It ended without an answer; `reason` contains its exit status and its first line of standard error.
  case ended(String, reason: String)

  case silent(String, within: Duration)

  /// It wrote something that is not a valid answer.
  case garbled(String)

  case flooded(String, limit: Int)

  case refused(reason: String, advice: RetryAdvice)

  case circular

  case endless(pages: Int)

  case tooLong(rows: Int)

  /// Whether and when to try again, which restarts a helper that has ended.
  package var retryAdvice: RetryAdvice {
    switch self {
    case .ended, .silent: .whenever
    case .refused(_, let advice): advice
    case .noScheme, .missing, .cannotStart, .garbled, .flooded, .circular, .endless, .tooLong:
      .never
    }
  }
}

extension HelperError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noScheme(let address):
      "\(address): no scheme, such as https: or demo:"
    case .missing(let name):
      "\(name): not found, neither beside targets nor in a directory of PATH"
    case .cannotStart(let name, let reason): "\(name): cannot be started: \(reason)"
    case .ended(let name, let reason): "\(name): \(reason)"
    case .silent(let name, let limit): "\(name): no answer within \(limit.components.seconds) s"
    case .garbled(let name): "\(name): invalid answer"
    case .flooded(let name, let limit): "\(name): answer larger than \(limit) bytes"
    case .refused(let reason, _): reason
    case .circular: "the list loops: its next page was read before"
    case .endless(let pages): "stopped after \(pages) pages: the list seems endless"
    case .tooLong(let rows): "stopped after \(rows) rows: the list seems endless"
    }
  }
}

extension PageFailure {
  init(_ error: HelperError) {
    self.init(reason: "\(error)", retryAdvice: error.retryAdvice)
  }
}
