/// A part of a long list, and where the next part begins.
public struct Page<Contents, Cursor> {
  /// The contents; they may be empty, even in the middle of the list.
  public var contents: Contents

  /// Where the next page begins, or `nil` at the end of the list.
  public var next: Cursor?

  /// Makes a page.
  public init(contents: Contents, next: Cursor?) {
    self.contents = contents
    self.next = next
  }
}

extension Page {
  /// A page with transformed contents and the same `next`.
  public func map<Other>(_ transform: (Contents) throws -> Other) rethrows -> Page<Other, Cursor> {
    Page<Other, Cursor>(contents: try transform(contents), next: next)
  }
}

extension Page: Equatable where Contents: Equatable, Cursor: Equatable {}

extension Page: Hashable where Contents: Hashable, Cursor: Hashable {}

extension Page: Sendable where Contents: Sendable, Cursor: Sendable {}
