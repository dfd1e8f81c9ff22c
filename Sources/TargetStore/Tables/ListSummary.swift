public import NameSearch

/// A kept list in figures.
public struct ListSummary: Hashable, Sendable {
  /// What the list is called.
  public var name: Name

  /// The number of its names.
  public var count: Int

  /// How many of them are dead.
  public var dead: Int

  /// How many of them are liked, dead ones included.
  public var liked: Int

  /// Sums a list up.
  public init(name: Name, count: Int, dead: Int, liked: Int) {
    self.name = name
    self.count = count
    self.dead = dead
    self.liked = liked
  }
}
