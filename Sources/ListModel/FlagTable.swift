import HashTreeCollections
package import NameSearch

/// A table of the flags of the rows in view; it also remembers recent changes.
///
/// Stored flags of a row take precedence over those that its source gives. A row with an ID stays
/// the same row when its source renames it, and is independent of other rows with its name.
///
/// The maps are persistent: a copy takes O(1), and an edit of either copy O(log *f*), with *f*
/// flagged names. So a search gets a copy of its own, and the edit after it costs no more than any.
///
/// Whoever has worked out rows from an older copy brings them up to date by `names(changedSince:)`.
package struct FlagTable: Sendable {
  /// The rows to which the table belongs.
  package enum Scope: Equatable, Sendable {
    /// The stored list's own rows.
    case keptList

    /// The rows of a source, with its identity; `nil` if its rows have no IDs.
    case source(String?)
  }

  package let scope: Scope

  /// The flags of a stored list, which those in `kept` override; `nil` if there are none.
  private var base: FlagBase?

  /// The store's flags of names; names without flags may be missing.
  private var kept: TreeDictionary<Name, Flags> = [:]

  /// The flags that the source gives its rows.
  private var ofSource: TreeDictionary<Name, Flags> = [:]

  /// Whether the rows of the source have their own revisions.
  package let givesRevisions: Bool

  /// The decisions of the list, if the rows of the source have their own revisions.
  private var decisions: TreeDictionary<Name, StoredDecision> = [:]

  /// The rows of such a source that have arrived.
  private var rowsSeen: NameIndex?

  /// The present names of rows with an ID.
  private var nameOfID: TreeDictionary<String, Name> = [:]

  /// All flags that rows have, and possibly some that they no longer have.
  package private(set) var kindsInUse: Flags = []

  /// The number of changes so far.
  package private(set) var revision = 0

  /// Counts how often the flags of many rows were changed together.
  private(set) var baseRevision = 0

  /// The names that changed last, oldest first.
  private var changed: [Name] = []

  /// The least number of changes remembered: far more than happen between two searches.
  private static let changesRemembered = 4_096

  /// The dropped names that the source still has, so that they must be hidden.
  private var dropped: TreeSet<Name> = []

  /// The number of changes of `dropped`.
  private(set) var dropRevision = 0

  /// A table of all flags in a list.
  ///
  /// - Parameters:
  ///   - flags: The flags in the list.
  ///   - decisions: The decisions for which revisions matter.
  ///   - scope: The rows to which the table belongs.
  ///   - givesRevisions: Whether a source gives its rows revisions.
  package init(
    _ flags: [Name: Flags] = [:], decisions: [Name: StoredDecision] = [:],
    for scope: Scope = .source(nil), givesRevisions: Bool = false
  ) {
    self.scope = scope
    self.givesRevisions = givesRevisions && scope != .keptList
    kept = TreeDictionary(uniqueKeysWithValues: flags)
    for (name, flags) in flags {
      kindsInUse.formUnion(flags)
      if hidesDropped, flags.contains(.dropped) { dropped.insert(name) }
      _ = nameOfID.note(name)
    }
    if scope == .keptList || decisions.isEmpty && !self.givesRevisions { return }
    for (name, found) in flags {
      keep(flagsHere(found, decisions[name], of: name), for: name)
    }
  }

  /// A table of all flags in a stored list: those in a snapshot, and the changes since then.
  package init(_ base: FlagBase, changes: [(name: Name, flags: Flags?)]) {
    scope = .keptList
    givesRevisions = false
    self.base = base
    kindsInUse = base.kindsInUse
    set(changes)
  }

  /// A table of all flags in a stored list, of which `index` has the rows.
  ///
  /// If many of these rows are flagged, sets of rows take less time and memory than a map.
  package init(_ flags: [Name: Flags], ofRowsIn index: NameIndex) {
    guard flags.count > index.count / 4 else {
      self.init(flags, for: .keptList)
      return
    }
    let kindsInUse = flags.values.reduce(into: Flags()) { $0.formUnion($1) }
    var others = flags
    let rows = FlaggedRows(of: FlaggedRows.kinds(in: kindsInUse), in: index) {
      others.removeValue(forKey: $0) ?? []
    }
    // An index of a few matches has few of the names.
    guard others.count <= index.count / 4 else {
      self.init(flags, for: .keptList)
      return
    }
    self.init(
      FlagBase(index: index, rows), changes: others.map { (name: $0.key, flags: $0.value) })
  }

  /// The number of names whose flags are stored individually.
  package var singleCount: Int { kept.count }

  /// The flags of `name`; empty if it is not in the table.
  package subscript(name: Name) -> Flags {
    let name = called(name)
    return own(name) ?? ofSource[name] ?? []
  }

  /// The stored flags of the row itself; `nil` for a dropped row that is not hidden.
  func own(_ name: Name) -> Flags? {
    guard let flags = kept[name] ?? base?.flags(of: name) else { return nil }
    return flags.contains(.dropped) && !hidesDropped ? nil : flags
  }

  /// Whether flags that were read from the store are already known for a name.
  package func has(_ flags: Flags?, for name: Name) -> Bool {
    scope == .keptList ? self[name] == flags ?? [] : kept[called(name)] == flags
  }

  private var hidesDropped: Bool {
    if case .source(_?) = scope { true } else { false }
  }

  /// The flags that a row has from its source; `nil` if the store has flags for it.
  package func flagsOfSource(for name: Name) -> Flags? {
    own(name) == nil ? ofSource[name] : nil
  }

  /// The present name of a row with an ID: from the source for its rows, otherwise from the store.
  package func called(_ name: Name) -> Name {
    isOfSource(name) ? name.sourceID.flatMap { nameOfID[$0] } ?? name : name
  }

  /// Whether a name with an ID is a row of the table's source.
  private func isOfSource(_ name: Name) -> Bool {
    guard let source = name.source, case .source(let own?) = scope else { return false }
    return source == own
  }
}

