package import HelperProtocol

/// `targets --from demo:`: made-up names without a network, with adjustable delays and failures.
package enum DemoHelper {
  /// Answers requests until the end of the input.
  ///
  /// - Throws: An error of `RequestChannel`.
  package static func serve(_ channel: inout RequestChannel) throws {
    var list: Result<DemoList, HelperFailure> = .failure(
      HelperFailure(reason: "a page was requested before a list was opened", mayRetry: false))
    while let request = try channel.next() {
      switch request {
      case .open(let opening):
        list = Result { () throws(HelperFailure) in try DemoList(opening) }
      case .cancel:
        break  // the page was answered already
      case .page(let order):
        switch list {
        case .success(var opened):
          let outcome = opened.answer(to: order)
          list = .success(opened)
          if try channel.isUnwanted(order.id, within: outcome.delay) { continue }
          channel.answer(HelperAnswer(id: order.id, outcome.answer))
        case .failure(let failure):
          channel.answer(HelperAnswer(id: order.id, .failure(failure)))
        }
      }
    }
  }
}
