package import Edits
import GRDB
package import NameSearch
import QueueExecutor

/// The kept lists: names and what is known of them, in one file, for any number of programs at once.
///
/// An edit that has come back is on the disk: it outlives the program, and a power cut. Edits are
/// never lost to another program that writes at the same time. Nothing is made before the first
/// edit; a file that is no store, or a damaged one, is refused and left as it is.
///
/// All work is done on a thread of the store's own, one thing after another.
package actor TargetStore {
  let connection: StoreConnection

  /// Tells the steps of this run from those of all others.
  let writer = Int64.random(in: 1...Int64.max)

  /// Whether this run has made, undone or redone anything.
  var hasMadeSteps = false

  private let executor = QueueExecutor(label: "targets.store")

  /// The thread of the store.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Takes the path of a store that may not exist yet; touches nothing.
  ///
  /// - Throws: ``StoreError/unusable(path:reason:)`` if it cannot be a path.
  package init(path: String) throws(StoreError) {
    try self.init(path: path, patience: .seconds(10))
  }

  /// Takes the path of a store, and how long to wait for other programs.
  package init(path: String, patience: Duration) throws(StoreError) {
    connection = StoreConnection(try StoreFile(path: path), patience: patience)
  }
}

// MARK: Reading

extension TargetStore {
  /// Whether the store can be read but not edited, as far as that shows beforehand.
  package func isReadOnly() throws(StoreError) -> Bool {
    try connection.isReadOnly()
  }

  /// Whether the list was ever added to, even if all its names were dropped since.
  package func contains(_ list: Name) throws(StoreError) -> Bool {
    try connection.read { db in try EntryTable.id(of: list, in: db) != nil } ?? false
  }

  /// Whether another program has written to the store since this was last asked, or since the first
  /// reading: what was read before may be out of date.
  ///
  /// Now and then it is true without cause, as after the first edit of this run; never the other way
  /// round.
  ///
  /// - Complexity: O(1); some microseconds, so that it can be asked often.
  package func hasChangedElsewhere() throws(StoreError) -> Bool {
    try connection.hasChangedElsewhere()
  }

  /// All lists that were ever added to, in ascending order of the bytes of their names.
  ///
  /// - Complexity: O(*n*), where *n* is the number of names in all lists.
  package func lists() throws(StoreError) -> [ListSummary] {
    try connection.read { db in
      let isListed = EntryRows.isListed
      let count = "(SELECT count(*) FROM entry WHERE list = l.id"
      // What is dropped is few: counting it apart spares looking at the flags of every name.
      let reading = try RawStatement(
        db,
        """
        SELECT name, original, \(count)) - \(count) AND flags > 0 AND NOT \(isListed)),
          \(count) AND flags > 0 AND \(isListed) AND flags & 1),
          \(count) AND flags > 0 AND \(isListed) AND flags & 2)
        FROM list AS l ORDER BY name
        """)
      var lists: [ListSummary] = []
      while try reading.step() {
        let figures = (2...4).map { Int(reading.number(at: $0) ?? 0) }
        lists.append(
          ListSummary(
            name: try reading.name(at: 0), count: figures[0], dead: figures[1],
            liked: figures[2]))
      }
      return lists
    } ?? []
  }

  /// What all lists that were ever added to are called, in ascending order of the bytes of their names.
  package func listNames() throws(StoreError) -> [Name] {
    try connection.read { db in
      let reading = try RawStatement(db, "SELECT name, original FROM list ORDER BY name")
      var names: [Name] = []
      while try reading.step() { names.append(try reading.name(at: 0)) }
      return names
    } ?? []
  }

