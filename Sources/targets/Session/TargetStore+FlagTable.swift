import Browser
import Edits
import NameSearch
import TargetStore

extension TargetStore {
  /// The flags of a list, for rows of some scope.
  func flagTable(in list: Name, for scope: FlagTable.Scope) async throws -> FlagTable {
    let flags = try flags(in: list)
    var table = FlagTable(flags, for: scope)
    table.add([], kept: try self.flags(of: Array(table.namesInQuestion(beside: flags)), in: list))
    return table
  }

  /// All flags there are in a list, and for each name that has none, where that matters to a table, whether it
  /// is kept.
  func flags(in list: Name, beside table: FlagTable) async throws -> [Name: Flags] {
    let flags = try flags(in: list)
    let kept = try self.flags(of: Array(table.namesInQuestion(beside: flags)), in: list)
    return flags.merging(kept) { $1 }
  }
}
