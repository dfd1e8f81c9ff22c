/// The changes of the sections and items of a list, as offsets and paths without values.
///
/// Deletions count in the list before the change, insertions in the list after it; moves and updates
/// have one place of each. All arrays ascend, moves by their place after it, updates by that before.
///
/// What is not named keeps its order and fills the remaining places. Items of a deleted or inserted
/// section are not named, nor those that keep their order in a moved section.
///
/// ```swift
/// let changes: SectionedChanges = try SectionedDifference(from: shown, to: moved).batch
/// ```
public struct SectionedChanges: Hashable, Sendable {
  /// Deleted sections.
  public var deletedSections: [Int] = []

  /// Sections with another header, which may move as well.
  public var updatedSections: [Relocation<Int>] = []

  /// Inserted sections, with all their items.
  public var insertedSections: [Int] = []

  /// Kept sections that move.
  public var movedSections: [Relocation<Int>] = []

  /// Items deleted from a kept section, including those that are then in an inserted section.
  public var deletedItems: [ItemPath] = []

  /// Items that stay in the list with another value, and may move as well.
  public var updatedItems: [Relocation<ItemPath>] = []

  /// Items inserted into a kept section, including those that were in a deleted section.
  public var insertedItems: [ItemPath] = []

  /// Items that move within a kept section or to another kept section.
  public var movedItems: [Relocation<ItemPath>] = []

  /// Makes an empty set of changes.
  public init() {}

  /// Whether nothing changes.
  public var isEmpty: Bool { count == 0 }

  /// How many changes there are; what moves with another value counts twice.
  public var count: Int {
    [deletedSections.count, updatedSections.count, insertedSections.count, movedSections.count]
      .reduce(0, +)
      + [deletedItems.count, updatedItems.count, insertedItems.count, movedItems.count]
      .reduce(0, +)
  }
}
