/// An identity that occurs more than once in a list.
///
/// ```swift
/// do throws(DuplicateIdentity<String, Int>) {
///   _ = try ListDifference(from: twice[0].items, to: [])
/// } catch {
///   complaint = "\(error)"
/// }
/// ```
public struct DuplicateIdentity<ID: Hashable & Sendable, Place: Hashable & Sendable>:
  Error, Hashable
{
  /// The identity.
  public var identity: ID

  /// The first place where it occurs.
  public var first: Place

  /// The second place where it occurs; there may be more.
  public var second: Place

  /// The list that contains it.
  public var side: DifferenceSide

  /// Makes the report of a duplicate identity.
  public init(identity: ID, first: Place, second: Place, side: DifferenceSide) {
    self.identity = identity
    self.first = first
    self.second = second
    self.side = side
  }
}

extension DuplicateIdentity: CustomStringConvertible {
  /// One line for the user.
  public var description: String {
    let list = side == .initial ? "initial" : "final"
    return "\(String(reflecting: identity)) is in the \(list) list twice: "
      + "at \(first) and at \(second)"
  }
}
