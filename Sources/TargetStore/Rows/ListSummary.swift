package import NameSearch

package struct ListSummary: Hashable, Sendable {
  package var name: Name
  package var count: Int
  package var dead: Int

  /// Includes dead names.
  package var liked: Int

  package init(name: Name, count: Int, dead: Int, liked: Int) {
    self.name = name
    self.count = count
    self.dead = dead
    self.liked = liked
  }
}
