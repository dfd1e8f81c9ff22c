/// A batch of updates from the point of view of UIKit: the requested changes, and the numbers of
/// rows that it counted.
struct UpdateBatch {
  /// The number of rows in each section when the batch began.
  var before: [Int]

  /// The number of rows in each section when the batch ended, according to the data source.
  var after: [Int] = []

  var deletedSections: [Int] = []
  var insertedSections: [Int] = []
  var reloadedSections: [Int] = []
  var movedSections: [(from: Int, to: Int)] = []
  var deletedRows: [Place] = []
  var insertedRows: [Place] = []
  var reloadedRows: [Place] = []
  var movedRows: [(from: Place, to: Place)] = []

  /// The place of a row.
  struct Place: Hashable, CustomStringConvertible {
    var section: Int
    var row: Int

    var description: String { "(\(section), \(row))" }
  }

  /// All sections that are named by their place before the batch.
  var oldSections: [Int] { deletedSections + reloadedSections + movedSections.map(\.from) }

  /// All sections that are named by their place after the batch.
  var newSections: [Int] { insertedSections + movedSections.map(\.to) }

  /// All rows that are named by their place before the batch.
  var oldRows: [Place] { deletedRows + reloadedRows + movedRows.map(\.from) }

  /// All rows that are named by their place after the batch.
  var newRows: [Place] { insertedRows + movedRows.map(\.to) }

  /// The earlier position of each section; `nil` for a new one.
  var sectionOrigins: [Int?] {
    var origins = [Int?](repeating: nil, count: after.count)
    for move in movedSections where origins.indices.contains(move.to) {
      origins[move.to] = move.from
    }
    let gone = Set(deletedSections + movedSections.map(\.from))
    var staying = before.indices.filter { !gone.contains($0) }.makeIterator()
    let taken = Set(newSections)
    for section in origins.indices where !taken.contains(section) {
      origins[section] = staying.next()
    }
    return origins
  }

  /// The earlier position of each row of a section; `nil` for a new one.
  func rowOrigins(ofSection section: Int, from origin: Int) -> [Place?] {
    var origins = [Place?](repeating: nil, count: after[section])
    for move in movedRows where move.to.section == section && move.to.row < origins.count {
      origins[move.to.row] = move.from
    }
    let gone = Set(deletedRows + movedRows.map(\.from))
    let old = (0..<before[origin]).map { Place(section: origin, row: $0) }
    var staying = old.filter { !gone.contains($0) }.makeIterator()
    let taken = Set(newRows)
    for row in origins.indices where !taken.contains(Place(section: section, row: row)) {
      origins[row] = staying.next()
    }
    return origins
  }
}
