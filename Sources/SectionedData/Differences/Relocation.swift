/// A move from one place to another.
///
/// ```swift
/// changes.movedItems == [Relocation(from: ItemPath(section: 0, item: 1), to: first)]
/// ```
public struct Relocation<Place: Hashable & Sendable>: Hashable, Sendable {
  /// The place before the change.
  public var from: Place

  /// The place after the change.
  public var to: Place

  /// Makes a move; the places need not exist in any list.
  public init(from: Place, to: Place) {
    self.from = from
    self.to = to
  }
}

extension Relocation: CustomStringConvertible {
  /// Both places, for example `(0, 2) → (0, 0)`.
  public var description: String {
    "\(from) → \(to)"
  }
}
