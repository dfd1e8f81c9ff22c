import Glibc

/// The rows that a statement on a server answers with: those that have been received and not read.
///
/// They are kept as the server sends them: the length of each value in four bytes, then the value.
final class ServerAnswer {
  private let libpq: LibPQ
  private let buffered: BufferedBytes

  /// How many bytes it may have.
  private let longest: Int

  /// Whether the statement is one that has rows; it can have none of them.
  private let hasRows: Bool

  /// Whether rows can be read more than once.
  let isKept: Bool

  /// Whether it has been received completely, or never will be.
  private(set) var isThere = false

  private var isDiscarded = false

  /// How many bytes of values have come, whether they were read or not.
  private var length = 0
  private var types: [CUnsignedInt]?
  private var base: UnsafeMutableRawPointer?
  private var capacity = 0

  /// The place behind the last row.
  private(set) var count = 0

  private static let widthOfLength = MemoryLayout<CInt>.size
  private static let null: CInt = -1

  init(
    _ libpq: LibPQ, hasRows: Bool, isKept: Bool = false, isLong: Bool = false,
    _ buffered: BufferedBytes
  ) {
    (self.libpq, self.hasRows, self.isKept) = (libpq, hasRows, isKept)
    self.buffered = buffered
    longest = isLong ? buffered.limits.longestAnswer : buffered.limits.mostBuffered
  }

  deinit { clear() }

  /// Takes rows out of a result.
  ///
  /// - Throws: ``ServerError/broken(reason:)`` for an answer to another statement, or one that is too
  ///   long.
  func take(_ result: LibPQ.ResultSet) throws {
    try check(hasRows: true)
    let (rows, columns) = (libpq.rowCount(result), libpq.columnCount(result))
    if rows > 0, types == nil { types = (0..<columns).map { libpq.columnType(result, $0) } }
    guard rows == 0 || types?.count == Int(columns) else {
      throw ServerError.broken(reason: "rows with different columns")
    }
    for row in 0..<rows {
      length += Self.widthOfLength
      for column in 0..<columns {
        let isNull = libpq.isNull(result, row, column) == 1
        let width = isNull ? Self.null : libpq.length(result, row, column)
        length += Self.widthOfLength + Int(max(width, 0))
        if !isDiscarded { try append(libpq.value(result, row, column), length: width) }
      }
    }
    guard length <= longest else {
      throw ServerError.broken(reason: "it does not end")
    }
  }

  private func append(_ value: UnsafePointer<CChar>?, length: CInt) throws {
    let size = Int(max(length, 0))
    let base = try room(for: Self.widthOfLength + size)
    (base + count).storeBytes(of: length, as: CInt.self)
    if let value, size > 0 { memcpy(base + count + Self.widthOfLength, value, size) }
    count += Self.widthOfLength + size
  }

  private func room(for size: Int) throws -> UnsafeMutableRawPointer {
    if let base, capacity - count >= size { return base }
    let larger = max(2 * capacity, count + size, 256)
    try buffered.add(larger - capacity)
    guard let base = realloc(base, larger) else {
      buffered.remove(larger - capacity)
      throw ServerError.lost(reason: StoreError.message(of: ENOMEM))
    }
    (self.base, capacity) = (base, larger)
    return base
  }

  /// - Throws: ``ServerError/broken(reason:)`` if the answer is to another statement.
  func check(hasRows: Bool) throws {
    guard hasRows == self.hasRows else {
      throw ServerError.broken(reason: "it does not match the statement")
    }
  }

  func end() { isThere = true }

  /// Forgets all rows, those too that are still to come.
  func discard() {
    isDiscarded = true
    clear()
  }

  /// Makes room for the next rows, once those that are there have been read.
  func forgetRead() {
    count = 0
    // A single long row does not keep its room.
    if capacity > 1 << 16 { clear() }
  }

  private func clear() {
    free(base)
    buffered.remove(capacity)
    (base, capacity, count) = (nil, 0, 0)
  }

  /// Reads the row at a place, and moves the place behind it.
  ///
  /// - Parameters:
  ///   - place: Before `count`.
  ///   - values: Gets the places of the values; `nil` is NULL.
  func read(at place: inout Int, into values: inout [Range<Int>?]) {
    values.removeAll(keepingCapacity: true)
    guard let base, let types else { return }
    for _ in types {
      let length = (base + place).loadUnaligned(as: CInt.self)
      place += Self.widthOfLength
      values.append(length == Self.null ? nil : place..<place + Int(length))
      place += Int(max(length, 0))
    }
  }

  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base.map { $0 + range.lowerBound }, count: range.count)
  }

  /// Whether a column is of the types `bool`, `int8`, `int2` or `int4`, by their numbers in the
  /// catalogue of PostgreSQL.
  func isOfNumbers(_ column: Int) -> Bool {
    guard let types, types.indices.contains(column) else { return false }
    return [16, 20, 21, 23].contains(types[column])
  }
}
