import Browser
import ListModel
import NameSearch
import TargetStore

extension TargetStore {
  /// What a session begins with: a kept list's snapshot, or else only the flags.
  func start(_ settings: BrowseSettings, _ source: NameSource) async throws -> Session.Start {
    if source.isKeptList, let found = try snapshot(of: settings.list, in: settings.order) {
      return Session.Start(
        flags: found.flags, mark: found.mark, index: found.index, snapshot: found.written)
    }
    // The mark comes first: following the list from there misses nothing.
    let mark = try mark(of: settings.list)
    return Session.Start(
      flags: try await flagTable(in: settings.list, for: source.scope), mark: mark)
  }

  func flagTable(in list: Name, for scope: FlagTable.Scope) async throws -> FlagTable {
    let flags = try flags(in: list)
    var table = FlagTable(flags, for: scope)
    table.add([], kept: try self.flags(of: Array(table.namesInQuestion(beside: flags)), in: list))
    return table
  }

  /// All flags of a list, with empty flags for each unflagged kept name that `table` depends on.
  ///
  /// The mark is of before they were read: following the list from there misses nothing.
  func flags(
    in list: Name, beside table: FlagTable
  ) async throws -> (flags: [Name: Flags], mark: ListVersion) {
    let mark = try mark(of: list)
    let flags = try flags(in: list)
    let kept = try self.flags(of: Array(table.namesInQuestion(beside: flags)), in: list)
    return (flags.merging(kept) { $1 }, mark)
  }
}
