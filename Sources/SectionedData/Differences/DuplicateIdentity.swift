/// One identity that stands at two places of the same list.
public struct DuplicateIdentity<ID: Hashable & Sendable, Place: Hashable & Sendable>:
  Error, Hashable
{
  /// The identity that is there twice.
  public var identity: ID

  /// Where it is met first, reading from the start.
  public var first: Place

  /// Where it is met again; there may be more places after it.
  public var second: Place

  /// In which of the two lists that is.
  public var side: DifferenceSide

  /// Makes the report of an identity that is there twice.
  public init(identity: ID, first: Place, second: Place, side: DifferenceSide) {
    self.identity = identity
    self.first = first
    self.second = second
    self.side = side
  }
}

extension DuplicateIdentity: CustomStringConvertible {
  /// One line for the user: which identity, in which list, at which two places.
  public var description: String {
    let list = side == .initial ? "initial" : "final"
    return "\(String(reflecting: identity)) is in the \(list) list twice: "
      + "at \(first) and at \(second)"
  }
}
