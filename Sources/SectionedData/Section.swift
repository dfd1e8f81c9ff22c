/// A ready-made section: a header of any type, and a collection of items.
public struct Section<Header, Items: RandomAccessCollection>: SectionModel
where Items.Index == Int {
  /// What the section is a list of.
  public typealias Item = Items.Element

  /// What stands above the items: a title, or a value to make one of.
  public var header: Header

  /// The section's items, in the order in which they are shown.
  public var items: Items

  /// Makes a section; it may be empty.
  public init(header: Header, items: Items) {
    self.header = header
    self.items = items
  }
}

extension Section: Equatable where Header: Equatable, Items: Equatable {}

extension Section: Hashable where Header: Hashable, Items: Hashable {}

extension Section: Sendable where Header: Sendable, Items: Sendable {}
