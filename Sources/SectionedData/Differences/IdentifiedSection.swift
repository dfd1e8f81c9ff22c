/// A ready-made section that can be compared: a header with an identity, and an array of items.
///
/// ``SelfIdentified`` wraps a header or item that has no identity; for sections of strings, the
/// texts are enough:
///
/// ```swift
/// let letters = [IdentifiedSection("A", ["Ada", "Alan"]), IdentifiedSection("G", ["Grace"])]
/// ```
public struct IdentifiedSection<
  Header: Identifiable & Equatable, Item: Identifiable & Equatable
>: DifferentiableSection where Header.ID: Sendable, Item.ID: Sendable {
  /// The header, which gives the section its identity.
  public var header: Header

  /// The items in the order in which they are shown.
  public var items: [Item]

  /// The identity of the header.
  public var id: Header.ID { header.id }

  /// Makes a section, which may be empty.
  public init(header: Header, items: [Item]) {
    self.header = header
    self.items = items
  }

  /// Makes a section with the original's header.
  public init(original: Self, items: [Item]) {
    self.init(header: original.header, items: items)
  }
}

extension IdentifiedSection {
  /// Makes a section with a header that is its own identity, a title for example.
  @_alwaysEmitIntoClient
  public init<Value>(_ header: Value, items: [Item]) where Header == SelfIdentified<Value> {
    self.init(header: SelfIdentified(header), items: items)
  }

  /// Makes a section in which the header and all items are their own identities.
  @_alwaysEmitIntoClient
  public init<Value, Element>(_ header: Value, _ items: some Sequence<Element>)
  where Header == SelfIdentified<Value>, Item == SelfIdentified<Element> {
    self.init(header: SelfIdentified(header), items: items.map { SelfIdentified($0) })
  }
}

extension IdentifiedSection: Equatable {}

extension IdentifiedSection: Hashable where Header: Hashable, Item: Hashable {}

extension IdentifiedSection: Sendable where Header: Sendable, Item: Sendable {}
