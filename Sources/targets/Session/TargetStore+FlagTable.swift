import Browser
import Edits
import NameSearch
import TargetStore

extension TargetStore {
  func flagTable(in list: Name, for scope: FlagTable.Scope) async throws -> FlagTable {
    let flags = try flags(in: list)
    var table = FlagTable(flags, for: scope)
    table.add([], kept: try self.flags(of: Array(table.namesInQuestion(beside: flags)), in: list))
    return table
  }

  /// All flags of a list, and empty flags for each unflagged kept name that `table` depends on.
  func flags(in list: Name, beside table: FlagTable) async throws -> [Name: Flags] {
    let flags = try flags(in: list)
    let kept = try self.flags(of: Array(table.namesInQuestion(beside: flags)), in: list)
    return flags.merging(kept) { $1 }
  }
}
