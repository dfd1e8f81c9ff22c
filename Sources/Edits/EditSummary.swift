public import NameSearch

/// What an edit of many names has come to, in figures: it takes no more room for ten million names than
/// for ten.
public struct EditSummary: Equatable, Sendable {
  /// Some names, of which the first few are known.
  public struct Sample: Equatable, Sendable {
    /// The most names that are kept.
    public static let most = 10

    /// How many there are.
    public private(set) var count = 0

    /// The first of them, as they were asked for.
    public private(set) var first: [Name] = []

    /// No names.
    public init() {}

    /// Counts one more name.
    public mutating func add(_ name: @autoclosure () -> Name) {
      count += 1
      if first.count < Self.most { first.append(name()) }
    }
  }

  /// How many entries changed.
  public var changeCount = 0

  /// The names that were already as asked.
  public var unchanged = Sample()

  /// The names that are not in the list and were not to be added.
  public var unknown = Sample()

  /// Nothing done yet.
  public init() {}
}
