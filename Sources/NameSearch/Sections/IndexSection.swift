/// The names under one title.
///
/// ```swift
/// index.sections[1] == IndexSection(title: "B", rows: 1..<2)
/// ```
public struct IndexSection: Hashable, Sendable {
  /// The heading and index label: a letter or other label, `#`, `…`, or empty.
  public let title: String

  /// The offsets of the rows; never empty.
  public let rows: Range<Int>

  /// Makes a section.
  public init(title: String, rows: Range<Int>) {
    self.title = title
    self.rows = rows
  }
}