  /// The flags of the names of a list that have any: the dead, the liked, and the dropped ones, which
  /// are not in the list; and of all rows that are known by an identity, whether they have flags or not.
  ///
  /// - Complexity: O(*m*), where *m* is the number of those names, however long the list is.
  package func flags(in list: Name) throws(StoreError) -> [Name: Flags] {
    try connection.read { db in
      var flags: [Name: Flags] = [:]
      guard let id = try EntryTable.id(of: list, in: db) else { return flags }
      let rows = try EntryRows(db)
      var sources = ["\(rows.table) WHERE flags > 0"]
      // By itself SQLite would go through the whole list.
      if rows.haveIdentities {
        sources.append("entry INDEXED BY known WHERE id <> '' AND flags = 0")
      }
      for source in sources {
        let reading = try RawStatement(
          db, "SELECT name, original, id, flags FROM \(source) AND list = ?")
        try reading.bind(id, at: 1)
        while try reading.step() {
          let kept = try reading.keptName
          flags[kept.name] = kept.flags
        }
      }
      return flags
    } ?? [:]
  }

  /// Reads the names of a list that come first in an order, or close to first: a page to show
  /// while the others are read.
  ///
  /// - Parameters:
  ///   - list: The list; one that does not exist has no names.
  ///   - keys: The sort keys of the order.
  ///   - limit: The most names to read.
  /// - Returns: The names, and where to go on. When names are left (`next` is not `nil`), the pages
  ///   from there on may hold those of this page again, since they are in the order of their bytes.
  /// - Throws: Why they could not be read.
  /// - Complexity: O(`limit` log *n*) looks at the table, where *n* is the length of the list; at
  ///   most a fixed number.
  package func firstNames(
    in list: Name, by keys: PrimaryKeys, limit: Int
  ) throws(StoreError) -> KeptPage {
    let page = try names(in: list, limit: limit)
    if page.next == nil { return page }
    return try connection.read { db in
      guard let id = try EntryTable.id(of: list, in: db) else { return page }
      let first = try FirstNames(db, list: id, keys: keys, limit: limit).names
      return first.isEmpty ? page : KeptPage(names: first, next: .start)
    } ?? page
  }

  /// Reads some names of a list, those after `cursor`, without what is dropped.
  ///
  /// Names that are added or dropped between two calls are in the pages that are still to come, or
  /// are not; all others are in exactly one page.
  ///
  /// - Parameters:
  ///   - list: The list; one that does not exist has no names.
  ///   - cursor: Where to start; what the page before gave as `next`.
  ///   - limit: The number of names in a page; only the last one has fewer.
  /// - Returns: The names, and where to go on.
  /// - Throws: Why they could not be read; also where rows are out of order, or an index lacks some.
  /// - Complexity: O(`limit` + *d* + log *n*), where *n* is the length of the list and *d* the number
  ///   of dropped names among those of the page.
  package func names(
    in list: Name, after cursor: KeptPage.Cursor = .start, limit: Int
  ) throws(StoreError) -> KeptPage {
    precondition(limit > 0, "a page holds at least one name")
    return try connection.read { db in
      var page = KeptPage(names: [], next: nil)
      guard let id = try EntryTable.id(of: list, in: db) else { return page }
      let rows = try EntryRows(db)
      let reading = try RawStatement(
        db,
        """
        SELECT name, original, id, flags FROM \(rows.table)
        WHERE list = ? AND (name, id) > (?, ?) AND \(EntryRows.isListed)
        ORDER BY \(rows.order) LIMIT ?
        """)
      try reading.bind(id, at: 1)
      try reading.bind(cursor.text, at: 2)
      try reading.bind(cursor.id, at: 3)
      try reading.bind(Int64(limit) + 1, at: 4)
      var last = cursor
      while try reading.step() {
        if page.names.count == limit {
          page.next = last
          break
        }
        let kept = try reading.keptName
        let place = KeptPage.Cursor(after: kept.name)
        guard last.precedes(place) else { throw Damage.disorder }
        last = place
        page.names.append(kept)
      }
      reading.reset()
      if rows.haveIdentities {
        try FlaggedCheck(db, list: id).check(page.names, after: cursor, upTo: page.next)
      }
      return page
    } ?? KeptPage(names: [], next: nil)
  }
}
