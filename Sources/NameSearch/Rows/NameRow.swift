/// The position of a name in one version of an index.
///
/// It is meaningless for any other version; to follow a name across changes, keep the ``Name``.
///
/// ```swift
/// index.name(at: NameRow(1)).text == "Bran Stark"
/// ```
public struct NameRow: Hashable, Comparable, Sendable {
  /// The number of names before this one in the index.
  public let offset: Int

  /// Makes a row without checking the offset.
  public init(_ offset: Int) {
    self.offset = offset
  }

  /// Whether one row comes before another of the same index.
  public static func < (left: NameRow, right: NameRow) -> Bool {
    left.offset < right.offset
  }
}
