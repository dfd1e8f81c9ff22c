/// A section that can be compared and computes its items on request.
///
/// The items of the steps between two lists are stored; all others are computed by `Base`:
///
/// ```swift
/// let numbers = LazySection(
///   header: SelfIdentified("Squares"),
///   items: (1..<1_000_000).lazy.map { SelfIdentified($0 * $0) })
/// ```
public struct LazySection<Header: Identifiable & Equatable, Base: RandomAccessCollection>:
  DifferentiableSection
where
  Header.ID: Sendable, Base.Index == Int, Base.Element: Identifiable & Equatable,
  Base.Element.ID: Sendable
{
  /// Computed items, or stored items in an intermediate step between two lists.
  public struct Items: RandomAccessCollection {
    let base: Base

    /// The items of a step, used instead of those that `base` computes.
    let stored: [Base.Element]?

    /// Zero.
    public var startIndex: Int { 0 }

    /// The number of items.
    public let endIndex: Int

    init(_ base: Base, stored: [Base.Element]? = nil) {
      self.base = base
      self.stored = stored
      endIndex = stored?.count ?? base.count
    }

    /// The item at an offset, as `Base` computes it.
    public subscript(offset: Int) -> Base.Element {
      stored?[offset] ?? base.item(atOffset: offset)
    }
  }

  /// The header, which gives the section its identity.
  public var header: Header

  /// The items in the order in which they are shown.
  public let items: Items

  /// The identity of the header.
  public var id: Header.ID { header.id }

  /// Makes a section whose items are those of a collection, in O(1).
  public init(header: Header, items: Base) {
    self.header = header
    self.items = Items(items)
  }

  /// Makes a section with the original's header, for a step between two lists.
  public init(original: Self, items: [Base.Element]) {
    header = original.header
    self.items = Items(original.items.base, stored: items)
  }
}

extension LazySection.Items: Sendable where Base: Sendable, Base.Element: Sendable {}

extension LazySection: Sendable where Header: Sendable, Base: Sendable, Base.Element: Sendable {}
