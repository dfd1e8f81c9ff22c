/// One of the two lists that are compared.
public enum DifferenceSide: Hashable, Sendable {
  /// The list before the change.
  case initial

  /// The list after the change.
  case final
}
