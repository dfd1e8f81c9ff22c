/// A section whose changes can be told: it and its items have identities.
///
/// Identity says *the same thing*, equality says *unchanged*. A section is told from others by its
/// `id`, unique among the sections of a list; an item by its own `id`, unique in the whole list.
/// A section of the same identity with another header is an update, and so is an item of the same
/// identity that is not equal.
public protocol DifferentiableSection: SectionModel, Identifiable
where ID: Sendable, Item: Identifiable & Equatable, Item.ID: Sendable {
  /// What a section shows besides its items.
  associatedtype Header: Equatable

  /// All that the section shows besides its items; a change of it is an update of the section.
  var header: Header { get }

  /// Makes the section as it is between two stages: as the original, with other items.
  ///
  /// The result has exactly these items in this order, and the identity and the header of the
  /// original. A difference checks that, and throws ``DifferenceError/invalidRebuild(_:)`` if not.
  ///
  /// - Parameters:
  ///   - original: What to take everything but the items from.
  ///   - items: All items of the new section.
  init(original: Self, items: [Item])
}
