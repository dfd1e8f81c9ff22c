/// Merges the sections of two tables, one after the other.
struct SectionMerge {
  let old: NameTable
  let new: NameTable

  private(set) var plan = MergePlan()
  private(set) var sections: [IndexSection] = []
  private(set) var keys: [SectionRuler.Key] = []

  /// How many new rows were left out because the old table has the same name.
  private(set) var duplicateCount = 0

  /// Whether any new row was taken.
  var hasNewRows: Bool { plan.rowCount > old.count }

  init(old: NameTable, new: NameTable) {
    self.old = old
    self.new = new
  }

  /// Adds the next section, from the rows it has in both tables.
  ///
  /// - Complexity: O(*m* log *d*), where *m* is the number of new rows and *d* the distance between
  ///   their places among the old ones.
  mutating func take(_ key: SectionRuler.Key, old oldRows: Range<Int>, new newRows: Range<Int>) {
    let start = plan.rowCount
    var rest = oldRows
    for row in newRows {
      let place = old.firstRow(in: rest, notBefore: row, of: new)
      plan.take(rest.lowerBound..<place, isNew: false)
      rest = place..<rest.upperBound
      if !rest.isEmpty, old.compare(place, with: row, of: new) == 0 {
        duplicateCount += 1
      } else {
        plan.take(row..<(row + 1), isNew: true)
      }
    }
    plan.take(rest, isNew: false)
    close(key, from: start)
  }

  /// Adds the next section, from the old rows that are not in a set.
  mutating func take(_ key: SectionRuler.Key, old oldRows: Range<Int>, without gone: RowSet) {
    let start = plan.rowCount
    var next = oldRows.lowerBound
    while let row = gone.first(atOrAfter: Row(next))?.offset, row < oldRows.upperBound {
      plan.take(next..<row, isNew: false)
      next = row + 1
    }
    plan.take(next..<oldRows.upperBound, isNew: false)
    close(key, from: start)
  }

  private mutating func close(_ key: SectionRuler.Key, from start: Int) {
    guard plan.rowCount > start else { return }
    sections.append(IndexSection(title: key.title, rows: start..<plan.rowCount))
    keys.append(key)
  }
}
