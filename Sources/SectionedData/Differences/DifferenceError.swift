/// Why two sectioned lists have no difference.
public enum DifferenceError<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>:
  Error, Hashable
{
  /// Two items of one list, in one section or in two, have the same identity.
  case duplicateItem(DuplicateIdentity<ItemID, ItemPath>)

  /// Two sections of one list have the same identity; the places are their offsets.
  case duplicateSection(DuplicateIdentity<SectionID, Int>)

  /// A section's `init(original:items:)` made something else than it was told.
  case invalidRebuild(Rebuild)

  /// A section that was rebuilt, and what it should have become.
  public struct Rebuild: Hashable, Sendable {
    /// The identity that the section had and should have kept.
    public var expectedSection: SectionID

    /// The identity that it has now.
    public var section: SectionID

    /// The identities of the items that it was given, in order.
    public var expectedItems: [ItemID]

    /// The identities of the items that it has now, in order.
    ///
    /// When these and the sections are as expected, a header or an item has changed otherwise.
    public var items: [ItemID]

    /// Makes the report of a section that was rebuilt wrongly.
    public init(
      expectedSection: SectionID, section: SectionID, expectedItems: [ItemID], items: [ItemID]
    ) {
      self.expectedSection = expectedSection
      self.section = section
      self.expectedItems = expectedItems
      self.items = items
    }
  }
}

extension DifferenceError: CustomStringConvertible {
  /// One line for the user: which identity, and where.
  public var description: String {
    switch self {
    case .duplicateItem(let duplicate): "item \(duplicate)"
    case .duplicateSection(let duplicate): "section \(duplicate)"
    case .invalidRebuild(let rebuild):
      "section \(String(reflecting: rebuild.expectedSection)) was given "
        + "\(rebuild.expectedItems.count) items and became section "
        + "\(String(reflecting: rebuild.section)) with \(rebuild.items.count), or changed in itself"
    }
  }
}
