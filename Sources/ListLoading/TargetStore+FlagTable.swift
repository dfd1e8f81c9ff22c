package import ListModel
package import NameSearch
package import TargetStore

extension TargetStore {
  /// The flags that a list has for the rows of a source.
  package func flagTable(
    in list: ListName, for source: any RowSource
  ) async throws -> FlagTable {
    try await flagTable(in: list, for: source.scope, givesRevisions: source.givesRevisions)
  }

  /// The flags of the rows of a source, all of which an index has.
  package func flagTable(
    in list: ListName, for source: any RowSource, _ index: NameIndex
  ) async throws -> FlagTable {
    if source.scope == .keptList, !keepsNothing {
      return FlagTable(try flags(in: list), ofRowsIn: index)
    }
    var table = try await flagTable(in: list, for: source)
    table.see(index)
    return table
  }

  package func flagTable(
    in list: ListName, for scope: FlagTable.Scope, givesRevisions: Bool = false
  ) async throws -> FlagTable {
    if keepsNothing { return FlagTable(for: scope, givesRevisions: givesRevisions) }
    let flags = try flags(in: list)
    let decisions = scope == .keptList ? [:] : try decisionsToCompare(in: list)
    var table = FlagTable(
      flags, decisions: decisions, for: scope, givesRevisions: givesRevisions)
    table.add([], kept: try self.flags(of: Array(table.namesInQuestion(beside: flags)), in: list))
    return table
  }

  /// All flags of a list, and empty flags for each unflagged stored name that `table` depends on.
  ///
  /// The version was read before the flags, so that later changes are not missed.
  package func flags(
    in list: ListName, beside table: FlagTable
  ) async throws -> (
    flags: [Name: Flags], decisions: [Name: StoredDecision], mark: ListVersion
  ) {
    let mark = try mark(of: list)
    let flags = try flags(in: list)
    let kept = try self.flags(of: Array(table.namesInQuestion(beside: flags)), in: list)
    let decisions = table.scope == .keptList ? [:] : try decisionsToCompare(in: list)
    return (flags.merging(kept) { $1 }, decisions, mark)
  }

  /// The rows of a list with a wanted verdict, if their decisions count.
  ///
  /// With `countsElsewhere`, for rows of an input, ``Show/decided`` determines whether they count there.
  package func rows(
    with verdicts: VerdictWords, in list: ListName, countsElsewhere: Bool = false
  ) throws -> NamedRows {
    let flags = countsElsewhere ? [:] : try flags(in: list)
    let decided = try remarks(in: list).lazy.filter { name, remark in
      verdicts.accepts(remark.verdict) && (countsElsewhere || flags[name]?.decision != nil)
    }
    return NamedRows(Set(decided.map(\.key)))
  }
}
