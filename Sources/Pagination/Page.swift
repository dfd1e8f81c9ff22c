/// A part of a long list, and the way to the part after it.
public struct Page<Contents, Cursor> {
  /// What the page holds; it may be empty, also in the middle of the list.
  public var contents: Contents

  /// Where the next page begins, or `nil` when the list ends here.
  public var next: Cursor?

  /// Makes a page.
  public init(contents: Contents, next: Cursor?) {
    self.contents = contents
    self.next = next
  }
}

extension Page {
  /// A page of what `transform` makes of the contents, with the same successor.
  public func map<Other>(_ transform: (Contents) throws -> Other) rethrows -> Page<Other, Cursor> {
    Page<Other, Cursor>(contents: try transform(contents), next: next)
  }
}

extension Page: Equatable where Contents: Equatable, Cursor: Equatable {}

extension Page: Hashable where Contents: Hashable, Cursor: Hashable {}

extension Page: Sendable where Contents: Sendable, Cursor: Sendable {}
