import ListModel
import NameSearch
import PageSources

extension RowBatch {
  /// The names in their original form.
  var originals: [String] {
    (0..<names.count).map { names[$0].original }
  }
}
