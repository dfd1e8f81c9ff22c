/// The rows that a statement on a server answers with.
final class ServerAnswer {
  private let libpq: LibPQ

  /// Whether the statement is one that has rows; it can have none of them.
  private let hasRows: Bool
  private var result: LibPQ.ResultSet?

  /// Whether it has come, or never will.
  private(set) var isThere = false
  private(set) var rowCount: CInt = 0
  private var columnCount: CInt = 0

  init(_ libpq: LibPQ, hasRows: Bool) {
    (self.libpq, self.hasRows) = (libpq, hasRows)
  }

  deinit {
    if let result { libpq.clear(result) }
  }

  /// Takes the rows, which it owns from now on.
  ///
  /// - Throws: ``ServerError/broken(reason:)`` for an answer to another statement.
  func take(_ result: LibPQ.ResultSet) throws {
    if let old = self.result { libpq.clear(old) }
    self.result = result
    try check(hasRows: true)
    rowCount = libpq.rowCount(result)
    columnCount = libpq.columnCount(result)
  }

  /// - Throws: ``ServerError/broken(reason:)`` if the answer is to another statement.
  func check(hasRows: Bool) throws {
    guard hasRows == self.hasRows else {
      throw ServerError.broken(reason: "it is not to what was asked")
    }
  }

  func end() { isThere = true }

  func isNull(_ row: CInt, _ column: CInt) -> Bool {
    guard let result, row < rowCount, column < columnCount else { return true }
    return libpq.isNull(result, row, column) == 1
  }

  func bytes(_ row: CInt, _ column: CInt) -> UnsafeRawBufferPointer {
    guard let result, row < rowCount, column < columnCount else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(
      start: libpq.value(result, row, column), count: Int(libpq.length(result, row, column)))
  }

  /// Whether a column is of the types `bool`, `int8`, `int2` or `int4`, by their numbers in the
  /// catalogue of PostgreSQL.
  func isOfNumbers(_ column: CInt) -> Bool {
    guard let result, column < columnCount else { return false }
    return [16, 20, 21, 23].contains(libpq.columnType(result, column))
  }
}
