/// Merges the rows of two tables into those of one index, section by section.
struct SectionMerge {
  private(set) var layout: RowLayout
  private(set) var sections: [IndexSection] = []
  private(set) var keys: [SectionRuler.Key] = []

  private let base: NameTable
  private let recent: NameTable
  private let removed: [UInt32]
  private let ordering: RowOrdering
  /// For each row of `recent`, the first row of its section in `base` that is not before it.
  private let places: [Int]

  private struct Section {
    let key: SectionRuler.Key
    var base = 0..<0
    var recent = 0..<0
  }

  /// - Complexity: O(*m* log *n* + *r* + *s* log *s*) for *m* rows in `recent`, *n* in `base`, *r*
  ///   removed ones and *s* sections.
  init(
    base: NameTable, recent: NameTable, removed: [UInt32], _ ordering: RowOrdering
  ) {
    layout = RowLayout(baseCount: base.count)
    self.base = base
    self.recent = recent
    self.removed = removed
    self.ordering = ordering
    places = recent.count > 0 ? base.places(of: recent, ordering) : []
    for section in sectionsInOrder() { add(section) }
    layout.seal()
  }

  private func sectionsInOrder() -> [Section] {
    let (order, collation) = (ordering.order, ordering.collation)
    if recent.count == 0, removed.isEmpty {
      return base.sections.map { Section(key: $0.key, base: $0.rows) }
    }
    var all: [Section] = []
    var numbers: [SectionRuler.Key: Int] = [:]
    for section in base.sections where firstStaying(in: section.rows) != nil {
      numbers[section.key] = all.count
      all.append(Section(key: section.key, base: section.rows))
    }
    let earlierCount = all.count
    for section in recent.sections {
      if let known = numbers[section.key] {
        all[known].recent = section.rows
      } else {
        all.append(Section(key: section.key, recent: section.rows))
      }
    }
    if order.sections == .column {
      return merged(all[..<earlierCount], with: all[earlierCount...], collation)
    }
    // With equal ranks, sections are ordered by their first names.
    let sign = order.isReversed ? -1 : 1
    if Set(all.map(\.key.rank)).count == all.count {
      return all.sorted { sign * $0.key.rank < sign * $1.key.rank }
    }
    let firsts = all.map { firstName(of: $0, collation) }
    return all.indices.sorted { left, right in
      sign * firsts[left].text.withUnsafeBytes { firsts[right].order(of: $0) } < 0
    }.map { all[$0] }
  }

  /// Merges two arrays of sections, both in order of rank and title.
  private func merged(
    _ earlier: ArraySlice<Section>, with new: ArraySlice<Section>, _ collation: Collation
  ) -> [Section] {
    var merged: [Section] = []
    var rest = earlier
    for section in new where section.key != .withoutValue {
      var title = section.key.title
      let sought = title.withUTF8 { SoughtName(UnsafeRawBufferPointer($0), collation) }
      let place = rest.partitionPoint { !$0.key.precedes(section.key, sought) }
      merged += rest[..<place]
      merged.append(section)
      rest = rest[place...]
    }
    return merged + rest + new.filter { $0.key == .withoutValue }
  }

  private func firstStaying(in rows: Range<Int>) -> Int? {
    var next = removed.partitionPoint { $0 >= rows.lowerBound }
    var row = rows.lowerBound
    while next < removed.count, removed[next] == row {
      row += 1
      next += 1
    }
    return row < rows.upperBound ? row : nil
  }

  /// The name of the first row of a section in both tables; the section must not be empty.
  private func firstName(of section: Section, _ collation: Collation) -> SoughtName {
    let late = section.recent.first.map { row in
      recent.texts.withBytes(at: row) { SoughtName($0, collation) }
    }
    let early = firstStaying(in: section.base).map { row in
      base.texts.withBytes(at: row) { SoughtName($0, collation) }
    }
    guard let late, let early else {
      guard let only = late ?? early else { preconditionFailure("a section without rows") }
      return only
    }
    let isEarly = early.text.withUnsafeBytes { late.order(of: $0) } < 0
    return isEarly != ordering.order.isReversed ? early : late
  }

  private mutating func add(_ section: Section) {
    let start = layout.count
    var rest = section.base
    for row in section.recent {
      if !rest.isEmpty { addBase(&rest, upTo: places[row]) }
      layout.append(row..<(row + 1), of: .recent)
    }
    addBase(&rest, upTo: rest.upperBound)
    guard layout.count > start else { return }
    sections.append(IndexSection(title: section.key.title, rows: start..<layout.count))
    keys.append(section.key)
  }

  /// Appends the rows of `rest` before `end` that were not removed, and drops them from `rest`.
  private mutating func addBase(_ rest: inout Range<Int>, upTo end: Int) {
    var next = rest.lowerBound
    var gone = removed.partitionPoint { $0 >= next }
    while gone < removed.count, removed[gone] < end {
      layout.append(next..<Int(removed[gone]), of: .base)
      next = Int(removed[gone]) + 1
      gone += 1
    }
    if next < end { layout.append(next..<end, of: .base) }
    rest = max(next, end)..<rest.upperBound
  }
}
