/// Maps the rows of an index to its base and its recent table.
///
/// A small change makes a new layout over the same base, so it costs as much as the change.
struct RowLayout: Sendable {
  enum Side: Sendable {
    case base, recent
  }

  /// Rows that are adjacent both in the index and in one of the tables.
  struct Piece: Sendable {
    let side: Side
    /// The first row in the index.
    let start: Int
    /// The rows in the table.
    var rows: Range<Int>
  }

  /// All rows in index order.
  private(set) var pieces: [Piece] = []

  private(set) var count = 0

  /// The number of rows of the base, including removed ones.
  private let baseCount: Int

  /// For each table, the indices in `pieces` of its pieces, by row in the table.
  private var basePieces: [Int] = []
  private var recentPieces: [Int] = []

  init(baseCount: Int) {
    self.baseCount = baseCount
  }

  mutating func append(_ rows: Range<Int>, of side: Side) {
    guard !rows.isEmpty else { return }
    defer { count += rows.count }
    if let last = pieces.last, last.side == side, last.rows.upperBound == rows.lowerBound {
      pieces[pieces.count - 1].rows = last.rows.lowerBound..<rows.upperBound
    } else {
      pieces.append(Piece(side: side, start: count, rows: rows))
    }
  }

  /// Call it after appending the last rows.
  mutating func seal() {
    func places(of side: Side) -> [Int] {
      pieces.indices.filter { pieces[$0].side == side }
        .sorted { pieces[$0].rows.lowerBound < pieces[$1].rows.lowerBound }
    }
    basePieces = places(of: .base)
    recentPieces = places(of: .recent)
  }

  /// The pieces of a table in the order of its rows.
  func pieces(of side: Side) -> [Piece] {
    (side == .base ? basePieces : recentPieces).map { pieces[$0] }
  }

  /// The table row of an index row, in O(log *p*) for *p* pieces.
  @inline(__always)
  func place(of row: Int) -> (side: Side, row: Int) {
    let piece = pieces.count == 1 ? pieces[0] : pieces[pieces.partitionPoint { $0.start > row } - 1]
    return (piece.side, row - piece.start + piece.rows.lowerBound)
  }

  /// The index row of a table row, or `nil` if it was removed; also O(log *p*).
  func row(of row: Int, in side: Side) -> Int? {
    let places = side == .base ? basePieces : recentPieces
    let next = places.partitionPoint { pieces[$0].rows.lowerBound > row }
    guard next > 0 else { return nil }
    let piece = pieces[places[next - 1]]
    return piece.rows.contains(row) ? piece.start + row - piece.rows.lowerBound : nil
  }
}

// MARK: Sets of rows

extension RowLayout {
  /// The rows of the index that are in sets of rows of the tables, given as bits.
  ///
  /// - Complexity: O(*n*/64 + *p*) for *n* rows in *p* pieces.
  func rows(base: [UInt64], recent: [UInt64]) -> RowSet {
    if isBase { return RowSet(rowCount: count, words: base) }
    var words = [UInt64].allZeros(count)
    for piece in pieces {
      copyBits(
        of: piece.side == .base ? base : recent, in: piece.rows, to: &words, at: piece.start)
    }
    return RowSet(rowCount: count, words: words)
  }

  /// The members of a set of index rows that are in the base, as bits of base rows.
  func baseBits(of set: RowSet) -> [UInt64] {
    if isBase, !set.isEmpty { return set.words }
    var words = [UInt64].allZeros(baseCount)
    if set.isEmpty { return words }
    for piece in pieces where piece.side == .base {
      copyBits(
        of: set.words, in: piece.start..<(piece.start + piece.rows.count), to: &words,
        at: piece.rows.lowerBound)
    }
    return words
  }
}

extension RowLayout {
  /// Whether the index has all rows of the base and no others, in the same order.
  private var isBase: Bool { count == baseCount && recentPieces.isEmpty && basePieces.count <= 1 }
}

/// Copies a range of bits to a place where all bits are zero, in O(*n*/64) for *n* bits.
func copyBits(of source: [UInt64], in range: Range<Int>, to target: inout [UInt64], at start: Int) {
  var from = range.lowerBound
  var to = start
  while from < range.upperBound {
    let count = min(64 - from & 63, 64 - to & 63, range.upperBound - from)
    let bits = source[from >> 6] >> UInt64(from & 63)
    let mask = count == 64 ? UInt64.max : (1 << UInt64(count)) - 1
    target[to >> 6] |= (bits & mask) << UInt64(to & 63)
    from += count
    to += count
  }
}