// MARK: Changes

extension FlagTable {
  /// Adds or updates the rows of a page, with the flags that the store has for their names.
  package mutating func add(_ rows: [Row], kept found: [Name: Flags] = [:]) {
    for row in rows {
      rename(to: row.name)
      if ofSource[row.name] ?? [] == row.flags { continue }
      ofSource[row.name] = row.flags
      kindsInUse.formUnion(row.flags)
      if kept[row.name] == nil { note(CollectionOfOne(row.name)) }
    }
    // `found` may be older than flags that were set in between.
    set(found.filter { kept[called($0.key)] == nil }.map { ($0.key, $0.value) })
  }

  /// Replaces all stored flags; only rows whose flags differ count as changed.
  ///
  /// - Parameters:
  ///   - new: All flags of the list, and an empty set for each of the `namesInQuestion(beside:)`
  ///     that is stored without flags.
  ///   - decisions: The decisions for which revisions matter.
  /// - Complexity: O(*f*) for *f* flagged names on either side.
  package mutating func replace(
    with new: [Name: Flags], decisions: [Name: StoredDecision] = [:]
  ) {
    if base != nil {
      let revision = revision + 1
      self = FlagTable(new, for: scope)
      self.revision = revision
      return
    }
    let (new, decisions) =
      nameOfID.isEmpty ? (new, decisions) : (byPresentName(new), byPresentName(decisions))
    set(
      kept.keys.filter { new[$0] == nil }.map { ($0, nil) }
        + new.filter { kept[$0.key] != $0.value || decisions[$0.key] != nil }
        .map { ($0.key, $0.value) },
      decisions: decisions)
  }

  private func byPresentName<Value>(_ values: [Name: Value]) -> [Name: Value] {
    Dictionary(values.map { (called($0.key), $0.value) }) { first, _ in first }
  }

