import ListModel
import NameSearch
import PageSources

extension RowBatch {
  /// The names as they came.
  var originals: [String] {
    (0..<names.count).map { names[$0].original }
  }
}
