public import Edits
public import NameIndex

/// The flags of one list by name, with a memory of what changed lately.
///
/// The revision lets a set of rows that was worked out elsewhere, from an older copy of the table,
/// be brought up to date by what changed since instead of by the whole table.
public struct FlagTable: Sendable {
  /// What the store has of names; it keeps many more that are neither dead nor liked.
  private var kept: [Name: Flags]

  /// What a source says of its names; counts for those that the store has said nothing of.
  private var ofSource: [Name: Flags] = [:]

  /// Counts the changes.
  public var revision: Int { changed.count }

  private var changed: [Name] = []

  /// A table of these flags.
  public init(_ flags: [Name: Flags] = [:]) {
    kept = flags
  }

  /// The flags of `name`, none when it is not in the table.
  public subscript(name: Name) -> Flags {
    kept[name] ?? ofSource[name] ?? []
  }

  /// What only the source says of a name; `nil` when it says nothing, or the store something.
  func onlyOfSource(_ name: Name) -> Flags? {
    kept[name] == nil ? ofSource[name] : nil
  }

  /// Sets the flags that the store has of one name; `nil` when it keeps the name no longer.
  public mutating func set(_ new: Flags?, for name: Name) {
    kept[name] = new
    changed.append(name)
  }

  /// Takes in what a source says of some names, anew for those it has spoken of before.
  mutating func add(ofSource new: [Name: Flags]) {
    for (name, flags) in new where ofSource[name] ?? [] != flags {
      ofSource[name] = flags
      if kept[name] == nil { changed.append(name) }
    }
  }

  /// Takes over the flags as they were read anew; only what differs counts as changed.
  ///
  /// - Complexity: O(*f*) for *f* flagged names on either side.
  mutating func replace(with new: [Name: Flags]) {
    let old = kept
    for (name, flags) in old where new[name] == nil && !flags.isEmpty { set([], for: name) }
    for (name, flags) in new where old[name] != flags { set(flags, for: name) }
  }

  /// The names that changed after `revision`, oldest first; one may come more than once.
  func names(changedSince revision: Int) -> ArraySlice<Name> {
    changed.dropFirst(revision)
  }

  /// The rows of `index` that have `flag`.
  ///
  /// - Complexity: O(*f* log *n*) for *f* flagged names and *n* rows.
  func rows(with flag: Flags, in index: NameIndex) -> RowSet {
    let own = kept.filter { $0.value.contains(flag) }.map(\.key)
    let others = ofSource.filter { $0.value.contains(flag) && kept[$0.key] == nil }.map(\.key)
    return index.rows(of: own + others)
  }
}
