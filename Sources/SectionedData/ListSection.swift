/// A ready-made section: a header of any type and a collection of items.
///
/// ```swift
/// let section = ListSection(header: "Odd", items: [1, 3, 5])
/// let source = DataSource<ListSection<String, [Int]>, String>(
///   sections: [section], configuration: .init { number, _, _ in "\(number)" })
/// ```
public struct ListSection<Header, Items: RandomAccessCollection>: SectionModel
where Items.Index == Int {
  /// An item of the section.
  public typealias Item = Items.Element

  /// The title above the items, or a value to make one from.
  public var header: Header

  /// The items in the order in which they are shown.
  public var items: Items

  /// Makes a section, which may be empty.
  public init(header: Header, items: Items) {
    self.header = header
    self.items = items
  }
}

extension ListSection: Equatable where Header: Equatable, Items: Equatable {}

extension ListSection: Hashable where Header: Hashable, Items: Hashable {}

extension ListSection: Sendable where Header: Sendable, Items: Sendable {}