  /// The rows that have flags from their source and are not in `flags`.
  ///
  /// The caller must find out whether the store has them without flags or not at all.
  package func namesInQuestion(beside flags: [Name: Flags]) -> Set<Name> {
    Set(ofSource.keys.lazy.filter { flags[$0] == nil })
  }

  /// Sets the stored flags of some names, each given at most once; `nil` for names that were removed.
  ///
  /// `decisions` has the decisions of these names for which revisions matter.
  package mutating func set(
    _ changes: [(name: Name, flags: Flags?)], decisions: [Name: StoredDecision] = [:]
  ) {
    for (given, flags) in changes {
      let name = called(given)
      rename(to: name)
      keep(flags.map { flagsHere($0, decisions[given], of: name) }, for: name)
      note(CollectionOfOne(name))
    }
  }

  /// Compares the decisions of the list with the revisions that the rows of a source have.
  ///
  /// - Complexity: O(*d* log *n*) for *d* decisions and *n* rows, if the source gives revisions.
  package mutating func see(_ index: NameIndex) {
    guard givesRevisions else { return }
    rowsSeen = index
    for (name, decision) in decisions {
      guard let row = index.row(of: name), let flags = kept[name] else { continue }
      let here = decision.flags(flags, at: index.revision(at: row))
      if here == flags { continue }
      keep(here, for: name)
      note(CollectionOfOne(name))
    }
  }

  /// Translates the flags of a row in the list for the same row of the source.
  ///
  /// Its decision counts if it is about the revision that the source gives the row.
  private mutating func flagsHere(
    _ flags: Flags, _ decision: StoredDecision?, of name: Name
  ) -> Flags {
    let decision = flags.contains(.dropped) ? nil : decision ?? StoredDecision(flags)
    if givesRevisions { decisions[name] = decision }
    guard let decision, scope != .keptList else { return flags }
    if !givesRevisions { return decision.flags(flags, at: nil) }
    guard let rowsSeen, let row = rowsSeen.row(of: name) else { return flags }
    return decision.flags(flags, at: rowsSeen.revision(at: row))
  }

  private mutating func note(_ names: some Collection<Name>) {
    changed += names
    revision += names.count
    let surplus = changed.count - Self.changesRemembered
    if surplus > Self.changesRemembered { changed.removeFirst(surplus) }
  }

  /// Renames a row with an ID; its flags move to the new name.
  private mutating func rename(to name: Name) {
    guard let before = nameOfID.note(name), before != name else { return }
    ofSource[before] = nil
    decisions[name] = decisions.removeValue(forKey: before)
    let flags = kept[before]
    keep(nil, for: before)
    keep(flags, for: name)
    note([before, name])
  }

  private mutating func keep(_ flags: Flags?, for name: Name) {
    kept[name] = flags ?? (base == nil ? nil : [])
    kindsInUse.formUnion(flags ?? [])
    let isDropped = hidesDropped && flags?.contains(.dropped) ?? false
    guard isDropped != dropped.contains(name) else { return }
    dropRevision += 1
    if isDropped { dropped.insert(name) } else { dropped.remove(name) }
  }
}

extension TreeDictionary<String, Name> {
  /// Records the present name of a row with an ID, and returns the previous one.
  fileprivate mutating func note(_ name: Name) -> Name? {
    name.sourceID.flatMap { updateValue(name, forKey: $0) }
  }
}

extension NameIndex {
  fileprivate func rows(where isWanted: (Name) -> Bool) -> RowSet {
    RowSet(rowCount: count, (0..<count).map { NameRow($0) }.filter { isWanted(name(at: $0)) })
  }
}

extension FlagTable {
  /// The rows that are hidden because they were dropped.
  ///
  /// - Complexity: as that of ``rows(with:in:)``.
  func hiddenRows(in index: NameIndex) -> RowSet {
    // The usual case: a short command then avoids instantiating the types of the search.
    if dropped.isEmpty { return index.rows(of: []) }
    return index.count < dropped.count
      ? index.rows { dropped.contains($0) } : index.rows(of: dropped)
  }

