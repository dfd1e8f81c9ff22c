extension NameIndex {
  /// The index with more names.
  ///
  /// A name the index or the batch already has is left out and counted; of several, the first to
  /// arrive stays. Names of the batch come in wherever they belong.
  ///
  /// - Returns: An index with the same version when no name of the batch is new.
  /// - Complexity: O(*n* + *m* log *m*), where *n* is the number of names here and *m* that of the
  ///   batch. The *n* costs little, yet many tiny batches should be gathered into growing ones.
  public func adding(_ batch: NameBatch) -> NameIndex {
    guard !batch.isEmpty else { return self }
    let sorted = SortedNames(batch, collation: collation)
    let group = Grouping(sorted, by: ruler.assign(sorted, of: batch))
    let new = NameTable(batch, sorted, order: group.order)
    var merge = SectionMerge(old: table, new: new)
    for section in sectionsInOrder(with: group, new) {
      merge.take(section.key, old: section.old, new: section.new)
    }
    let duplicates = duplicateCount + sorted.duplicateCount + merge.duplicateCount
    guard merge.hasNewRows else { return NameIndex(self, duplicateCount: duplicates) }
    return NameIndex(
      self, table: isEmpty ? new : NameTable(merge.plan, table, new),
      sections: merge.sections, sectionKeys: merge.keys, duplicateCount: duplicates)
  }

  /// The index without some of its names; names it does not have are passed over.
  ///
  /// - Returns: This index when it has none of the names.
  /// - Complexity: O(*n* + *m* log *n*), where *n* is the number of names here and *m* that of the
  ///   names given.
  public func removing(_ names: some Sequence<Name>) -> NameIndex {
    let gone = rows(of: names)
    guard !gone.isEmpty else { return self }
    let nothing = NameTable()
    var merge = SectionMerge(old: table, new: nothing)
    for section in sectionsInOrder(without: gone) {
      merge.take(section.key, old: section.old, without: gone)
    }
    return NameIndex(
      self, table: NameTable(merge.plan, table, nothing), sections: merge.sections,
      sectionKeys: merge.keys, duplicateCount: duplicateCount)
  }
}

// MARK: Order of sections

extension NameIndex {
  /// A section and the rows it has here and in a table to be merged in.
  private struct Section {
    let key: SectionRuler.Key
    var old = 0..<0
    var new = 0..<0
  }

  private func sectionsInOrder(with group: Grouping, _ new: NameTable) -> [Section] {
    var result: [Section] = []
    var places: [SectionRuler.Key: Int] = [:]
    for (place, key) in sectionKeys.enumerated() {
      places[key] = result.count
      result.append(Section(key: key, old: sections[place].rows))
    }
    for (place, key) in group.keys.enumerated() {
      if let known = places[key] {
        result[known].new = group.rows[place]
      } else {
        result.append(Section(key: key, new: group.rows[place]))
      }
    }
    return result.sorted { left, right in
      guard left.key.rank == right.key.rank else { return left.key.rank < right.key.rank }
      let (first, table) = firstRow(of: left, new)
      let (otherFirst, otherTable) = firstRow(of: right, new)
      return table.compare(first, with: otherFirst, of: otherTable) < 0
    }
  }

  /// The first name of a section among both tables; there is one.
  private func firstRow(of section: Section, _ new: NameTable) -> (Int, NameTable) {
    guard !section.old.isEmpty else { return (section.new.lowerBound, new) }
    guard !section.new.isEmpty else { return (section.old.lowerBound, table) }
    let (old, other) = (section.old.lowerBound, section.new.lowerBound)
    return table.compare(old, with: other, of: new) <= 0 ? (old, table) : (other, new)
  }

  /// The sections that stay, in the order their first names give them when others are gone.
  private func sectionsInOrder(without gone: RowSet) -> [Section] {
    let staying = RowSet(all: count).subtracting(gone)
    let stays = zip(sectionKeys, sections).compactMap { key, section -> (Section, Int)? in
      guard let first = staying.row(at: 0, in: section.rows) else { return nil }
      return (Section(key: key, old: section.rows), first.offset)
    }
    return stays.sorted { left, right in
      guard left.0.key.rank == right.0.key.rank else { return left.0.key.rank < right.0.key.rank }
      return table.compare(left.1, with: right.1, of: table) < 0
    }.map(\.0)
  }
}
