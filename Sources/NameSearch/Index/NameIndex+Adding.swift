extension NameIndex {
  /// The index with more names.
  ///
  /// A name the index or the batch already has is left out and counted; of several, the first to
  /// arrive stays. Names of the batch come in wherever they belong.
  ///
  /// - Returns: An index with the same version when no name of the batch is new.
  /// - Complexity: O(*m* log *n*), where *n* is the number of names here and *m* that of the batch and
  ///   of what came in small batches before; O(*n* + *m*) when that is more than a quarter of the list,
  ///   which is then put together anew.
  public func adding(_ batch: NameBatch) -> NameIndex {
    adding([batch])
  }

  /// The index with the names of several batches, which arrived in this order.
  ///
  /// - Returns: As for one batch.
  /// - Complexity: As for one batch.
  public func adding(_ batches: [NameBatch]) -> NameIndex {
    let batches = batches.filter { !$0.isEmpty }
    guard !batches.isEmpty else { return self }
    let newCount = batches.reduce(0) { $0 + $1.count }
    guard base.count > 0, newCount + recent.count + removed.count <= base.count / 4 else {
      return rebuilt(with: batches)
    }
    let new = table(of: SortedNames(batches, collation: collation))
    let places = base.places(of: new, collation)
    // What the base has already is left out, or put back where it had been taken out.
    let known = places.indices.filter { places[$0].isSame }.map { UInt32(places[$0].row) }
    let back = Set(known).intersection(removed)
    let fresh = SortedNames(
      [NameBatch(recent), NameBatch(new, without: places.indices.filter { places[$0].isSame })],
      collation: collation)
    let duplicates =
      duplicateCount + (newCount - new.count) + (known.count - back.count) + fresh.duplicateCount
    guard fresh.count > recent.count || !back.isEmpty else {
      return NameIndex(self, words: words, duplicateCount: duplicates)
    }
    return NameIndex(
      self, base: base, recent: table(of: fresh),
      removed: back.isEmpty ? removed : removed.filter { !back.contains($0) },
      duplicateCount: duplicates)
  }

  /// The index without some of its names; names it does not have are passed over.
  ///
  /// - Returns: This index when it has none of the names.
  /// - Complexity: O(*m* log *n* + *r*), where *n* is the number of names here, *m* that of the names
  ///   given and *r* that of all that came and went in small numbers before; O(*n*) when that is more
  ///   than a quarter of the list, which is then put together anew.
  public func removing(_ names: some Sequence<Name>) -> NameIndex {
    let gone = rows(of: names)
    guard !gone.isEmpty else { return self }
    var fromBase: [UInt32] = []
    var fromRecent: [UInt32] = []
    for row in gone {
      let (side, place) = layout.place(of: row.offset)
      if side == .base {
        fromBase.append(UInt32(place))
      } else {
        fromRecent.append(UInt32(place))
      }
    }
    let removed = (removed + fromBase).sorted()
    var recent = recent
    if !fromRecent.isEmpty {
      let staying = SortedNames(
        [NameBatch(recent)], without: fromRecent.sorted(), collation: collation)
      recent = table(of: staying)
    }
    let index = NameIndex(
      self, base: base, recent: recent, removed: removed, duplicateCount: duplicateCount)
    guard index.recent.count + removed.count <= base.count / 4 else {
      return index.rebuilt(with: [], duplicateCount: duplicateCount)
    }
    return index
  }

  /// Puts everything together in one table.
  private func rebuilt(with batches: [NameBatch], duplicateCount known: Int? = nil) -> NameIndex {
    let all = [NameBatch(base), NameBatch(recent)] + batches
    let sorted = SortedNames(all, without: removed, collation: collation)
    let duplicates = known ?? (duplicateCount + sorted.duplicateCount)
    guard sorted.count > count || known != nil else {
      return NameIndex(self, words: words, duplicateCount: duplicates)
    }
    return NameIndex(self, base: table(of: sorted), duplicateCount: duplicates)
  }

  /// Puts sorted names into a table with sections.
  func table(of names: SortedNames) -> NameTable {
    NameTable(names, by: Grouping(ruler.runs(of: names, collation: collation)))
  }
}
