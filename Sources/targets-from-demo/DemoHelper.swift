import HelperProtocol

/// `targets --from demo:`: made-up names without a network, with adjustable delays and failures.
@main
enum DemoHelper {
  static func main() throws {
    var channel = RequestChannel()
    var list: Result<DemoList, DemoError> = .failure(.notOpened)
    while let request = try channel.next() {
      switch request {
      case .open(let opening):
        list = Result { () throws(DemoError) in try DemoList(opening) }
      case .cancel:
        break  // the page was answered already
      case .page(let order):
        switch list {
        case .success(var opened):
          let outcome = opened.answer(to: order)
          list = .success(opened)
          if try channel.isUnwanted(order.id, within: outcome.delay) { continue }
          try channel.answer(HelperAnswer(id: order.id, outcome.answer))
        case .failure(let error):
          let failure = HelperFailure(reason: "\(error)", mayRetry: false)
          try channel.answer(HelperAnswer(id: order.id, .failure(failure)))
        }
      }
    }
  }
}
