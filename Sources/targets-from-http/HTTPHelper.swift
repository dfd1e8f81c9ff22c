import CCurl
import Glibc
import HelperProtocol

/// `targets --from http://…` and `https://…`: JSON pages over HTTP.
@main
enum HTTPHelper {
  /// The most bytes of an answer to the program, which takes no longer ones.
  private static let largestAnswer = 8 << 20

  static func main() throws {
    forbidCoreDumps()
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    let token = variable(Credentials.tokenVariable)
    let authorities = variable("SSL_CERT_FILE")
    var channel = RequestChannel()
    var source: Result<HTTPSource, HTTPError> = .failure(.badRequest("no source was opened"))
    while let request = try channel.next() {
      switch request {
      case .open(let opening):
        source = Result { () throws(HTTPError) in
          try HTTPSource(opening, token: token, authorities: authorities)
        }
      case .cancel:
        break  // the page was answered before that arrived
      case .page(let order):
        do {
          let page = try source.get().page(order, channel: &channel)
          try send(HelperAnswer(id: order.id, .page(page)), to: channel)
        } catch HTTPError.unwanted {
          continue
        } catch let error as HTTPError {
          try channel.answer(HelperAnswer(id: order.id, .failure(error.failure)))
        }
      }
    }
  }

  /// A variable of the environment, `nil` when unset or empty.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func send(_ answer: HelperAnswer, to channel: RequestChannel) throws {
    let line = try answer.line()
    guard line.count <= largestAnswer else {
      let failure = HelperFailure(reason: "a page of names that is too large", mayRetry: false)
      return try channel.answer(HelperAnswer(id: answer.id, .failure(failure)))
    }
    channel.send(line)
  }

  /// What is in memory may be a token: a crash must not leave it on the disk.
  private static func forbidCoreDumps() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }
}
