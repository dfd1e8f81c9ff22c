package import ListModel

package struct ListSummary: Hashable, Sendable {
  package var name: ListName
  package var count: Int

  /// The rows whose decision counts, by its class.
  package var dead: Int
  package var ok: Int

  /// Includes dead and ok rows.
  package var liked: Int

  /// All others, snoozed ones, too.
  package var open: Int { count - dead - ok }

  package init(name: ListName, count: Int, dead: Int, ok: Int, liked: Int) {
    self.name = name
    self.count = count
    self.dead = dead
    self.ok = ok
    self.liked = liked
  }
}
