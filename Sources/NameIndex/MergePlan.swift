/// Which rows of two sorted tables make up a third one, in order.
struct MergePlan {
  /// Rows to be taken together from one of the tables.
  struct Piece {
    let isNew: Bool
    var rows: Range<Int>
  }

  private(set) var pieces: [Piece] = []

  /// The number of rows of the result so far.
  private(set) var rowCount = 0

  /// Takes rows from the old or the new table.
  mutating func take(_ rows: Range<Int>, isNew: Bool) {
    guard !rows.isEmpty else { return }
    rowCount += rows.count
    let last = pieces.count - 1
    if last >= 0, pieces[last].isNew == isNew, pieces[last].rows.upperBound == rows.lowerBound {
      pieces[last].rows = pieces[last].rows.lowerBound..<rows.upperBound
    } else {
      pieces.append(Piece(isNew: isNew, rows: rows))
    }
  }
}
