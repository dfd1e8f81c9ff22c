enum DemoError: Error, Equatable {
  case notOpened
  case unknownSetting(String)
  case badValue(String, expected: String)
  case unknownOption(String)
}

extension DemoError: CustomStringConvertible {
  var description: String {
    switch self {
    case .notOpened: "a page was asked for before a list was opened"
    case .unknownSetting(let name):
      "demo: \(name): no such setting; there are rows, page, failures, delay, seed and search"
    case .badValue(let setting, let expected): "demo: \(setting): is to be \(expected)"
    case .unknownOption(let name): "demo: takes no option \(name)"
    }
  }
}
