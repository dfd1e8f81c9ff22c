/// One of the two lists that are compared.
public enum DifferenceSide: Hashable, Sendable {
  /// The list as it was.
  case initial

  /// The list as it is wanted.
  case final
}
