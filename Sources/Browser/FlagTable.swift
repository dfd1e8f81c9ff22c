public import Edits
public import NameIndex

/// The flags of the rows of one list, with a memory of what changed lately.
///
/// What is kept of a row itself counts first; where nothing is, what is kept of others that are called
/// so; then what its source says. A row that its source knows by an identity is the same whatever it is
/// called by now.
///
/// The revision lets a set of rows that was worked out elsewhere, from an older copy of the table,
/// be brought up to date by what changed since instead of by the whole table.
public struct FlagTable: Sendable {
  /// What the store has of names; it keeps many more that have no flags.
  private var kept: [Name: Flags] = [:]

  /// What the source of the rows says of them.
  private var ofSource: [Name: Flags] = [:]

  /// What rows with an identity are called now, by that identity.
  private var nameOfID: [String: Name] = [:]

  /// Of the names with an identity, by what they are called: the rows of the source, and those of which
  /// something is kept, of whatever source.
  private var rowsCalled: [Name: Set<Name>] = [:]
  private var keptCalled: [Name: Set<Name>] = [:]

  /// Counts the changes.
  public var revision: Int { changed.count }

  private var changed: [Name] = []

  /// Counts the changes in which a name was dropped or came back.
  private(set) var dropRevision = 0

  /// Whether the rows are those of the store: then what is kept of one says nothing of another.
  private let isOfKeptList: Bool

  /// A table of these flags, for the rows of a kept list or for others.
  public init(_ flags: [Name: Flags] = [:], ofKeptList: Bool = false) {
    isOfKeptList = ofKeptList
    kept = flags
    for (name, flags) in flags where name.sourceID != nil {
      _ = nameOfID.note(name)
      keep(flags, for: name)
    }
  }

  /// The flags of `name`, none when it is not in the table.
  public subscript(name: Name) -> Flags {
    let name = called(name)
    return kept[name] ?? elsewhere(name) ?? []
  }

  /// The flags that a name has though nothing is kept of it, or of all that are called so if it is a bare name;
  /// `nil` where nobody says anything.
  func flagsElsewhere(of name: Name) -> Flags? {
    if kept[name] != nil { return nil }
    if name.sourceID == nil, byName(name) != nil { return nil }
    return elsewhere(name)
  }

  private func elsewhere(_ name: Name) -> Flags? {
    byName(name) ?? ofSource[name]
  }

  /// What is kept of the bare name, or what those agree on that are called so in other sources.
  private func byName(_ name: Name) -> Flags? {
    if isOfKeptList { return nil }
    if name.sourceID != nil, let flags = kept[name.bare] { return flags }
    guard let others = keptCalled[name.bare] else { return nil }
    let source = name.source
    let flags = others.lazy.filter { source == nil || $0.source != source }
      .compactMap { kept[$0] }
    return flags.first.map { flags.reduce($0) { $0.intersection($1) } }
  }
}

// MARK: Changes

extension FlagTable {
  /// Sets the flags that the store has of one name; `nil` when it keeps the name no longer.
  public mutating func set(_ new: Flags?, for name: Name) {
    let name = called(name)
    call(name)
    let related = related(to: name)
    let wereDropped = related.map { self[$0].contains(.dropped) }
    keep(new, for: name)
    changed += related
    if related.map({ self[$0].contains(.dropped) }) != wereDropped { dropRevision += 1 }
  }

  /// Takes in the rows of a page: what they are called and what the source says of them, anew for those it
  /// has spoken of before; and what is kept of them, flags or none.
  public mutating func add(_ rows: [Browser.SourceRow], kept found: [Name: Flags] = [:]) {
    for row in rows {
      call(row.name)
      if row.name.sourceID != nil { rowsCalled[row.name.bare, default: []].insert(row.name) }
      if ofSource[row.name] ?? [] == row.flags { continue }
      ofSource[row.name] = row.flags
      if kept[row.name] == nil { changed.append(row.name) }
    }
    // What was kept a moment ago does not count against what has changed since.
    for (name, flags) in found where kept[called(name)] == nil { set(flags, for: name) }
  }

  /// Takes over the flags as they were read anew; only what differs counts as changed.
  ///
  /// - Complexity: O(*f*) for *f* flagged names on either side.
  mutating func replace(with new: [Name: Flags]) {
    let new =
      nameOfID.isEmpty
      ? new : Dictionary(new.map { (called($0.key), $0.value) }) { first, _ in first }
    for (name, flags) in kept where new[name] == nil && !flags.isEmpty { set([], for: name) }
    for (name, flags) in new where kept[name] != flags { set(flags, for: name) }
  }

  /// The name by which a row with an identity is called now: by its source, or in a kept list by the store.
  private func called(_ name: Name) -> Name {
    isOfKeptList ? name : name.sourceID.flatMap { nameOfID[$0] } ?? name
  }

  /// Calls a row with an identity by a name; what is known of it under another is carried over.
  private mutating func call(_ name: Name) {
    guard let before = nameOfID.note(name), before != name else { return }
    if rowsCalled[before.bare]?.remove(before) != nil {
      rowsCalled[name.bare, default: []].insert(name)
    }
    ofSource[before] = nil
    let flags = kept[before]
    keep(nil, for: before)
    keep(flags, for: name)
    dropRevision += 1
    changed += related(to: before) + related(to: name)
  }

  private mutating func keep(_ flags: Flags?, for name: Name) {
    kept[name] = flags
    guard name.sourceID != nil else { return }
    if flags == nil {
      keptCalled[name.bare]?.remove(name)
    } else {
      keptCalled[name.bare, default: []].insert(name)
    }
  }

  /// A name and those whose flags may follow from what is kept of it: rows of the same source stand for
  /// themselves, each.
  private func related(to name: Name) -> [Name] {
    if nameOfID.isEmpty { return [name] }
    let bare = name.bare
    guard let rows = rowsCalled[bare], rows.first?.source != name.source else {
      return [name, bare]
    }
    return [name, bare] + rows
  }
}

extension [String: Name] {
  /// Notes what a row with an identity is called; gives what it was called before.
  fileprivate mutating func note(_ name: Name) -> Name? {
    name.sourceID.flatMap { updateValue(name, forKey: $0) }
  }
}

// MARK: Rows

extension FlagTable {
  /// The names that changed after `revision`, oldest first; one may come more than once.
  func names(changedSince revision: Int) -> ArraySlice<Name> {
    changed.dropFirst(revision)
  }

  /// The rows of `index` that have `flag`.
  ///
  /// - Complexity: O(*f* log *n*) for *f* flagged names and *n* rows.
  func rows(with flag: Flags, in index: NameIndex) -> RowSet {
    var names = kept.filter { $0.value.contains(flag) }.map(\.key)
    var others = Array(ofSource.keys)
    if !nameOfID.isEmpty {
      for name in names { others += related(to: name) }
    }
    names += others.filter { kept[$0] == nil && self[$0].contains(flag) }
    return index.rows(of: names)
  }
}
