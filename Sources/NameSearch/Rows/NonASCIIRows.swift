/// The rows of a table that are not ASCII, with their folded texts.
///
/// ASCII is folded during a search. Folding other texts takes longer, so it is done once.
struct NonASCIIRows: Sendable {
  /// The rows, ascending.
  private(set) var rows = Column<UInt32>()

  /// The folded texts, in the order of `rows`.
  private(set) var folded = FoldedColumn()

  /// A bit for each row of the table, the lowest first; empty if no row is exotic.
  private(set) var bits = Column<UInt64>()

  var isEmpty: Bool { rows.isEmpty }

  init() {
    folded.seal()
  }

  /// - Throws: ``ListTooLong`` when the folded texts take more than 4 GiB.
  init(of texts: TextColumn) throws(ListTooLong) {
    var bits = [UInt64].allZeros(texts.count)
    for row in 0..<texts.count {
      try texts.withBytes(at: row) { (text) throws(ListTooLong) in
        guard !text.isASCII else { return }
        rows.append(UInt32(row))
        try folded.append(folding: text)
        bits.insert(row)
      }
    }
    folded.seal()
    self.bits = Column(bits)
  }

  init(rows: Column<UInt32>, folded: FoldedColumn, bits: Column<UInt64>) {
    self.rows = rows
    self.folded = folded
    self.bits = bits
  }

  /// Whether all of it is as it was written, for a table of `count` rows.
  func areRight(count: Int) -> Bool {
    if !rows.isMapped { return true }
    return folded.isRight && rows.isRight && bits.isRight && rows.count == folded.count
      && rows.rises(by: 1...(.max)) && rows.last.map { $0 < count } ?? true
  }

  func contains(_ row: Int) -> Bool {
    !bits.isEmpty && bits[row >> 6] & (1 << UInt64(row & 63)) != 0
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  var isASCII: Bool {
    var all: UInt8 = 0
    for byte in self { all |= byte }
    return all < 0x80
  }
}
