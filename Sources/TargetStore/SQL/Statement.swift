/// A prepared statement, which can be run any number of times within one transaction.
///
/// Binding a value begins a new run, whether or not the last one has ended. A run ends, so that it
/// holds no lock, with its last row, with an error, or with `reset()`.
protocol Statement: AnyObject {
  var database: any Database { get }

  /// Binds a copy of some UTF-8, or the bytes themselves if they stay there until the run has ended.
  @discardableResult
  func bind(
    _ utf8: UnsafeRawBufferPointer, at index: CInt, staysThere: Bool
  ) throws -> Self

  @discardableResult
  func bind(_ number: Int64?, at index: CInt) throws -> Self

  /// Requests the rows of the next run, with the same values, in advance to save a round trip.
  ///
  /// These rows must not change before that run.
  func prefetch() throws

  /// Goes to the next row; false at the end.
  func step() throws -> Bool

  /// Ends a run.
  func reset() throws

  func isNull(at column: CInt) -> Bool
  func number(at column: CInt) -> Int64?

  /// The text in a column, valid until the next step.
  func bytes(at column: CInt) -> UnsafeRawBufferPointer
}

extension Statement {
  /// Binds a copy of a text, which may contain any characters; `nil` is NULL.
  @discardableResult
  func bind(_ text: String?, at index: CInt) throws -> Self {
    guard var text else { return try bind(Int64?.none, at: index) }
    return try text.withUTF8 {
      try bind(UnsafeRawBufferPointer($0), at: index, staysThere: false)
    }
  }

  @discardableResult
  func bind(_ value: StoredValue, at index: CInt) throws -> Self {
    switch value {
    case .null: try bind(Int64?.none, at: index)
    case .number(let number): try bind(number, at: index)
    case .text(let text): try bind(text, at: index)
    }
  }

  func text(at column: CInt) -> String? {
    isNull(at: column) ? nil : String(decoding: bytes(at: column), as: UTF8.self)
  }

  /// Runs it to the end.
  func run() throws {
    while try step() {}
  }

  /// Reads the first row and ends the run; `nil` without a row.
  func first<Value>(_ read: (any Statement) throws -> Value) throws -> Value? {
    guard try step() else { return nil }
    do {
      let value = try read(self)
      try reset()
      return value
    } catch {
      try? reset()
      throw error
    }
  }
}

/// A value of a column.
enum StoredValue: Equatable {
  case null
  case number(Int64)
  case text(String)

  init(_ number: Int64?) { self = number.map { .number($0) } ?? .null }
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  var number: Int64? { if case .number(let number) = self { number } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
}
