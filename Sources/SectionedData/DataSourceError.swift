/// Why a ``DataSource`` has no answer; a place may be missing because the list has changed.
///
/// ```swift
/// do throws(DataSourceError) {
///   _ = try source.row(at: ItemPath(section: 3, item: 0))
/// } catch {
///   complaint = "\(error)"
/// }
/// ```
public enum DataSourceError: Error, Hashable {
  /// The offset is outside of `0..<count`, where `count` is the number of sections.
  case sectionOutOfRange(Int, count: Int)

  /// The item is outside of `0..<count`, where `count` is the number of items in its section.
  case itemOutOfRange(ItemPath, count: Int)

  /// The index titles do not contain this title at this position.
  case unknownIndexTitle(String, position: Int)

  /// The configuration does not allow moving the item at this path.
  case notMovable(ItemPath)
}

extension DataSourceError: CustomStringConvertible {
  /// One line for the user.
  public var description: String {
    switch self {
    case .sectionOutOfRange(let section, let count):
      "section offset \(section) is out of range: the list has \(count)"
    case .itemOutOfRange(let path, let count):
      "item \(path) is out of range: section \(path.section) has \(count)"
    case .unknownIndexTitle(let title, let position):
      // The debug form keeps a title with line breaks on one line.
      "no index title \(title.debugDescription) at offset \(position)"
    case .notMovable(let path):
      "the item at \(path) cannot be moved"
    }
  }
}