  /// The names that changed after `revision`, oldest first; a name can occur several times.
  ///
  /// `nil` if the revision is older than the remembered changes.
  package func names(changedSince revision: Int) -> ArraySlice<Name>? {
    let count = self.revision - revision
    return count > changed.count ? nil : changed.suffix(count)
  }

  /// The flagged rows of `index`.
  ///
  /// - Complexity: that of ``rows(with:in:)`` for each flag in use; O(*n*) if many names are flagged.
  func flaggedRows(in index: NameIndex) -> FlaggedRows {
    let kinds = FlaggedRows.kinds(in: kindsInUse)
    guard isSoonerWalked(index) else {
      return FlaggedRows(rowCount: index.count, kinds.map { ($0, rows(with: $0, in: index)) })
    }
    return FlaggedRows(of: kinds, in: index) { self[$0] }
  }

  /// The rows of `index` with a single flag.
  ///
  /// - Complexity: O(*f* log *n*) for *f* flagged names and *n* rows; O(*n*) if many names are flagged.
  package func rows(with flag: Flags, in index: NameIndex) -> RowSet {
    if let base {
      var rows = base.rows(with: flag, in: index)
      if kept.isEmpty { return rows }
      rows.subtract(index.rows(of: kept.keys))
      rows.formUnion(index.rows(of: kept.lazy.filter { $0.value.contains(flag) }.map(\.key)))
      return rows
    }
    if isSoonerWalked(index) { return index.rows { self[$0].contains(flag) } }
    let own = kept.keys.filter { self.own($0)?.contains(flag) ?? false }
    let others = ofSource.filter { $0.value.contains(flag) && self.own($0.key) == nil }.keys
    return index.rows(of: own + others)
  }

  /// Whether the flags of all rows are found sooner than the rows of all flagged names.
  ///
  /// A name is looked up by its hash, a row by comparing the sort keys of about log *n* names.
  private func isSoonerWalked(_ index: NameIndex) -> Bool {
    base == nil && index.count / 4 < kept.count + ofSource.count
  }
}

extension FlagTable {
  /// Restores the flags of an earlier table of the same list.
  ///
  /// - Complexity: O(1).
  package mutating func goBack(to earlier: FlagTable) {
    let (revision, baseRevision) = (revision, baseRevision)
    self = earlier
    // Users of the table must check all rows.
    changed = []
    self.revision = revision + 1
    self.baseRevision = baseRevision + 1
  }

  /// How many of some rows are decided; O(*n*/64) for *n* rows.
  package func decidedCount(among many: ManyRows) -> Int {
    let flagged = flaggedRows(in: many.index)
    return flagged.count(of: .dead, among: many.rows) + flagged.count(of: .ok, among: many.rows)
  }

  /// Applies a stored bulk edit.
  ///
  /// - Complexity: O(*n*/64) for *n* rows, plus O(*m* log *n*) for *m* names whose flags are stored
  ///   individually.
  package mutating func apply(_ decision: Decision, to many: ManyRows) {
    var sets = flaggedRows(in: many.index)
    // The result for a row depends only on its stored flags.
    for (flags, rows) in sets.groups(of: many.rows, by: .stored) {
      let after = decision.action.applied(to: flags)
      sets.set(after ?? [], of: rows, among: .stored)
      for (flag, isSet) in [(Flags.snoozed, decision.snoozes), (.noted, decision.setsNote)] {
        guard let isSet else { continue }
        if isSet { sets.insert(rows, into: flag) } else { sets.remove(rows, from: flag) }
      }
    }
    for name in kept.keys where many.index.row(of: name) != nil { kept[name] = nil }
    base = FlagBase(index: many.index, sets)
    kindsInUse.formUnion(sets.kindsInUse)
    // Users of the table must check all rows.
    changed = []
    revision += 1
    baseRevision += 1
  }
}
