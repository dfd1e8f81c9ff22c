package import ListModel
import NameSearch

/// The result of copying a list.
package struct CopySummary: Sendable {
  package var list: ListName
  package var count = 0

  /// The rows that were not there as they are here.
  package var changed = 0
}

extension TargetStore {
  /// Copies all lists to another store: every row with its flags, its note, its snooze, by whom and
  /// when it was decided, and how commands on it have ended.
  ///
  /// Rows that only the other store has stay. An interrupted copy continues where rows differ:
  /// those that are the same are not written again. What was done, and can be undone, is not copied.
  ///
  /// - Throws: ``StoreError``; what was copied stays.
  /// - Complexity: O(*n* log *n*) for *n* names.
  package func copy(
    to other: TargetStore
  ) async throws(StoreError) -> [CopySummary] {
    var summaries: [CopySummary] = []
    for list in try listNames() {
      var summary = CopySummary(list: list)
      var cursor: KeptPage.Cursor? = .start
      let (titles, keepsOrder) = (try columnTitles(of: list), try keepsOrder(list) == true)
      while let start = cursor {
        if Task.isCancelled { throw .cancelled }
        let page = try names(in: list, after: start, limit: Self.copiedAtOnce)
        summary.count += page.names.count
        summary.changed += try await other.take(
          page.names, remarks: try remarks(on: page.names.map(\.name), in: list), titles,
          into: list,
          keepsOrder: keepsOrder)
        cursor = page.next
      }
      let dropped = try flags(in: list).filter { $0.value.contains(.dropped) }
      let said = try remarks(on: Array(dropped.keys), in: list)
      let rows = dropped.map {
        ImportedRow(
          name: $0.key, flags: $0.value.intersection(.stored), remark: said[$0.key] ?? Remark())
      }
      _ = try await other.restore(
        rows.sorted { $0.name.text < $1.name.text }, into: list, keepsOrder: keepsOrder)
      let (recipe, known) = (try recipe(of: list), try await other.recipe(of: list))
      if recipe != nil, recipe != known {
        _ = try await other.setRecipe(
          recipe, of: list, replacing: known, keepsOrder: keepsOrder)
      }
      for (command, outcomes) in try outcomesByCommand(in: list) {
        try await other.keep(outcomes, of: command, in: list)
      }
      summaries.append(summary)
    }
    return summaries
  }

  private static var copiedAtOnce: Int { 50_000 }

  /// Adds rows, and makes of them what another store knows; returns how many were changed.
  private func take(
    _ names: [StoredRow], remarks: [Name: Remark], _ titles: [String], into list: ListName,
    keepsOrder: Bool
  ) throws(StoreError) -> Int {
    var bare = NameBatch()
    bare.columnTitles = titles
    for kept in names {
      bare.append(
        kept.name, detail: kept.texts.detail, section: kept.texts.section,
        revision: kept.texts.revision)
      bare.setLastPosition(kept.texts.position)
    }
    // Rows without facts are added at once; the others are written individually.
    let added = try importNames(bare, into: list, keepsOrder: keepsOrder)
    let known = names.compactMap { kept -> ImportedRow? in
      let (flags, remark) = (kept.flags.intersection(.stored), remarks[kept.name])
      if flags.isEmpty, remark == nil { return nil }
      return ImportedRow(
        name: kept.name, flags: flags, remark: remark ?? Remark(), texts: kept.texts)
    }
    let changed = try known.isEmpty ? 0 : restore(known, into: list).changeCount
    return max(added, changed)
  }

  private func outcomesByCommand(
    in list: ListName
  ) throws(StoreError) -> [String: [(name: Name, outcome: Outcome?)]] {
    var found: [String: [(name: Name, outcome: Outcome?)]] = [:]
    for (name, outcomes) in try outcomes(in: list) {
      for outcome in outcomes { found[outcome.command, default: []].append((name, outcome)) }
    }
    return found
  }
}
