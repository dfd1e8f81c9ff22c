/// A statement on a server, with values in binary form.
///
/// Statements without rows are sent without waiting for the result. Their errors arrive with the
/// next awaited answer, at the latest with the commit.
final class ServerStatement: Statement {
  private let connection: ServerDatabase
  private let sql: ServerSQL
  private var values: [ServerValue] = []
  private var answer: ServerAnswer?

  /// The place of the next row in the answer.
  private var place = 0

  /// The places of this row's values; `nil` is NULL.
  private var columns: [Range<Int>?] = []

  /// The answer that was requested in advance.
  private var prefetched: ServerAnswer?

  init(_ connection: ServerDatabase, _ sql: ServerSQL) {
    self.connection = connection
    self.sql = sql
  }

  deinit { reset() }

  var database: any Database { connection }

  func prefetch() throws {
    prefetched = try connection.prefetch(sql, values)
  }

  func step() throws -> Bool {
    guard sql.hasRows else {
      try connection.send(sql, values)
      return false
    }
    let answer = try self.answer ?? prefetched ?? connection.answer(to: sql, values)
    self.answer = answer
    guard try connection.receiveRow(of: answer, at: &place) else {
      reset()
      return false
    }
    answer.read(at: &place, into: &columns)
    return true
  }

  func reset() {
    if let answer, !answer.isKept { answer.discard() }
    (answer, prefetched) = (nil, nil)
    place = 0
    columns = []
  }
}

// MARK: Values

extension ServerStatement {
  private func bind(_ value: ServerValue, _ index: CInt) -> ServerStatement {
    reset()
    while values.count < Int(index) { values.append(.unused) }
    values[Int(index) - 1] = value
    return self
  }

  @discardableResult
  func bind(
    _ utf8: UnsafeRawBufferPointer, at index: CInt, staysThere: Bool
  ) -> ServerStatement {
    bind(.bytes(Array(utf8)), index)
  }

  @discardableResult
  func bind(_ number: Int64?, at index: CInt) -> ServerStatement {
    bind(number.map { .number($0) } ?? .null, index)
  }

  private func range(_ column: CInt) -> Range<Int>? {
    columns.indices.contains(Int(column)) ? columns[Int(column)] : nil
  }

  func isNull(at column: CInt) -> Bool { range(column) == nil }

  /// An integer of any width, or a Boolean.
  func number(at column: CInt) -> Int64? {
    guard let answer, !isNull(at: column) else { return nil }
    let bytes = bytes(at: column)
    guard answer.isOfNumbers(Int(column)), [1, 2, 4, 8].contains(bytes.count) else { return nil }
    let negative = bytes.count > 1 && bytes[0] & 0x80 != 0
    return bytes.reduce(negative ? -1 : 0) { $0 << 8 | Int64($1) }
  }

  func bytes(at column: CInt) -> UnsafeRawBufferPointer {
    guard let answer, let range = range(column) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return answer.bytes(range)
  }
}

/// A parameter of a statement.
enum ServerValue: Hashable {
  case null
  case number(Int64)

  /// A text, or a value of the type that the statement names.
  case bytes([UInt8])

  /// A parameter that the statement does not use.
  case unused

  /// In bytes.
  var size: Int { if case .bytes(let bytes) = self { bytes.count } else { 8 } }
}
