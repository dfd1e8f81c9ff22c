/// What is kept about a name, besides that it is there.
public struct Flags: OptionSet, Hashable, Sendable {
  /// Crossed off: the name is done with, until it is revived.
  public static let dead = Flags(rawValue: 1)

  /// Liked: worth finding again.
  public static let liked = Flags(rawValue: 2)

  /// The bits, as they are stored.
  public let rawValue: Int

  /// Makes flags of stored bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}
