/// What happens to the sections and items of a list, as offsets and paths and no values.
///
/// All arrays are ascending: by the place after the change for what is inserted and moved, by the
/// place before it for what is deleted and updated. The coordinates are *before* (the list the
/// changes are applied to) and *after* (the list that results):
///
/// - deleted and updated: before;
/// - inserted: after;
/// - moved: from before, to after.
///
/// What is not named keeps its order and fills the places that are left. Items of a section that
/// is deleted or inserted go and come with it and are not named; items of a moved section are
/// named only if they move within it or leave it.
public struct SectionedChanges: Hashable, Sendable {
  /// Sections that are gone.
  public var deletedSections: [Int] = []

  /// Sections whose header changed.
  public var updatedSections: [Int] = []

  /// Sections that are new, complete with all their items.
  public var insertedSections: [Int] = []

  /// Kept sections that change places with others.
  public var movedSections: [Move<Int>] = []

  /// Items that are gone from a kept section.
  ///
  /// An item that is wanted in a section that is inserted is deleted here and comes with that.
  public var deletedItems: [ItemPath] = []

  /// Items that stay in the list, with another value.
  public var updatedItems: [ItemPath] = []

  /// Items that are new in a kept section.
  ///
  /// An item that was in a section that is deleted went with that and is inserted here.
  public var insertedItems: [ItemPath] = []

  /// Items that move within a kept section, or from one kept section to another.
  public var movedItems: [Move<ItemPath>] = []

  /// Makes changes that change nothing.
  public init() {}

  /// Whether nothing changes.
  public var isEmpty: Bool {
    self == SectionedChanges()
  }
}
