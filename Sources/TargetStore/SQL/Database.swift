/// A connection to the database of a store, in a file or on a server, for one thread at a time.
///
/// The queries of the store are plain SQL with SQLite's parameters (`?`, `?1`) and hints (`INDEXED BY`,
/// `CROSS JOIN … ON`). ``ServerSQL`` translates them for a server: it removes the hints, and turns `JOIN … ON
/// (…)` with parentheses into a look-up of one row at a time.
protocol Database: AnyObject {
  var isServer: Bool { get }

  /// Compiles a single statement, or takes one that is compiled.
  func statement(_ sql: String) throws -> any Statement

  /// Looks whether the tables are still those of this program. Whoever changes them on a server holds
  /// the rows of all lists, so that this is asked once the list's row is held; a file is looked at when
  /// its transaction begins.
  func checkTables() throws

  /// Gives the answers of this transaction more time, for statements that change this many rows.
  func expectWork(on rows: Int64)

  /// Forgets what was prefetched and not asked for: it may change now.
  func forgetPrefetched()

  /// Waits for what `body` reads for as long as it keeps coming, if it is much; else for a fixed time.
  ///
  /// In a transaction that only reads all is taken for much, in one that writes nothing is.
  func reading<Value>(much: Bool, _ body: () throws -> Value) rethrows -> Value

}

extension Database {
  /// The end of a subquery that a server is to make by itself.
  ///
  /// Without statistics it takes a list for one row, and would compare every row of it instead of looking
  /// up some.
  var fence: String { isServer ? "OFFSET 0" : "" }

  func expectWork(on rows: Int64) {}

  func checkTables() throws {}

  func reading<Value>(much: Bool, _ body: () throws -> Value) rethrows -> Value { try body() }

  /// The first value of a query; `nil` without a row, or if it is NULL.
  func number(_ sql: String) throws -> Int? {
    try statement(sql).first { $0.number(at: 0).map(Int.init) } ?? nil
  }

  func text(_ sql: String) throws -> String? {
    try statement(sql).first { $0.text(at: 0) } ?? nil
  }
}
