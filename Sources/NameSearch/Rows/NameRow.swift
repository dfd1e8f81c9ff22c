/// The number of a name in one version of an index.
///
/// It is meaningless in any other version of the index, which refuses it. To follow a name across
/// changes, keep the ``Name``. Rows are equal if their numbers are.
///
/// ```swift
/// index.name(at: NameRow(1)).text == "Bran Stark"
/// ```
public struct NameRow: Sendable {
  /// The number of names before this one in the index.
  public let offset: Int

  /// The version of the index that has this row, if known.
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
  /// Whether a row belongs to this version of the index.
  public func has(_ row: NameRow) -> Bool {
    row.version.isNone(but: version) && row.offset >= 0 && row.offset < count
  }
}

extension Optional<NameIndex.Version> {
  /// Whether the two versions are equal, or one of them is unknown.
  @inline(__always)
  func isNone(but other: NameIndex.Version?) -> Bool {
    self == nil || other == nil || self == other
  }
}
