/// Why two sectioned lists have no difference.
///
/// ```swift
/// do throws(DifferenceError<String, String>) {
///   _ = try SectionedDifference(from: [], to: twice)
/// } catch .duplicateItem(let duplicate) {
///   duplicate.side == DifferenceSide.final
///   duplicate.second == ItemPath(section: 0, item: 1)
/// } catch {
/// ```
public indirect enum DifferenceError<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>:
  Error, Hashable
{
  /// Two items of one list, in one section or in two, have the same identity.
  case duplicateItem(DuplicateIdentity<ItemID, ItemPath>)

  /// Two sections of one list have the same identity; the places are their offsets.
  case duplicateSection(DuplicateIdentity<SectionID, Int>)

  /// A section's `init(original:items:)` did not make the expected section.
  case invalidRebuild(Rebuild)

  /// A section that was rebuilt, and what was expected of it.
  public struct Rebuild: Hashable, Sendable {
    /// The original section's identity.
    public var expectedSection: SectionID

    /// The rebuilt section's identity.
    public var section: SectionID

    /// The identities of the items that were passed, in order.
    public var expectedItems: [ItemID]

    /// The rebuilt section's items; if all identities are as expected, a header or value differs.
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
  /// One line for the user.
  public var description: String {
    switch self {
    case .duplicateItem(let duplicate): "item \(duplicate)"
    case .duplicateSection(let duplicate): "section \(duplicate)"
    case .invalidRebuild(let rebuild):
      "section \(String(reflecting: rebuild.expectedSection)) was given "
        + "\(rebuild.expectedItems.count) items and became section "
        + "\(String(reflecting: rebuild.section)) with \(rebuild.items.count), or changed itself"
    }
  }
}
