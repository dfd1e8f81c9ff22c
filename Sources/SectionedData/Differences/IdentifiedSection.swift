/// A ready-made section whose changes can be told: a header with an identity, and an array of items.
///
/// ``SelfIdentified`` makes a header or an item of a value that has no identity of its own.
public struct IdentifiedSection<
  Header: Identifiable & Equatable, Item: Identifiable & Equatable
>: DifferentiableSection where Header.ID: Sendable, Item.ID: Sendable {
  /// What stands above the items, and gives the section its identity.
  public var header: Header

  /// The section's items, in the order in which they are shown.
  public var items: [Item]

  /// The identity of the header.
  public var id: Header.ID { header.id }

  /// Makes a section; it may be empty.
  public init(header: Header, items: [Item]) {
    self.header = header
    self.items = items
  }

  /// Makes a section with the original's header.
  public init(original: Self, items: [Item]) {
    self.init(header: original.header, items: items)
  }
}

extension IdentifiedSection: Equatable {}

extension IdentifiedSection: Hashable where Header: Hashable, Item: Hashable {}

extension IdentifiedSection: Sendable where Header: Sendable, Item: Sendable {}
