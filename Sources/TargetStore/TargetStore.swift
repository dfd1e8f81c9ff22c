package import ListModel
package import NameSearch
import Threads

/// The kept lists: names and their flags in one file, or on a server, which several programs can use
/// at once.
///
/// An edit that has returned is on disk and survives a power cut. The first edit creates the file;
/// a damaged or foreign file is rejected and left unchanged. All work runs on one thread.
package actor TargetStore {
  let connection: any StoreConnection

  let run: Journal.Run

  /// Whether this run has made, undone or redone a step.
  var hasMadeSteps = false

  /// Shows others that this run is under way, once it has claimed rows in a file.
  var runLock: RunLock?

  /// The state of the list that the last edit, undo or redo of this run has led to.
  package internal(set) var newestMark: ListVersion?

  /// The path as it was given.
  package nonisolated let path: String

  /// True for a server, which is polled; a file is watched with inotify.
  package nonisolated let isOnServer: Bool

  private let executor = ThreadExecutor(label: "targets.store")

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Takes the path of a store that need not exist yet, and opens nothing.
  ///
  /// - Parameters:
  ///   - path: Of the file, or an address: `postgres://…`, or `service:NAME`.
  ///   - author: Gives the person whose edits these are; called for each step.
  ///   - patience: How long to wait for other programs that write.
  ///   - stepsKept: How many of the last steps of a list in a file can be undone, and are reported
  ///     to those who follow it. On a server the log belongs to all, and each client keeps 10,000.
  /// - Throws: ``StoreError/unusable(path:reason:)`` if `path` is empty or contains NUL, or is an
  ///   address with a password.
  package init(
    path: String, author: @escaping @Sendable () -> String = { "" },
    patience: Duration = .seconds(10), stepsKept: Int = 10_000
  ) throws(StoreError) {
    self.path = path
    let address = try ServerAddress(path)
    isOnServer = address != nil
    connection =
      if let address {
        ServerConnection(address, patience: patience)
      } else {
        FileConnection(try StoreFile(path: path), patience: patience)
      }
    run = Journal.Run(author: author, stepsKept: address == nil ? stepsKept : 10_000)
  }

  /// A store with a connection of its own.
  init(
    path: String, connection: sending any StoreConnection,
    author: @escaping @Sendable () -> String = { "" }, stepsKept: Int = 10_000
  ) {
    self.path = path
    self.connection = connection
    isOnServer = connection is ServerConnection
    run = Journal.Run(author: author, stepsKept: stepsKept)
  }
}

// MARK: Reading

extension TargetStore {
  package func isReadOnly() throws(StoreError) -> Bool {
    try connection.isReadOnly()
  }

  /// False for a file that the first edit makes.
  package func isThere() throws(StoreError) -> Bool {
    try connection.read { _ in true } ?? false
  }

  /// All lists that were ever added to, in byte order of their names.
  ///
  /// - Complexity: O(*n*), where *n* is the number of names in all lists.
  package func lists() throws(StoreError) -> [ListSummary] {
    try connection.read { db in
      let isListed = EntrySQL.isListed
      let count = "(SELECT count(*) FROM entry WHERE list = l.id"
      // Few names are dropped, so subtracting them is faster than testing the flags of every name.
      let reading = try db.statement(
        """
        SELECT name, original, \(count)) - \(count) AND flags > 0 AND NOT \(isListed)),
          \(count) AND flags > 0 AND \(isListed) AND flags & 1 <> 0),
          \(count) AND flags > 0 AND \(isListed) AND flags & 2 <> 0)
        FROM list AS l ORDER BY name
        """)
      var lists: [ListSummary] = []
      while try reading.step() {
        let figures = (2...4).map { Int(reading.amount(at: $0) ?? 0) }
        lists.append(
          ListSummary(
            name: try reading.name(at: 0), count: figures[0], dead: figures[1],
            liked: figures[2]))
      }
      return lists
    } ?? []
  }

  package func listNames() throws(StoreError) -> [Name] {
    try connection.read { db in
      let reading = try db.statement("SELECT name, original FROM list ORDER BY name")
      var names: [Name] = []
      while try reading.step() { names.append(try reading.name(at: 0)) }
      return names
    } ?? []
  }

  /// At most `limit` names that begin with `prefix`, in byte order and as they came, without dropped
  /// ones.
  ///
  /// - Complexity: O(log *n* + `limit`) for a list of *n* names, and the dropped names on the way.
  package func texts(
    in list: Name, startingWith prefix: String, limit: Int
  ) throws(StoreError) -> [String] {
    try connection.read { db in
      guard let id = try EntryTable.id(of: list, in: db) else { return [] }
      let reading = try db.statement(
        """
        SELECT name, original FROM entry
        WHERE list = ? AND name >= ? AND name < ? AND \(EntrySQL.isListed)
        ORDER BY name, id LIMIT ?
        """)
      // No character comes after the last one.
      try reading.bind(id, at: 1).bind(prefix, at: 2).bind(prefix + "\u{10FFFF}", at: 3)
      try reading.bind(Int64(limit), at: 4)
      var texts: [String] = []
      while try reading.step() {
        let text = try reading.name(at: 0).original
        if texts.last != text { texts.append(text) }
      }
      return texts
    } ?? []
  }

  /// How far a list is; ``changes(of:since:limit:)`` goes on from there.
  package func mark(of list: Name) throws(StoreError) -> ListVersion {
    try connection.read { db in try Journal.mark(of: list, in: db) } ?? .start
  }

  /// Reads at most `limit` names that come first in an order, at least approximately.
  ///
  /// If `next` is not `nil`, the pages from there on are in byte order and can repeat these names.
  ///
  /// - Complexity: O(`limit` log *n*) queries for a list of *n* names, at most a fixed number.
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

  /// Reads a page of `limit` names (the last can have fewer) in byte order, without dropped ones.
  ///
  /// Names added or dropped between two calls may be missing. All others are in exactly one page.
  /// A list that does not exist is empty.
  ///
  /// - Throws: ``StoreError/damaged(path:reason:)`` also if rows are unsorted or not indexed.
  /// - Complexity: O(`limit` + *d* + log *n*) for *d* dropped names in the page and a list of *n*.
  package func names(
    in list: Name, after cursor: KeptPage.Cursor = .start, limit: Int
  ) throws(StoreError) -> KeptPage {
    precondition(limit > 0, "a page holds at least one name")
    return try connection.read { db in
      var page = KeptPage(names: [], next: nil)
      guard let id = try EntryTable.id(of: list, in: db) else { return page }
      let reading = try db.statement(
        EntrySQL.page("name, original, id, \(EntrySQL.storedFlags()), detail, section"))
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
        let kept = try reading.keptRow
        let place = KeptPage.Cursor(after: kept.name)
        guard last.precedes(place) else { throw SQLiteError.corrupt("rows out of order") }
        last = place
        page.names.append(kept)
      }
      try reading.reset()
      // A server checks its own indexes.
      if !db.isServer {
        try page.checkFlagged(db, list: id, after: cursor)
      }
      return page
    } ?? KeptPage(names: [], next: nil)
  }
}
