package import Pagination

/// Why a helper program gave no page.
///
/// Each case carries the helper's name, such as `targets-from-http`. Texts that come from the
/// helper are one line, without control characters, and short.
package enum HelperError: Error, Equatable, Sendable {
  /// What stands before the colon is no scheme, or there is no colon.
  case noScheme(String)

  /// There is no such program, neither beside this one nor on the `PATH`.
  case missing(String)

  /// The system would not start it; `reason` is the system's own message.
  case cannotStart(String, reason: String)

  /// It ended without an answer; `reason` is its exit and the first line of its standard error.
  case ended(String, reason: String)

  /// It gave no answer in time.
  case silent(String, within: Duration)

  /// It wrote what is no answer.
  case garbled(String)

  /// Its answer has more bytes than an answer may have.
  case flooded(String, limit: Int)

  /// It has no page to give, and says why and what may help.
  case refused(reason: String, advice: RetryAdvice)

  /// The pages lead back to one that was there before.
  case circular

  /// There are more pages than a list may have.
  case endless(pages: Int)

  /// There are more rows than a list may have.
  case tooLong(rows: Int)

  /// Whether, and when, another attempt may help: then the helper is started anew if need be.
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
  /// One line for the user: on what, why, and what to do where that is known.
  package var description: String {
    switch self {
    case .noScheme(let address):
      "\(address): begins with no scheme, such as https: or demo:"
    case .missing(let name):
      "\(name): not found, neither beside this program nor on the PATH"
    case .cannotStart(let name, let reason): "\(name): cannot be started: \(reason)"
    case .ended(let name, let reason): "\(name): \(reason)"
    case .silent(let name, let limit): "\(name): no answer within \(limit.components.seconds) s"
    case .garbled(let name): "\(name): what it wrote is no answer"
    case .flooded(let name, let limit): "\(name): an answer of more than \(limit) bytes"
    case .refused(let reason, _): reason
    case .circular: "the list goes round in circles: its next page was there before"
    case .endless(let pages): "stopped after \(pages) pages: the list seems to have no end"
    case .tooLong(let rows): "stopped after \(rows) rows: the list seems to have no end"
    }
  }
}

extension PageFailure {
  /// What a reader of pages is told of it.
  init(_ error: HelperError) {
    self.init(reason: "\(error)", retryAdvice: error.retryAdvice)
  }
}
