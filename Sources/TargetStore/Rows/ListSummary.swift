package import ListModel

package struct ListSummary: Hashable, Sendable {
  package var name: ListName
  package var count: Int

  /// The number of rows whose decision counts, by its class.
  package var dead: Int
  package var ok: Int

  /// The number of rows that are snoozed now and not decided.
  package var snoozed: Int

  package var open: Int { count - dead - ok - snoozed }

  package init(name: ListName, count: Int, dead: Int, ok: Int, snoozed: Int) {
    self.name = name
    self.count = count
    self.dead = dead
    self.ok = ok
    self.snoozed = snoozed
  }
}
