package enum AreaHeightError: Error, Equatable {
  case notAHeight(String)
  case noRows(String)
  case moreThanTheWindow(String)
}

extension AreaHeightError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAHeight(let text):
      "\(DisplayText(text).text) is no height: rows (12), a share (40%), or at most so many (~12)"
    case .noRows(let text): "\(DisplayText(text).text) leaves no row: a height is 1 or more"
    case .moreThanTheWindow(let text):
      "\(DisplayText(text).text) is more than the window: a share is 100% at most"
    }
  }
}
