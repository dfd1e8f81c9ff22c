/// The rows of a table that are not ASCII, with their folded texts.
///
/// ASCII is folded while it is looked at; for the rest that takes long enough to be done once.
struct ExoticRows: Sendable {
  /// The rows, in ascending order.
  private(set) var rows: [UInt32] = []

  /// Their folded texts, in the same order.
  private(set) var folded = FoldedColumn()

  /// A bit for each row of the table, the lowest first; empty when no row is exotic.
  private(set) var bits: [UInt64] = []

  var isEmpty: Bool { rows.isEmpty }

  init() {
    folded.seal()
  }

  init(of texts: TextColumn) {
    bits = Array(repeating: 0, count: (texts.count + 63) / 64)
    for row in 0..<texts.count {
      texts.withBytes(at: row) { text in
        guard !text.isASCII else { return }
        rows.append(UInt32(row))
        folded.append(folding: text)
        bits[row >> 6] |= 1 << UInt64(row & 63)
      }
    }
    folded.seal()
  }

  func contains(_ row: Int) -> Bool {
    !bits.isEmpty && bits[row >> 6] & (1 << UInt64(row & 63)) != 0
  }

  /// The number of a row among the exotic ones.
  ///
  /// - Complexity: O(log *k*) for *k* exotic rows.
  func number(of row: Int) -> Int {
    rows.partitionPoint { $0 >= row }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether all bytes are below 0x80.
  @inline(__always)
  var isASCII: Bool {
    var all: UInt8 = 0
    for byte in self { all |= byte }
    return all < 0x80
  }
}
