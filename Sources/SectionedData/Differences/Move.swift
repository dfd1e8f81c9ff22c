/// Something that leaves one place for another.
public struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
  /// Where it was.
  public var from: Place

  /// Where it is afterwards.
  public var to: Place

  /// Makes a move; the places need not exist in any list.
  public init(from: Place, to: Place) {
    self.from = from
    self.to = to
  }
}

extension Move: CustomStringConvertible {
  /// Both places: `(0, 2) → (0, 0)`.
  public var description: String {
    "\(from) → \(to)"
  }
}
