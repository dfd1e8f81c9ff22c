import Synchronization

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

  /// The rows that a processor folds at a time.
  private static let chunk = 1 << 15

  /// The rows of a range of texts, and their folded texts, which are not sealed.
  private struct Piece: Sendable {
    var rows: [UInt32] = []
    var folded = FoldedColumn()
    var isTooLong = false
  }

  /// - Throws: ``ListTooLong`` when the folded texts take more than 4 GiB.
  /// - Complexity: O(*b*) for *b* bytes of texts, on all processors.
  init(of texts: TextColumn) throws(ListTooLong) {
    let starts = Array(stride(from: 0, to: texts.count, by: Self.chunk))
    let pieces = Mutex([Piece](repeating: Piece(), count: starts.count))
    concurrentForEach(starts.count) { number in
      let end = min(starts[number] + Self.chunk, texts.count)
      let piece = Self.piece(starts[number]..<end, of: texts)
      pieces.withLock { $0[number] = piece }
    }
    var bits = [UInt64].allZeros(texts.count)
    for number in starts.indices {
      // Release each piece as soon as it was copied.
      let piece = pieces.withLock { pieces in
        defer { pieces[number] = Piece() }
        return pieces[number]
      }
      if piece.isTooLong { throw ListTooLong() }
      rows.append(contentsOf: piece.rows)
      try folded.append(contentsOf: piece.folded)
      for row in piece.rows { bits.insert(Int(row)) }
    }
    folded.seal()
    self.bits = Column(bits)
  }

  private static func piece(_ range: Range<Int>, of texts: TextColumn) -> Piece {
    var piece = Piece()
    do {
      for row in range {
        try texts.withBytes(at: row) { (text) throws(ListTooLong) in
          guard !text.isASCII else { return }
          piece.rows.append(UInt32(truncatingIfNeeded: row))
          try piece.folded.append(folding: text)
        }
      }
    } catch {
      piece.isTooLong = true
    }
    return piece
  }

  init(rows: Column<UInt32>, folded: FoldedColumn, bits: Column<UInt64>) {
    self.rows = rows
    self.folded = folded
    self.bits = bits
  }

  /// Whether all of it is undamaged, for a table of `count` rows.
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
