/// A connection to the database of a store, in a file or on a server, for one thread at a time.
///
/// The queries of the store are plain SQL with SQLite's parameters (`?`, `?1`) and hints (`INDEXED BY`,
/// `CROSS JOIN … ON`). ``ServerSQL`` translates them for a server: it removes the hints, and turns `JOIN … ON
/// (…)` with parentheses into a look-up of one row at a time.
protocol Database: AnyObject {
  var isServer: Bool { get }

  /// Compiles a single statement, or reuses a compiled one.
  func statement(_ sql: String) throws -> any Statement

  /// Checks that the tables still have the version of this program.
  ///
  /// An upgrade on a server locks the rows of all lists, so call this once the list's row is
  /// locked. A file is checked when its transaction begins.
  func checkTables() throws

  /// Extends the deadline of this transaction's answers, for statements that change this many rows.
  func expectWork(on rows: Int64)

  /// Discards prefetched rows that were not read, since they may change now.
  func forgetPrefetched()

  /// Sets the deadline for reads in `body`: if `much`, it is extended while data arrives; otherwise
  /// it is fixed.
  ///
  /// By default, the deadline is extended in transactions that only read, and fixed in those that
  /// write.
  func reading<Value>(much: Bool, _ body: () throws -> Value) rethrows -> Value

}

extension Database {
  /// The end of a subquery that a server must evaluate on its own.
  ///
  /// Without statistics, a server assumes that a list has one row, and would compare all rows
  /// instead of looking some up.
  var fence: String { isServer ? "OFFSET 0" : "" }

  /// The end of a query that locks its rows; in a file, the transaction locks everything.
  var rowLock: String { isServer ? "FOR UPDATE" : "" }

  /// A parameter that is text of arbitrary bytes, which the text of a server cannot hold.
  func bytes(_ parameter: Int) -> String {
    isServer ? "CAST(?\(parameter) AS bytea)" : "?\(parameter)"
  }

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
