package import ListModel
package import NameSearch
package import TargetStore

extension TargetStore {
  package func flagTable(in list: ListName, for scope: FlagTable.Scope) async throws -> FlagTable {
    let flags = try flags(in: list)
    var table = FlagTable(flags, for: scope)
    table.add([], kept: try self.flags(of: Array(table.namesInQuestion(beside: flags)), in: list))
    return table
  }

  /// All flags of a list, with empty flags for each unflagged kept name that `table` depends on.
  ///
  /// The mark is of before they were read: following the list from there misses nothing.
  package func flags(
    in list: ListName, beside table: FlagTable
  ) async throws -> (flags: [Name: Flags], mark: ListVersion) {
    let mark = try mark(of: list)
    let flags = try flags(in: list)
    let kept = try self.flags(of: Array(table.namesInQuestion(beside: flags)), in: list)
    return (flags.merging(kept) { $1 }, mark)
  }

  /// The rows whose decisions count and have a verdict that is wanted.
  package func rows(with verdicts: VerdictWords, in list: ListName) throws -> NamedRows {
    let flags = try flags(in: list)
    let decided = try remarks(in: list).lazy.filter { name, remark in
      verdicts.accepts(remark.verdict) && flags[name]?.decision != nil
    }
    return NamedRows(Set(decided.map(\.key)))
  }
}
