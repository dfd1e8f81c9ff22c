/// The columns of an index: for each row its text, folded text, sort key and original.
///
/// Rows are in the order of the index; a table says nothing about sections.
struct NameTable: Sendable {
  private(set) var texts = ByteColumn()
  private(set) var originals = SparseColumn()
  private(set) var folded = FoldedColumn()
  private(set) var keys: [SortKey] = []

  /// What of each sort key does not fit into its fixed part.
  private(set) var keyTails = ByteColumn()

  var count: Int { keys.count }

  /// Makes a table without rows.
  init() {
    folded.seal()
  }

  /// Makes a table of names in arrival order, given the order they are to stand in.
  init(_ batch: NameBatch, _ sorted: SortedNames, order: [UInt32]) {
    let count = order.count
    texts.reserve(count: count, bytes: batch.byteCount)
    folded.reserve(rows: count, bytes: batch.byteCount)
    keyTails.reserve(count: count, bytes: sorted.tails.bytes.count)
    keys.reserveCapacity(count)
    for (row, place) in order.enumerated() {
      let entry = sorted.entries[Int(place)]
      let arrival = Int(entry.arrival)
      keys.append(entry.key)
      sorted.tails.withBytes(at: arrival) { keyTails.append($0) }
      batch.texts.withBytes(at: arrival) {
        texts.append($0)
        folded.append(folding: $0)
      }
      originals.append(arrival..<(arrival + 1), of: batch.originals, at: row)
    }
    folded.seal()
  }

  /// Puts rows of two tables together.
  init(_ plan: MergePlan, _ old: NameTable, _ new: NameTable) {
    texts = ByteColumn(plan, old.texts, new.texts)
    keyTails = ByteColumn(plan, old.keyTails, new.keyTails)
    folded = FoldedColumn(plan, old.folded, new.folded)
    keys.reserveCapacity(plan.rowCount)
    var place = 0
    for piece in plan.pieces {
      let source = piece.isNew ? new : old
      keys.append(contentsOf: source.keys[piece.rows])
      originals.append(piece.rows, of: source.originals, at: place)
      place += piece.rows.count
    }
  }

  func name(at row: Int) -> Name {
    let text = texts.string(at: row)
    return Name(text: text, original: originals.string(at: row) ?? text)
  }
}

// MARK: Order

extension NameTable {
  /// A row's place in the order of all names: by sort key, and among equal keys by bytes.
  ///
  /// - Returns: Less than zero when this table's row comes first, zero when both are the same name.
  func compare(_ row: Int, with otherRow: Int, of other: NameTable) -> Int {
    let key = keys[row]
    let otherKey = other.keys[otherRow]
    if key != otherKey { return key < otherKey ? -1 : 1 }
    let byTail = keyTails.withBytes(at: row) { tail in
      other.keyTails.withBytes(at: otherRow) { tail.order(against: $0) }
    }
    if byTail != 0 { return byTail }
    return texts.withBytes(at: row) { text in
      other.texts.withBytes(at: otherRow) { text.order(against: $0) }
    }
  }

  /// The first row of a range that does not stand before a row of another table.
  ///
  /// - Complexity: O(log *d*), where *d* is the distance of that row from the range's start.
  func firstRow(
    in rows: Range<Int>, notBefore otherRow: Int, of other: NameTable
  ) -> Int {
    var step = 1
    var low = rows.lowerBound
    while low + step <= rows.upperBound,
      compare(low + step - 1, with: otherRow, of: other) < 0
    {
      low += step
      step *= 2
    }
    return (low..<min(low + step, rows.upperBound)).partitionPoint {
      compare($0, with: otherRow, of: other) >= 0
    }
  }
}
