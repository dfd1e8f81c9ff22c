import DemoSource
import HelperProtocol
import PageSources
import Printing
import WebSource

extension BuiltInHelper {
  /// Answers requests from standard input until its end, and returns the exit status.
  func serve() -> Int32 {
    var channel = RequestChannel()
    do {
      switch self {
      case .demo: try DemoHelper.serve(&channel)
      case .http: try HTTPHelper.serve(&channel)
      }
      return ExitStatus.done.rawValue
    } catch {
      complain("\(rawValue): \(error)")
      return ExitStatus.failed.rawValue
    }
  }
}
