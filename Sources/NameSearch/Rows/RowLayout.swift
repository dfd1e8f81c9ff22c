/// How the rows of an index lie in its two tables, the base and what came later.
///
/// A change of a few names makes a new layout over the same base: so its cost is that of what changed,
/// not that of the list.
struct RowLayout: Sendable {
  /// Which of the tables.
  enum Side: Sendable {
    case base, recent
  }

  /// Rows that follow each other both in the index and in one of the tables.
  struct Piece: Sendable {
    let side: Side
    /// The first row, as the index counts.
    let start: Int
    /// The rows, as the table counts.
    var rows: Range<Int>
  }

  /// All rows of the index, in order.
  private(set) var pieces: [Piece] = []

  /// The number of rows.
  private(set) var count = 0

  /// The number of rows of the base, those included that have been taken out.
  private let baseCount: Int

  /// For each of the tables, the places in `pieces` of those that are of it, in the order of the
  /// table's own rows.
  private var basePieces: [Int] = []
  private var recentPieces: [Int] = []

  /// Begins without rows.
  init(baseCount: Int) {
    self.baseCount = baseCount
  }

  /// Adds rows at the end.
  mutating func append(_ rows: Range<Int>, of side: Side) {
    guard !rows.isEmpty else { return }
    defer { count += rows.count }
    if let last = pieces.last, last.side == side, last.rows.upperBound == rows.lowerBound {
      pieces[pieces.count - 1].rows = last.rows.lowerBound..<rows.upperBound
    } else {
      pieces.append(Piece(side: side, start: count, rows: rows))
    }
  }

  /// Ends the building.
  mutating func seal() {
    func places(of side: Side) -> [Int] {
      pieces.indices.filter { pieces[$0].side == side }
        .sorted { pieces[$0].rows.lowerBound < pieces[$1].rows.lowerBound }
    }
    basePieces = places(of: .base)
    recentPieces = places(of: .recent)
  }

  /// The table a row is in, and its number there.
  ///
  /// - Complexity: O(log *p*), where *p* is the number of pieces.
  @inline(__always)
  func place(of row: Int) -> (side: Side, row: Int) {
    let piece = pieces.count == 1 ? pieces[0] : pieces[pieces.partitionPoint { $0.start > row } - 1]
    return (piece.side, row - piece.start + piece.rows.lowerBound)
  }

  /// The row of the index that a row of a table is, or `nil` when it has been taken out.
  ///
  /// - Complexity: O(log *p*), where *p* is the number of pieces.
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
  /// The rows of the index that are members of sets of the tables' rows.
  ///
  /// - Complexity: O(*n*/64 + *p*) for *n* rows in *p* pieces.
  func rows(base: [UInt64], recent: [UInt64]) -> RowSet {
    if isBase { return RowSet(rowCount: count, words: base) }
    var words = [UInt64](repeating: 0, count: (count + 63) / 64)
    for piece in pieces {
      copyBits(
        of: piece.side == .base ? base : recent, in: piece.rows, to: &words, at: piece.start)
    }
    return RowSet(rowCount: count, words: words)
  }

  /// The members of a set of the index's rows that are in the base, as bits of its rows.
  func baseBits(of set: RowSet) -> [UInt64] {
    if isBase { return set.words }
    var words = [UInt64](repeating: 0, count: (baseCount + 63) / 64)
    for piece in pieces where piece.side == .base {
      copyBits(
        of: set.words, in: piece.start..<(piece.start + piece.rows.count), to: &words,
        at: piece.rows.lowerBound)
    }
    return words
  }
}

extension RowLayout {
  /// Whether the rows are those of the base, all of them and no others, in its order.
  private var isBase: Bool { count == baseCount && recentPieces.isEmpty && basePieces.count <= 1 }
}

/// Copies a range of bits to a place where all bits are zero.
///
/// - Complexity: O(*n*/64), where *n* is the number of bits.
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
