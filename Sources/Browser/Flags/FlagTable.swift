package import Edits
package import NameSearch

/// The flags of the rows that are looked at, with a memory of what changed lately.
///
/// What is kept of a row itself counts first; where nothing is, whether its name is dead or liked
/// otherwise in the list; then what its source says. A row that its source knows by an identity is the
/// same whatever it is called by now.
///
/// The revision lets a set of rows that was worked out elsewhere, from an older copy of the table,
/// be brought up to date by what changed since instead of by the whole table.
package struct FlagTable: Sendable {
  /// Whose rows are looked at.
  package enum Scope: Equatable, Sendable {
    /// Those of the kept list itself, each of which stands for itself.
    case keptList

    /// Those of a source, by what tells it from others; `nil` where its rows have no identities.
    case source(String?)
  }

  private let scope: Scope

  /// What the store has of names; it keeps many more that have no flags.
  private var kept: [Name: Flags] = [:]

  /// What the source of the rows says of them.
  private var ofSource: [Name: Flags] = [:]

  /// What rows with an identity are called now, by that identity.
  private var nameOfID: [String: Name] = [:]

  /// The rows of the source that have an identity, by what they are called.
  private var rowsCalled: [Name: Set<Name>] = [:]

  /// The rows of the source that have none: what is kept of their names is kept of them.
  private var bareRows: Set<Name> = []

  /// What is kept of rows of other sources, by what they are called.
  private var elsewhereCalled: [Name: Tally] = [:]

  /// How many of the names that are called the same are listed, dead and liked.
  private struct Tally {
    var listed = 0
    var dead = 0
    var liked = 0

    /// What they agree on; `nil` where there are none.
    var flags: Flags? {
      if listed == 0 { return nil }
      var flags: Flags = []
      if dead == listed { flags.insert(.dead) }
      if liked == listed { flags.insert(.liked) }
      return flags
    }

    mutating func count(_ flags: Flags?, by step: Int) {
      guard let flags, !flags.contains(.dropped) else { return }
      listed += step
      if flags.contains(.dead) { dead += step }
      if flags.contains(.liked) { liked += step }
    }
  }

  /// Counts the changes.
  package private(set) var revision = 0

  /// The names that changed last, oldest first.
  private var changed: [Name] = []

  /// So many changes are remembered at least: far more than lie between two searches.
  private static let changesRemembered = 4_096

  /// The names that were dropped, where that keeps them out of sight: their source goes on giving them out.
  private(set) var dropped: Set<Name> = []

  /// Counts the changes in which a name was dropped or came back.
  private(set) var dropRevision = 0

  /// A table of these flags, which are all there are in the list.
  package init(_ flags: [Name: Flags] = [:], for scope: Scope = .source(nil)) {
    self.scope = scope
    kept = flags
    for (name, flags) in flags {
      if hidesDropped, flags.contains(.dropped) { dropped.insert(name) }
      guard name.sourceID != nil else { continue }
      _ = nameOfID.note(name)
      tally(flags, of: name, by: 1)
    }
  }

  /// The flags of `name`, none when it is not in the table.
  package subscript(name: Name) -> Flags {
    let name = called(name)
    return own(name) ?? elsewhere(name) ?? []
  }

  /// What is kept of a row; where dropped rows are in sight, they are rows of which nothing is kept.
  private func own(_ name: Name) -> Flags? {
    guard let flags = kept[name] else { return nil }
    return flags.contains(.dropped) && !hidesDropped ? nil : flags
  }

  private var hidesDropped: Bool {
    if case .source(_?) = scope { true } else { false }
  }

  /// The flags of a name of which itself nothing is kept; `nil` where nobody says anything.
  func flagsElsewhere(of name: Name) -> Flags? {
    own(name) == nil ? elsewhere(name) : nil
  }

  /// What counts where nothing is kept of the name itself: the bare name's flags, or what those agree on that
  /// are called so in other sources, or what the source says.
  ///
  /// What was dropped somewhere else is not dropped here.
  private func elsewhere(_ name: Name) -> Flags? {
    if scope == .keptList { return nil }
    if name.sourceID != nil, !bareRows.contains(name.bare), let flags = kept[name.bare],
      !flags.contains(.dropped)
    {
      return flags
    }
    return elsewhereCalled[name.bare]?.flags ?? ofSource[name]
  }

  /// The name by which a row with an identity is called now: a row of the source by the source, any other by
  /// the store.
  func called(_ name: Name) -> Name {
    isOfSource(name) ? name.sourceID.flatMap { nameOfID[$0] } ?? name : name
  }

  /// Whether a name with an identity is of a row of the source that is looked at.
  private func isOfSource(_ name: Name) -> Bool {
    guard let source = name.source, case .source(let own?) = scope else { return false }
    return source == own
  }
}

// MARK: Changes

extension FlagTable {
  /// Takes in the rows of a page: what they are called and what the source says of them, anew for those it
  /// has spoken of before; and what is kept of their names, flags or none.
  package mutating func add(_ rows: [Browser.SourceRow], kept found: [Name: Flags] = [:]) {
    for row in rows {
      call(row.name)
      if row.name.sourceID != nil {
        rowsCalled[row.name.bare, default: []].insert(row.name)
      } else if bareRows.insert(row.name).inserted {
        note(rowsCalled[row.name] ?? [])
      }
      if ofSource[row.name] ?? [] == row.flags { continue }
      ofSource[row.name] = row.flags
      if kept[row.name] == nil { note(CollectionOfOne(row.name)) }
    }
    // What was kept a moment ago does not count against what has changed since.
    set(found.filter { kept[called($0.key)] == nil }.map { ($0.key, $0.value) })
  }

