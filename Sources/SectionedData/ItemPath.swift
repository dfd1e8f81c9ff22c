/// The zero-based place of an item in a sectioned list, ordered by section, then by item.
public struct ItemPath: Hashable, Sendable {
  /// The section's offset in the list of sections.
  public var section: Int

  /// The item's offset in its section.
  public var item: Int

  /// Makes a path; it need not exist in any list.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

extension ItemPath: Comparable {
  /// Whether `left` comes before `right`.
  public static func < (left: ItemPath, right: ItemPath) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }
}

extension ItemPath: CustomStringConvertible {
  /// The path as `(section, item)`.
  public var description: String {
    "(\(section), \(item))"
  }
}
