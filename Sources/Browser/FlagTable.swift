public import Edits
public import NameIndex

/// The flags of one list by name, with a memory of what changed lately.
///
/// The revision lets a set of rows that was worked out elsewhere, from an older copy of the table,
/// be brought up to date by what changed since instead of by the whole table.
public struct FlagTable: Sendable {
  /// The names that are dead or liked; all others are neither.
  public private(set) var flags: [Name: Flags]

  /// Counts the changes.
  public var revision: Int { changed.count }

  private var changed: [Name] = []

  /// A table of these flags.
  public init(_ flags: [Name: Flags] = [:]) {
    self.flags = flags
  }

  /// The flags of `name`, none when it is not in the table.
  public subscript(name: Name) -> Flags {
    flags[name] ?? []
  }

  /// Sets the flags of one name; none takes it out of the table.
  public mutating func set(_ new: Flags, for name: Name) {
    flags[name] = new.isEmpty ? nil : new
    changed.append(name)
  }

  /// Takes over the flags as they were read anew; only what differs counts as changed.
  ///
  /// - Complexity: O(*f*) for *f* flagged names on either side.
  mutating func replace(with new: [Name: Flags]) {
    let old = flags
    for name in old.keys where new[name] == nil { set([], for: name) }
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
    index.rows(of: flags.lazy.filter { $0.value.contains(flag) }.map(\.key))
  }
}
