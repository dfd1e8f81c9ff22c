import ListModel
import HashTreeCollections
import NameSearch

extension FlagTable {
  /// Does to many rows of a kept list what the store has done to them.
  ///
  /// - Complexity: O(*n*/64) for *n* rows, plus O(*m* log *n*) for *m* names whose flags are kept
  ///   one by one.
  package mutating func apply(_ deed: Deed, to many: ManyRows) {
    var sets = flaggedRows(in: many.index)
    var rows = many.rows
    switch deed.action {
    case .markDead:
      sets.insert(rows, into: .dead)
      sets.remove(rows, from: .spared)
    case .spare:
      if let dead = sets[.dead] { rows.subtract(dead) }
      sets.insert(rows, into: .spared)
    case .revive: sets.remove(rows, from: .dead)
    case .reopen:
      sets.remove(rows, from: .dead)
      sets.remove(rows, from: .spared)
    case .like: sets.insert(rows, into: .liked)
    case .unlike: sets.remove(rows, from: .liked)
    case .snooze: sets.insert(rows, into: .snoozed)
    case .wake: sets.remove(rows, from: .snoozed)
    case .note, .add, .drop, .hide: break
    }
    if deed.note != nil {
      sets.insert(rows, into: .noted)
    } else if deed.action == .note {
      sets.remove(rows, from: .noted)
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
