/// The changes of the sections and items of a list, as offsets and paths without values.
///
/// Deletions and updates count in the list before the change, insertions in the list after it, and
/// moves have one place of each. All arrays ascend, moves by their final place.
///
/// What is not named keeps its order and fills the remaining places. Items of a deleted or inserted
/// section are not named, nor those that keep their order in a moved section.
public struct SectionedChanges: Hashable, Sendable {
  /// Deleted sections.
  public var deletedSections: [Int] = []

  /// Sections with another header.
  public var updatedSections: [Int] = []

  /// Inserted sections, with all their items.
  public var insertedSections: [Int] = []

  /// Kept sections that move.
  public var movedSections: [Move<Int>] = []

  /// Items deleted from a kept section, including those that are then in an inserted section.
  public var deletedItems: [ItemPath] = []

  /// Items that stay in the list with another value.
  public var updatedItems: [ItemPath] = []

  /// Items inserted into a kept section, including those that were in a deleted section.
  public var insertedItems: [ItemPath] = []

  /// Items that move within a kept section or to another kept section.
  public var movedItems: [Move<ItemPath>] = []

  /// Makes an empty set of changes.
  public init() {}

  /// Whether nothing changes.
  public var isEmpty: Bool {
    self == SectionedChanges()
  }
}
