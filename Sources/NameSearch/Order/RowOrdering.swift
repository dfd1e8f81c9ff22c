/// Compares rows of different tables of an index.
struct RowOrdering {
  let order: NameOrder
  let collation: Collation

  /// A row of a table, with the values by which it is compared.
  struct Row {
    let name: SoughtName
    fileprivate let position: UInt32
    fileprivate let value: OrderValue?
  }

  func row(_ row: Int, of table: NameTable) -> Row {
    Row(
      name: table.sought(row, collation),
      position: table.positions.isEmpty ? 0 : table.positions[row],
      value: order.isByColumn ? value(at: row, of: table) : nil)
  }

  private func value(at row: Int, of table: NameTable) -> OrderValue {
    guard let value = table.orderValues.index(of: row) else {
      return OrderValue(UnsafeRawBufferPointer(start: nil, count: 0), collation)
    }
    return table.orderValues.strings.withBytes(at: value) { OrderValue($0, collation) }
  }

  /// Negative when a row of a table comes before another one, positive when it comes after it.
  func order(of row: Int, in table: NameTable, against other: Row) -> Int {
    let sign = order.isReversed ? -1 : 1
    switch order.rows {
    case .name: break
    case .input:
      let position = table.positions[row]
      if position != other.position { return position < other.position ? -sign : sign }
    case .column(_, let isDescending):
      guard let theirs = other.value else { break }
      let own = value(at: row, of: table)
      let byValue = own.order(against: theirs, isDescending: isDescending != order.isReversed)
      if byValue != 0 { return byValue }
    }
    return sign * table.order(of: row, against: other.name)
  }
}
