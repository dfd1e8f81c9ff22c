extension NameIndex {
  /// The index with the names of a batch added.
  ///
  /// Names that the index or the batch already has are counted and left out; the first one stays.
  ///
  /// - Returns: An index with the same version when no name is new.
  /// - Complexity: O(*m* log *n*) for *n* names here and *m* in the batch and the changes since the
  ///   last merge; O(*n* + *m*) when *m* exceeds a quarter of the base and all is merged.
  ///
  /// - Precondition: All names together take at most 4 GiB.
  public func adding(_ batch: NameBatch) -> NameIndex {
    adding([batch])
  }

  /// The index with several batches added in their order, otherwise as for one batch.
  public func adding(_ batches: [NameBatch]) -> NameIndex {
    do {
      return try addingIfTheyFit(batches)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The index with several batches added, for names of which nobody knows how many there are.
  ///
  /// - Throws: ``ListTooLong``.
  public func addingIfTheyFit(_ batches: [NameBatch]) throws(ListTooLong) -> NameIndex {
    let batches = batches.filter { !$0.isEmpty }
    guard !batches.isEmpty else { return self }
    let newCount = batches.reduce(0) { $0 + $1.count }
    guard base.count > 0, newCount + recent.count + removed.count <= base.count / 4 else {
      return try rebuilt(with: batches)
    }
    let new = try table(of: SortedNames(batches, collation: collation))
    let places = base.places(of: new, collation)
    // A name that the base has is a duplicate, or is put back if it had been removed.
    let known = places.indices.filter { places[$0].isSame }.map { UInt32(places[$0].row) }
    let back = Set(known).intersection(removed)
    let fresh = SortedNames(
      [NameBatch(recent), NameBatch(new, without: places.indices.filter { places[$0].isSame })],
      collation: collation)
    let duplicates =
      duplicateCount + (newCount - new.count) + (known.count - back.count) + fresh.duplicateCount
    guard fresh.count > recent.count || !back.isEmpty else {
      return with(words: words, duplicateCount: duplicates)
    }
    let recent = try table(of: fresh)
    guard base.hasRoom(for: recent) else { throw ListTooLong() }
    return NameIndex(
      self, base: base, recent: recent,
      removed: back.isEmpty ? removed : removed.filter { !back.contains($0) },
      duplicateCount: duplicates)
  }

  /// The index without some names; names it does not have are ignored.
  ///
  /// - Returns: This index when it has none of the names.
  /// - Complexity: O(*m* log *n* + *r*) for *n* names here, *m* given ones and *r* changes since
  ///   the last merge; O(*n*) when these exceed a quarter of the base and all names are merged.
  public func removing(_ names: some Sequence<Name>) -> NameIndex {
    do {
      return try removing(rows(of: names))
    } catch {
      preconditionFailure("fewer names take more than 4 GiB")
    }
  }

  private func removing(_ gone: RowSet) throws(ListTooLong) -> NameIndex {
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
      recent = try table(of: staying)
    }
    let index = NameIndex(
      self, base: base, recent: recent, removed: removed, duplicateCount: duplicateCount)
    guard index.recent.count + removed.count <= base.count / 4 else {
      return try index.rebuilt(with: [], duplicateCount: duplicateCount)
    }
    return index
  }

  /// Merges both tables and `batches` into one table.
  private func rebuilt(
    with batches: [NameBatch], duplicateCount known: Int? = nil
  ) throws(ListTooLong) -> NameIndex {
    let all = [NameBatch(base), NameBatch(recent)] + batches
    let sorted = SortedNames(all, without: removed, collation: collation)
    let duplicates = known ?? (duplicateCount + sorted.duplicateCount)
    guard sorted.count > count || known != nil else {
      return with(words: words, duplicateCount: duplicates)
    }
    return NameIndex(self, base: try table(of: sorted), duplicateCount: duplicates)
  }

  func table(of names: SortedNames) throws(ListTooLong) -> NameTable {
    try NameTable(names, by: Grouping(ruler.runs(of: names, collation: collation)))
  }
}
