/// A value that is its own identity, for example a title; it is never updated.
public struct SelfIdentified<Value: Hashable>: Identifiable, Hashable {
  /// The value.
  public let id: Value

  /// Wraps a value.
  public init(_ value: Value) {
    id = value
  }
}

extension SelfIdentified: Sendable where Value: Sendable {}
