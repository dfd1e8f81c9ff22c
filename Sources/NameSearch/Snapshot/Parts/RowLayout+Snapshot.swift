extension RowLayout {
  /// Marks pieces of the recent table; no table has that many rows.
  private static let recentBit: UInt32 = 1 << 31

  func write(to writer: inout SnapshotWriter) throws(SnapshotError) {
    var packed: [UInt32] = []
    for piece in pieces {
      packed.append(
        UInt32(piece.rows.lowerBound) | (piece.side == .recent ? Self.recentBit : 0))
      packed.append(UInt32(piece.rows.count))
    }
    try writer.write(packed)
  }

  /// Reads a layout, which must have exactly the rows of both tables that were not removed.
  ///
  /// - Complexity: O(*p* log *p*) for *p* pieces.
  init(
    from reader: inout SnapshotReader, base: NameTable, recent: NameTable, removed: [UInt32]
  ) throws(UnusableSnapshot) {
    self.init(baseCount: base.count)
    let packed = try reader.values(of: UInt32.self)
    try UnusableSnapshot.unless(packed.count % 2 == 0)
    for place in stride(from: 0, to: packed.count, by: 2) {
      let start = Int(packed[place] & ~Self.recentBit)
      let rows = start..<(start + Int(packed[place + 1]))
      append(rows, of: packed[place] & Self.recentBit == 0 ? .base : .recent)
    }
    seal()
    try UnusableSnapshot.unless(
      covers(base.count, of: .base, without: removed)
        && covers(recent.count, of: .recent, without: []))
  }

  /// Whether the pieces of a table have each of its rows once, and no removed row.
  private func covers(_ count: Int, of side: Side, without gone: [UInt32]) -> Bool {
    var next = 0
    var gone = gone[...]
    let ranges = pieces(of: side).map(\.rows) + [count..<count]
    for rows in ranges {
      while next < rows.lowerBound, let row = gone.first, row == next {
        gone.removeFirst()
        next += 1
      }
      guard next == rows.lowerBound else { return false }
      next = rows.upperBound
    }
    return next == count && gone.isEmpty
  }
}
