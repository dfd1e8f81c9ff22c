package import ListModel

/// Why the rows of a source could not be had, beside the errors of the source itself.
package enum LoadError: Error, CustomStringConvertible {
  /// Lines were left out, which was not to happen.
  case leftOut(LineReport)

  /// So many pages in a row have brought nothing new.
  case nothingNew(pages: Int)

  case outOfTime(Duration)

  package var description: String {
    switch self {
    case .leftOut(let report): "input: \(report)"
    case .nothingNew(let pages): "stopped after \(pages) pages that brought nothing new"
    case .outOfTime(let limit):
      "stopped after \(limit.components.seconds) s; --time-limit gives the source more"
    }
  }
}
