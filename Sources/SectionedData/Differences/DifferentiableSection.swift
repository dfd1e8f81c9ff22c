/// A section that can be compared: it and its items have identities.
///
/// The `id` of a section is unique in its list, and so is that of an item in the whole list. The
/// same identity with another header, or an item that is not equal, is an update.
///
/// ```swift
/// struct PhoneBook: DifferentiableSection {
///   let id: String
///   var header: String
///   var items: [SelfIdentified<String>]
///
///   init(id: String, header: String, items: [SelfIdentified<String>]) {
///     (self.id, self.header, self.items) = (id, header, items)
///   }
///
///   init(original: PhoneBook, items: [SelfIdentified<String>]) {
///     self = original
///     self.items = items
///   }
/// }
/// ```
public protocol DifferentiableSection: SectionModel, Identifiable
where ID: Sendable, Item: Identifiable & Equatable, Item.ID: Sendable {
  /// What a section shows besides its items.
  associatedtype Header: Equatable

  /// Everything that the section shows besides its items.
  var header: Header { get }

  /// Makes a copy of `original` with exactly these items in this order.
  ///
  /// A difference checks its identity, header and items: ``DifferenceError/invalidRebuild(_:)``.
  init(original: Self, items: [Item])
}
