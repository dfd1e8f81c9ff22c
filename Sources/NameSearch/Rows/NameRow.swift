/// The number of a name in one version of an index.
///
/// It means nothing in any other version, which refuses a row that comes from an index; to follow a name
/// across changes, keep the ``Name``. Rows are equal if their numbers are.
///
/// ```swift
/// index.name(at: NameRow(1)).text == "Bran Stark"
/// ```
public struct NameRow: Sendable {
  /// The number of names before this one in the index.
  public let offset: Int

  /// The index that this is a row of, if it is known.
  let version: NameIndex.Version?

  /// Makes a row from its offset, which is not checked.
  public init(_ offset: Int) {
    self.init(offset, of: nil)
  }

  init(_ offset: Int, of version: NameIndex.Version?) {
    self.offset = offset
    self.version = version
  }
}

extension NameRow: Hashable, Comparable {
  /// Whether both are the same row of an index.
  public static func == (left: NameRow, right: NameRow) -> Bool { left.offset == right.offset }

  /// Hashes the offset.
  public func hash(into hasher: inout Hasher) { hasher.combine(offset) }

  /// Whether one row comes before another of the same index.
  public static func < (left: NameRow, right: NameRow) -> Bool { left.offset < right.offset }
}

extension NameIndex {
  /// Whether a row is one of this index, and not of an earlier or later version.
  public func has(_ row: NameRow) -> Bool {
    row.version.isNone(but: version) && row.offset >= 0 && row.offset < count
  }
}

extension Optional<NameIndex.Version> {
  /// Whether this is the given version, or none.
  @inline(__always)
  func isNone(but other: NameIndex.Version?) -> Bool {
    self == nil || other == nil || self == other
  }
}
