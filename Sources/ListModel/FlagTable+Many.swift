import HashTreeCollections
import NameSearch

extension FlagTable {
  /// Does to many rows of a kept list what the store has done to them.
  ///
  /// - Complexity: O(*n*/64) for *n* rows, plus O(*m* log *n*) for *m* names whose flags are kept
  ///   one by one.
  package mutating func apply(_ deed: Deed, to many: ManyRows) {
    var sets = flaggedRows(in: many.index)
    // What an edit makes of a row depends on its stored flags alone.
    for (flags, rows) in sets.groups(of: many.rows, by: .stored) {
      let after = deed.action.applied(to: flags)
      if deed.action.isRefused(leadingTo: after) { continue }
      sets.set(after ?? [], of: rows, among: .stored)
      switch deed.action {
      case .snooze: sets.insert(rows, into: .snoozed)
      case .wake: sets.remove(rows, from: .snoozed)
      default: break
      }
      if deed.note != nil {
        sets.insert(rows, into: .noted)
      } else if deed.action == .note {
        sets.remove(rows, from: .noted)
      }
    }
    for name in kept.keys where many.index.row(of: name) != nil { kept[name] = nil }
    base = FlagBase(index: many.index, sets)
    kindsInUse.formUnion(sets.kindsInUse)
    // Whoever follows has to look at all rows.
    changed = []
    revision += 1
    baseRevision += 1
  }
}
