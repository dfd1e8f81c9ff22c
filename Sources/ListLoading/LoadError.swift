package import ListModel
import ShellText

/// Why the rows of a source could not be read, other than the errors of the source itself.
package enum LoadError: Error, CustomStringConvertible {
  /// Lines were skipped in strict mode.
  case leftOut(LineReport)

  /// This many successive pages brought nothing new.
  case nothingNew(pages: Int)

  case outOfTime(Duration)

  /// The rows of a list must be in the order of their source, which the list does not keep.
  case keepsNoOrder(ListName)

  package var description: String {
    switch self {
    case .leftOut(let report): "input: \(report.faults)"
    case .nothingNew(let pages): "stopped after \(pages) pages without a new row"
    case .outOfTime(let limit):
      "stopped after \(limit.components.seconds) s; --time-limit sets a longer limit"
    case .keepsNoOrder(let list):
      "--order input: \(list.text) does not keep the order of its rows; "
        + "to keep it, run "
        + ShellLine(["targets", "recipe", "-l", list.option, "--set", "order", "input"]).text
        + " and import the rows again"
    }
  }
}
