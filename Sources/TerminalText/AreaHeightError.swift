package enum AreaHeightError: Error, Equatable {
  case notAHeight(String)
  case noRows(String)
  case moreThanTheWindow(String)
}

extension AreaHeightError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAHeight(let text):
      "“\(DisplayText(text).text)” is not a height; use rows (12), a percentage (40%) or a maximum (~12)"
    case .noRows(let text): "a height must be 1 or more, not \(DisplayText(text).text)"
    case .moreThanTheWindow(let text):
      "a height must be 100% or less, not \(DisplayText(text).text)"
    }
  }
}
