import CCurl
import CSignals
import Glibc
import HelperProtocol

@main
enum HTTPHelper {
  static func main() throws {
    csignals_hide_memory()  // it contains a token
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    let token = variable(Credentials.tokenVariable)
    let authorities = variable("SSL_CERT_FILE")
    var channel = RequestChannel()
    var source: Result<HTTPSource, HTTPError> = .failure(.badRequest("no source is open"))
    while let request = try channel.next() {
      switch request {
      case .open(let opening):
        source = Result { () throws(HTTPError) in
          try HTTPSource(opening, token: token, authorities: authorities)
        }
      case .cancel:
        break  // the page was answered already
      case .page(let order):
        do {
          let page = try source.get().page(order, channel: &channel)
          channel.answer(HelperAnswer(id: order.id, .page(page)))
        } catch HTTPError.unwanted {
          continue
        } catch let error as HTTPError {
          channel.answer(HelperAnswer(id: order.id, .failure(error.failure)))
        }
      }
    }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
