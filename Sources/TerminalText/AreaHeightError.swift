/// Why a text is no height.
package enum AreaHeightError: Error, Equatable {
  /// It is neither a number nor a share.
  case notAHeight(String)

  /// It leaves no row.
  case noRows(String)

  /// It is a share of more than the whole.
  case moreThanTheWindow(String)
}

extension AreaHeightError: CustomStringConvertible {
  /// One line for the user.
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