  /// Takes over the flags as they were read anew; only what differs counts as changed.
  ///
  /// - Parameter new: All flags there are in the list, and for each of the ``namesInQuestion(beside:)`` that
  ///   is kept without flags that it has none.
  /// - Complexity: O(*f*) for *f* flagged names on either side.
  mutating func replace(with new: [Name: Flags]) {
    let new =
      nameOfID.isEmpty
      ? new : Dictionary(new.map { (called($0.key), $0.value) }) { first, _ in first }
    set(
      kept.keys.filter { new[$0] == nil }.map { ($0, nil) }
        + new.filter { kept[$0.key] != $0.value }.map { ($0.key, $0.value) })
  }

  /// The names of which it matters whether they are kept without flags, or not at all, and of which flags
  /// that were read say nothing; rows with an identity are among those in any case.
  package func namesInQuestion(beside flags: [Name: Flags]) -> Set<Name> {
    if scope == .keptList { return [] }
    return Set(kept.keys.lazy.filter { flags[$0] == nil }.map(\.bare))
      .union(ofSource.keys.lazy.map(\.bare)).union(elsewhereCalled.keys)
      .filter { flags[$0] == nil }
  }

  /// Sets the flags that the store has of some names, each at most once among them; `nil` of those that it
  /// keeps no longer.
  mutating func set(_ changes: [(name: Name, flags: Flags?)]) {
    var related: Set<Name> = []
    for (name, flags) in changes {
      let name = called(name)
      if let before = call(name), let others = others(after: before) { related.insert(others) }
      keep(flags, for: name)
      note(CollectionOfOne(name))
      if let others = others(after: name) { related.insert(others) }
    }
    for name in related { note([name] + (rowsCalled[name] ?? [])) }
  }

  private mutating func note(_ names: some Collection<Name>) {
    changed += names
    revision += names.count
    let surplus = changed.count - Self.changesRemembered
    if surplus > Self.changesRemembered { changed.removeFirst(surplus) }
  }

  /// The bare name of those whose flags may follow from what is kept of a name; `nil` where there are none.
  private func others(after name: Name) -> Name? {
    if scope == .keptList || isOfSource(name) { return nil }
    return name.sourceID == nil && rowsCalled[name] == nil ? nil : name.bare
  }

  /// Calls a row with an identity by a name; what is known of it under another is carried over.
  ///
  /// - Returns: What it was called before, if that was something else.
  @discardableResult
  private mutating func call(_ name: Name) -> Name? {
    guard let before = nameOfID.note(name), before != name else { return nil }
    if rowsCalled[before.bare]?.remove(before) != nil {
      rowsCalled[name.bare, default: []].insert(name)
    }
    ofSource[before] = nil
    let flags = kept[before]
    keep(nil, for: before)
    keep(flags, for: name)
    note([before, name])
    return before
  }

  private mutating func keep(_ flags: Flags?, for name: Name) {
    tally(kept[name], of: name, by: -1)
    kept[name] = flags
    tally(flags, of: name, by: 1)
    let isDropped = hidesDropped && flags?.contains(.dropped) ?? false
    if isDropped != dropped.contains(name) {
      dropRevision += 1
      if isDropped { dropped.insert(name) } else { dropped.remove(name) }
    }
  }

  private mutating func tally(_ flags: Flags?, of name: Name, by step: Int) {
    guard name.sourceID != nil, !isOfSource(name) else { return }
    elsewhereCalled[name.bare, default: Tally()].count(flags, by: step)
  }
}

extension [String: Name] {
  /// Notes what a row with an identity is called; gives what it was called before.
  fileprivate mutating func note(_ name: Name) -> Name? {
    name.sourceID.flatMap { updateValue(name, forKey: $0) }
  }
}

// MARK: Rows

extension NameIndex {
  fileprivate func rows(where isWanted: (Name) -> Bool) -> RowSet {
    RowSet(rowCount: count, (0..<count).map { Row($0) }.filter { isWanted(name(at: $0)) })
  }
}

extension FlagTable {
  /// The rows that are out of sight because they were dropped.
  ///
  /// - Complexity: as that of ``rows(with:in:)``.
  func hiddenRows(in index: NameIndex) -> RowSet {
    index.count < dropped.count ? index.rows { dropped.contains($0) } : index.rows(of: dropped)
  }

  /// The names that changed after `revision`, oldest first, one maybe more than once.
  ///
  /// `nil` where that is too long ago.
  func names(changedSince revision: Int) -> ArraySlice<Name>? {
    let count = self.revision - revision
    return count > changed.count ? nil : changed.suffix(count)
  }

  /// The rows of `index` that are dead, or those that are liked.
  ///
  /// - Complexity: O(*f* log *n*) for *f* flagged names and *n* rows; O(*n*) where the rows are fewer.
  func rows(with flag: Flags, in index: NameIndex) -> RowSet {
    if index.count < kept.count { return index.rows { self[$0].contains(flag) } }
    let own = kept.keys.filter { self.own($0)?.contains(flag) ?? false }
    if scope == .keptList { return index.rows(of: own) }
    let bare = Set(own.compactMap { others(after: $0) })
    let related = bare.flatMap { [$0] + (rowsCalled[$0] ?? []) } + ofSource.keys
    return index.rows(of: own + related.filter { self.own($0) == nil && self[$0].contains(flag) })
  }
}
