import Glibc

/// The rows of a statement's answer that have been received and not read yet.
///
/// They are kept as the server sends them: the length of each value in four bytes, then the value.
final class ServerAnswer {
  private let libpq: LibPQ
  private let buffered: BufferedBytes

  /// The maximum number of bytes that it may have.
  private let longest: Int

  /// Whether the statement can have rows, even if it has none.
  private let hasRows: Bool

  /// Whether rows can be read more than once.
  let isKept: Bool

  /// Whether it was received completely, or never will be.
  private(set) var isThere = false

  private var isDiscarded = false

  /// The number of received bytes of values, read or not.
  private var length = 0
  private var types: [CUnsignedInt]?
  private var base: UnsafeMutableRawPointer?
  private var capacity = 0

  /// The index after the last row.
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

  /// Takes rows from a result.
  ///
  /// - Throws: ``ServerError/broken(reason:)`` for an answer to another statement, or one that is
  ///   too long.
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

  /// Discards all rows, including those not received yet.
  func discard() {
    isDiscarded = true
    clear()
  }

  /// Makes room for the next rows, once the present ones have been read.
  func forgetRead() {
    count = 0
    // Releases the memory of a single long row.
    if capacity > 1 << 16 { clear() }
  }

  private func clear() {
    free(base)
    buffered.remove(capacity)
    (base, capacity, count) = (nil, 0, 0)
  }

  /// Reads the row at a place, and moves the place to the next row.
  ///
  /// - Parameters:
  ///   - place: Before `count`.
  ///   - values: Receives the places of the values; `nil` is NULL.
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

  /// Whether a column has the type `bool`, `int8`, `int2` or `int4`, by their numbers in
  /// PostgreSQL's catalog.
  func isOfNumbers(_ column: Int) -> Bool {
    guard let types, types.indices.contains(column) else { return false }
    return [16, 20, 21, 23].contains(types[column])
  }
}
