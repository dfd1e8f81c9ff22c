package import NameSearch

/// A kept list in figures.
package struct ListSummary: Hashable, Sendable {
  /// What the list is called.
  package var name: Name

  /// The number of its names.
  package var count: Int

  /// How many of them are dead.
  package var dead: Int

  /// How many of them are liked, dead ones included.
  package var liked: Int

  /// Sums a list up.
  package init(name: Name, count: Int, dead: Int, liked: Int) {
    self.name = name
    self.count = count
    self.dead = dead
    self.liked = liked
  }
}
