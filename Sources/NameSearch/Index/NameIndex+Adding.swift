extension NameIndex {
  /// The index with the names of a batch added.
  ///
  /// Names that the index or the batch already has are counted and skipped; the first one stays.
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

  /// The index with several batches added, for inputs of unknown size.
  ///
  /// - Throws: ``ListTooLong``.
  public func addingIfTheyFit(_ batches: [NameBatch]) throws(ListTooLong) -> NameIndex {
    let given = batches.filter { !$0.isEmpty }
    guard !given.isEmpty else { return self }
    var index = self
    let batches = index.taken(given)
    return try index.adding(taken: batches)
  }

  /// The index with only those names of several batches added that match a query.
  ///
  /// Such an index has the same matches as one with all names of the batches, in the same order and
  /// sections, with the same positions; but it is made in a fraction of the time. The exception are rows
  /// with one key and different texts, if only a later one matches.
  ///
  /// - Complexity: O(*b* + *m* log *m*) for *b* bytes of names, of which *m* match.
  /// - Returns: The index; `nil` if no name of the batches matches, if more than `limit` do, if the
  ///   matches do not fit, or if sections are ordered by their first names, which may not match.
  package func adding(
    _ batches: [NameBatch], ifTheyMatch query: NameQuery, atMost limit: Int
  ) -> NameIndex? {
    if order.sections == .firstLetter { return nil }
    let filter = NameFilter(query)
    var (matches, count, next) = ([NameBatch](), 0, nextPosition)
    for batch in batches {
      var batch = batch
      if order.keepsPositions {
        next = max(next, batch.number(from: next, formerly: formerPositions))
      }
      let found = filter.matches(in: batch)
      count += found.count
      if count > limit { return nil }
      if !found.isEmpty { matches.append(found) }
    }
    return matches.isEmpty ? nil : try? addingIfTheyFit(matches)
  }

  /// The names of a batch in their order, without repeated ones.
  ///
  /// Adding presorted batches takes about half of the time. They must be added to an index with
  /// this order, and in the order of their arrival.
  ///
  /// - Complexity: O(*m* log *m*) for *m* names.
  public func presorted(_ batch: NameBatch) -> NameBatch {
    if batch.isSorted { return batch }
    var batch = batch
    if order.keepsPositions { batch.numberAlone() }
    do {
      return try NameBatch(sorted([batch]))
    } catch {
      preconditionFailure("some names of a batch take more than all of them")
    }
  }

  /// Records what the order needs to know of the batches, and gives their rows positions if it needs them.
  private mutating func taken(_ batches: [NameBatch]) -> [NameBatch] {
    orderColumn = orderColumn ?? batches.lazy.compactMap(\.orderColumn).first
    guard order.keepsPositions else { return batches }
    return batches.map { batch in
      var batch = batch
      let next = batch.number(from: nextPosition, formerly: formerPositions)
      nextPosition = max(nextPosition, next)
      return batch
    }
  }

  /// Adds batches after ``taken(_:)``.
  private func adding(taken batches: [NameBatch]) throws(ListTooLong) -> NameIndex {
    let newCount = batches.reduce(0) { $0 + $1.count }
    guard base.count > 0, newCount + recent.count + removed.count <= base.count / 4 else {
      return try rebuilt(with: batches)
    }
    let newNames = sorted(batches)
    let new = try table(of: newNames)
    let known = known(of: new)
    let fresh = sorted(
      [batch(of: recent), NameBatch(new, without: known.rows, bySection: isByColumn)])
    let duplicates =
      duplicateCount + newNames.duplicateCount + (known.rows.count - known.back.count)
      + fresh.duplicateCount
    guard fresh.count > recent.count || !known.back.isEmpty else {
      return with(words: words, duplicateCount: duplicates)
    }
    let recent = try table(of: fresh)
    guard base.hasRoom(for: recent) else { throw ListTooLong() }
    return NameIndex(
      self, base: base, recent: recent,
      removed: known.back.isEmpty ? removed : removed.filter { !known.back.contains($0) },
      duplicateCount: duplicates)
  }

  /// The rows of `new` whose names the base has, and the removed base rows to restore for them.
  ///
  /// A removed row is restored only if all its texts are unchanged. Otherwise the new row goes into
  /// the recent table, as any other.
  private func known(of new: NameTable) -> (rows: [Int], back: Set<UInt32>) {
    if order.numbersRows { return ([], []) }
    let sames = base.sames(of: new, collation)
    let again = sames.indices.filter { sames[$0].map(isRemoved) ?? false }
    let beside = again.isEmpty ? [] : recent.sames(of: new, collation)
    var rows: [Int] = []
    var back: Set<UInt32> = []
    for (row, same) in sames.enumerated() {
      guard let same else { continue }
      if isRemoved(same) {
        guard beside[row] == nil,
          base.has(
            row, of: new, inRow: same, bySection: isByColumn,
            byPosition: order.rows == .input)
        else { continue }
        back.insert(UInt32(same))
      }
      rows.append(row)
    }
    return (rows, back)
  }

  private func isRemoved(_ row: Int) -> Bool {
    let place = removed.partitionPoint { $0 >= row }
    return place < removed.count && removed[place] == row
  }

  private var isByColumn: Bool { order.sections == .column }

  private func batch(of table: NameTable) -> NameBatch {
    NameBatch(table, bySection: isByColumn)
  }

  /// The index without some names; names it does not have are ignored.
  ///
  /// - Returns: This index when it has none of the names.
  /// - Complexity: O(*m* log *n* + *r*) for *n* names here, *m* names to remove and *r* changes
  ///   since the last merge; O(*n*) when these exceed a quarter of the base and all names are
  ///   merged.
  public func removing(_ names: some Sequence<Name>) -> NameIndex {
    do {
      return try removing(rows(of: names))
    } catch {
      preconditionFailure("fewer names take more than 4 GiB")
    }
  }

  private func removing(_ gone: RowSet) throws(ListTooLong) -> NameIndex {
    guard !gone.isEmpty else { return self }
    var start = self
    if order.rows == .input {
      for row in gone {
        let (table, place) = place(of: row)
        start.formerPositions[table.name(at: place)] = table.positions[place]
      }
    }
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
      let staying = sorted([batch(of: recent)], without: fromRecent.sorted())
      recent = try table(of: staying)
    }
    let index = NameIndex(
      start, base: base, recent: recent, removed: removed, duplicateCount: duplicateCount)
    guard index.recent.count + removed.count <= base.count / 4 else {
      return try index.rebuilt(with: [], duplicateCount: duplicateCount)
    }
    return index
  }

  /// Merges both tables and `batches` into one table.
  private func rebuilt(
    with batches: [NameBatch], duplicateCount known: Int? = nil
  ) throws(ListTooLong) -> NameIndex {
    // A damaged index is not sorted; the caller notices the damage and reads all names again.
    guard isWhole(), base.isRight else { return self }
    let all = [batch(of: base), batch(of: recent)] + batches
    let sorted = sorted(all, without: removed)
    let duplicates = known ?? (duplicateCount + sorted.duplicateCount)
    guard sorted.count > count || known != nil else {
      return with(words: words, duplicateCount: duplicates)
    }
    return NameIndex(self, base: try table(of: sorted), duplicateCount: duplicates)
  }

  func sorted(_ batches: [NameBatch], without gone: [UInt32] = []) -> SortedNames {
    SortedNames(
      batches, without: gone, keepsRepeated: order.numbersRows, collation: collation)
  }

  func table(of names: SortedNames) throws(ListTooLong) -> NameTable {
    if !order.isByNameAlone {
      return try NameTable(
        ArrangedNames(names, order, ruler, collation: collation))
    }
    return try NameTable(names, by: Grouping(ruler.runs(of: names, collation: collation)))
  }
}
