/// The names under one title.
public struct IndexSection: Hashable, Sendable {
  /// What stands above the names and in the index: a label, `#`, `…`, or nothing.
  public let title: String

  /// The offsets of the rows; never empty.
  public let rows: Range<Int>

  /// Makes a section.
  public init(title: String, rows: Range<Int>) {
    self.title = title
    self.rows = rows
  }
}
