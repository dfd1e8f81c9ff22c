/// The changes of the sections and items of a list, as offsets and paths without values.
///
/// Deletions and the `from` of moves and updates refer to the list before the change. Insertions and the
/// `to` of moves and updates refer to the list after it. Moves are sorted by `to`, updates by `from`, and
/// everything else by its only position.
///
/// Items that are not mentioned keep their relative order and fill the remaining places. This includes
/// the items of a moved section that keep their order. The items of a deleted or inserted section are
/// not mentioned, because they go or come with it.
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

  /// Items deleted from a kept section, including those that move to an inserted section.
  public var deletedItems: [ItemPath] = []

  /// Items that stay in the list with another value, and may move as well.
  public var updatedItems: [Relocation<ItemPath>] = []

  /// Items inserted into a kept section, including those that come from a deleted section.
  public var insertedItems: [ItemPath] = []

  /// Items that move within a kept section or to another kept section.
  public var movedItems: [Relocation<ItemPath>] = []

  /// Makes an empty set of changes.
  public init() {}

  /// Whether nothing changes.
  public var isEmpty: Bool { count == 0 }

  /// The number of changes; an element that moves with another value counts twice.
  public var count: Int {
    let sections =
      deletedSections.count + updatedSections.count + insertedSections.count + movedSections.count
    return sections + deletedItems.count + updatedItems.count + insertedItems.count
      + movedItems.count
  }
}
