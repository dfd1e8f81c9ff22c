/// A value that is its own identity, as a header or an item that is a mere title is.
///
/// Two of them are either the same and unchanged, or different: such a value is never updated.
public struct SelfIdentified<Value: Hashable>: Identifiable, Hashable {
  /// What it is, and what it is known by.
  public let id: Value

  /// Makes a value its own identity.
  public init(_ value: Value) {
    id = value
  }
}

extension SelfIdentified: Sendable where Value: Sendable {}
