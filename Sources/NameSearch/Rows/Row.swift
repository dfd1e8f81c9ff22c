/// The place of a name in one index, in the index's own order.
///
/// A row says something only together with the index (and its version) it was taken from:
/// to hold on to a name while names come and go, keep the ``Name``.
public struct Row: Hashable, Comparable, Sendable {
  /// The number of names before this one in the whole index.
  public let offset: Int

  /// Makes the row with the given offset, which is not checked here.
  public init(_ offset: Int) {
    self.offset = offset
  }

  /// Whether one row stands before another of the same index.
  public static func < (left: Row, right: Row) -> Bool {
    left.offset < right.offset
  }
}
