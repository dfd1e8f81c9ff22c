/// A part of a long list, and where the next part begins.
///
/// ```swift
/// Page(contents: [Person(name: "Arya"), Person(name: "Bran")], next: page + 1, total: 4)
/// ```
public struct Page<Contents, Cursor> {
  /// The contents; they may be empty, even in the middle of the list.
  public var contents: Contents

  /// Where the next page begins, or `nil` at the end of the list.
  public var next: Cursor?

  /// The cursor of the preceding page, or `nil` if there is none or the list only grows at its end.
  public var previous: Cursor?

  /// The number of items in the whole list, if the source reports it.
  public var total: Int?

  /// Makes a page.
  public init(contents: Contents, next: Cursor?, previous: Cursor? = nil, total: Int? = nil) {
    self.contents = contents
    self.next = next
    self.previous = previous
    self.total = total
  }
}

extension Page {
  /// A page with transformed contents, and all else the same.
  public func map<Other>(_ transform: (Contents) throws -> Other) rethrows -> Page<Other, Cursor> {
    Page<Other, Cursor>(
      contents: try transform(contents), next: next, previous: previous, total: total)
  }

  /// A page with a transformed cursor, and all else the same.
  public func mapCursor<Other>(
    _ transform: (Cursor) throws -> Other
  ) rethrows -> Page<Contents, Other> {
    Page<Contents, Other>(
      contents: contents, next: try next.map(transform), previous: try previous.map(transform),
      total: total)
  }
}

extension Page: Equatable where Contents: Equatable, Cursor: Equatable {}

extension Page: Hashable where Contents: Hashable, Cursor: Hashable {}

extension Page: Sendable where Contents: Sendable, Cursor: Sendable {}
