/// Values for some places, each distinct value stored once.
struct ValueColumn: Sendable {
  /// The number of each place's value, from 1; 0 for none, as for places after the end.
  private(set) var numbers: [UInt32] = []

  /// `nil` without values, because an empty table takes much memory.
  private var table: NumberedTexts?

  var isEmpty: Bool { table == nil }

  /// The distinct values; number 1 is at 0.
  var values: TextColumn { table?.texts ?? TextColumn() }

  init() {}

  /// Makes a column from values that each cover the next `count` places; `nil` for none.
  init(_ stretches: some Sequence<(value: String?, count: Int)>) {
    for (value, count) in stretches {
      var number: UInt32 = 0
      if var value {
        number = value.withUTF8 { self.number(of: UnsafeRawBufferPointer($0)) }
      }
      numbers.append(contentsOf: repeatElement(number, count: count))
    }
  }

  /// The same values for other places.
  func with(numbers: [UInt32]) -> ValueColumn {
    var column = self
    column.numbers = numbers
    return column
  }

  /// `place` must be greater than all places so far.
  @inline(__always)
  mutating func append(_ value: UnsafeRawBufferPointer, at place: Int) {
    let number = number(of: value)
    if numbers.count < place {
      numbers.append(contentsOf: repeatElement(0, count: place - numbers.count))
    }
    numbers.append(number)
  }

  /// The number of the value of a place; 0 for none.
  @inline(__always)
  func number(at place: Int) -> Int { place < numbers.count ? Int(numbers[place]) : 0 }

  func string(at place: Int) -> String? {
    let number = number(at: place)
    guard number > 0, let table else { return nil }
    return table.texts.string(at: number - 1)
  }

  /// Appends the values of another column, whose first place becomes `place`.
  mutating func append(contentsOf other: ValueColumn, at place: Int) {
    guard let values = other.table?.texts else { return }
    let known =
      [0] + (0..<values.count).map { value in values.withBytes(at: value) { number(of: $0) } }
    if numbers.count < place {
      numbers.append(contentsOf: repeatElement(0, count: place - numbers.count))
    }
    numbers.append(contentsOf: other.numbers.lazy.map { known[Int($0)] })
  }

  /// Appends the value of a place of another column, if it has one.
  mutating func append(_ place: Int, of other: ValueColumn, at target: Int) {
    let number = other.number(at: place)
    guard number > 0, let values = other.table?.texts else { return }
    values.withBytes(at: number - 1) { append($0, at: target) }
  }

  func hasRoom(for other: ValueColumn) -> Bool {
    guard let table, let values = other.table?.texts else { return true }
    return table.texts.hasRoom(for: values)
  }

  @inline(__always)
  private mutating func number(of value: UnsafeRawBufferPointer) -> UInt32 {
    if table == nil { table = NumberedTexts() }
    return UInt32(truncatingIfNeeded: (table?.number(of: value).number ?? 0) + 1)
  }
}
