import CSignals
import Glibc
package import HelperProtocol

/// `targets --from https://…`: a list in JSON that a server returns page by page.
package enum HTTPHelper {
  /// Answers requests until the end of the input.
  ///
  /// - Throws: An error of `RequestChannel`.
  package static func serve(_ channel: inout RequestChannel) throws {
    csignals_hide_memory()  // it contains a token
    let token = variable(Credentials.tokenVariable)
    let authorities = variable("SSL_CERT_FILE")
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
