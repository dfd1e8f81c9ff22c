/// Why a data source has no answer.
///
/// A list may have changed between the moment a place was shown and the moment it is asked for,
/// so a place that is not there is an error to handle, never a trap.
public enum DataSourceError: Error, Hashable {
  /// There are `count` sections, and the offset is not within them.
  case sectionOutOfRange(Int, count: Int)

  /// The path's section has `count` items, and the path's item is not within them.
  case itemOutOfRange(ItemPath, count: Int)

  /// The index titles do not have this title at this position.
  case unknownIndexTitle(String, position: Int)

  /// The configuration does not allow the item at this path to be moved.
  case notMovable(ItemPath)
}

extension DataSourceError: CustomStringConvertible {
  /// One line for the user: what was asked for, and how much there is.
  public var description: String {
    switch self {
    case .sectionOutOfRange(let section, let count):
      "no section at offset \(section): the list has \(count)"
    case .itemOutOfRange(let path, let count):
      "no item at \(path): section \(path.section) has \(count)"
    case .unknownIndexTitle(let title, let position):
      // The debug form keeps a title with line breaks on one line.
      "no index title \(title.debugDescription) at offset \(position)"
    case .notMovable(let path):
      "the item at \(path) cannot be moved"
    }
  }
}
