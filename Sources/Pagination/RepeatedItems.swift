/// Which item a ``PaginatedList`` keeps if pages repeat an identity.
///
/// ```swift
/// var fresh = PaginatedList<Person, Int>(firstCursor: 0, repeats: RepeatedItems.last)
/// ```
public enum RepeatedItems: Hashable, Sendable {
  /// Keeps the item that was loaded first.
  case first

  /// Keeps the item that was loaded last, at the place of the first, so that no row moves.
  case last

  /// Keeps the first item, and the page that repeats it is a ``PageFailure`` that is not retried
  /// automatically. None of its items is added.
  ///
  /// The first page that has an item of ``PaginatedList/insert(_:at:)`` does not repeat it.
  case error
}
