import NameSearch
import PageSources

extension NameLines {
  /// The names as they came.
  var originals: [String] {
    (0..<names.count).map { names[$0].original }
  }
}
