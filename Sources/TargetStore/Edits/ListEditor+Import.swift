package import ListModel
package import NameSearch

// Imports rows from a source, or from another list.

extension ListEditor {
  /// Adds rows, and updates the texts of existing ones from the source; returns how many rows were
  /// added, and how many were repeated.
  ///
  /// - Complexity: O(*n* log *m*) for *n* names and a list of length *m*; on a server, one round
  ///   trip per few thousand names.
  mutating func add(_ names: NameBatch, _ progress: (Int) -> Void) throws -> ImportSummary {
    var done = 0
    let isEmpty = try table.isEmpty
    let rows = names.placesOfRows
    var summary = ImportSummary(repeated: names.count - rows.count)
    // The position of a row that is added alone is its place in this order.
    let places =
      isEmpty || event.lastPosition == nil ? names.inByteOrder(rows) : rows
    if isEmpty {
      summary.added = try insert(places, of: names, progress)
      return summary
    }
    try forEachBatch(of: places, { names[$0] }, areSingle: true) { editor, place in
      switch try editor.add(names[place], names.texts(at: place)) {
      case true?: summary.added += 1
      case false?: summary.changed += 1
      case nil: break
      }
      done += 1
      if done % 8_192 == 0 { progress(done) }
    }
    return summary
  }

  /// Adds a row, or updates its texts from the source; returns whether it was added, or `nil` if nothing has
  /// changed.
  private mutating func add(_ name: Name, _ texts: RowTexts) throws -> Bool? {
    var isNew: Bool?
    try make(Edit(.add, [], ofSingleRows: true), of: name, texts: texts, renames: true) { outcome in
      if case .changed(let change) = outcome { isNew = !change.before.isListed }
    }
    return isNew
  }

  /// Inserts the rows that are not in the list, each once, and returns their number.
  ///
  /// Without `positions`, a list that keeps an order gets the new rows at its end.
  mutating func insert(
    _ places: [Int], of names: NameBatch, positions: [Int64]? = nil,
    _ progress: (Int) -> Void = { _ in }
  ) throws -> Int {
    let last = event.lastPosition
    let inserting = try NewRows(event.db, event.list.id, since: event.number) { place in
      positions.map { $0[place] } ?? names.position(at: place)
        ?? last.map { $0 + Int64(place) + 1 }
    }
    for start in stride(from: 0, to: places.count, by: NewRows.batchSize) {
      if Task.isCancelled { throw StoreError.cancelled }
      let batch = places[start...].prefix(NewRows.batchSize)
      try inserting.insert(batch, of: names)
      if event.notesNew {
        for place in batch { event.noteNew(names[place].keyOfRow) }
      } else {
        event.isBulk = true
      }
      try event.flush()
      if (start + batch.count) % 8_192 == 0 { progress(start + batch.count) }
    }
    if let last = event.lastPosition {
      event.lastPosition = max(last + Int64(names.count), names.lastPosition ?? 0)
    }
    event.new += Int64(places.count)
    event.rowCount += Int64(places.count)
    event.sectionCount += Int64(places.count { names.section(at: $0) != nil })
    return places.count
  }

  /// Gives a row the state that it has in another list, including time and author of the decision.
  mutating func restore(
    _ row: ImportedRow, _ events: inout KnownEvents, _ tell: (Outcome) -> Void
  ) throws {
    let before = state(of: row.name)
    var after = before ?? RowState(name: row.name, since: event.number)
    if row.flags.contains(.dropped) {
      if after.isThere { after.gone = event.number }
    } else if !after.isThere {
      (after.gone, after.since) = (0, event.number)
    }
    after.name = row.name
    if !row.texts.areNone {
      let section = after.texts.section
      after.texts = after.texts.told(row.texts)
      // A source without sections does not remove them.
      if row.texts.section == nil { after.texts.section = section }
    }
    after.said.flags = row.flags.intersection(Said.allFlags)
    after.said.note = row.remark.note?.text
    after.said.until = row.remark.until?.microseconds
    // The decision is about the revision given with it, which can differ from the row's revision in
    // this list.
    let isChanged = row.flags.contains(.changed)
    let verdict = row.remark.verdict
    let about = verdict == nil ? nil : row.remark.about
    let (at, by) = (row.remark.decidedAt?.microseconds, row.remark.decidedBy)
    let isAsTold = try at == nil || before.map { try events.isDecided($0, at: at, by: by) } == true
    let counts = verdict != nil && !isChanged && about == after.texts.revision
    let isSame =
      after.said.verdict == verdict?.stored && after.said.about == about
      && after.isDecisionCounted == counts && (verdict == nil || isAsTold)
    if !isSame, row.tellsDecision {
      decide(&after, as: verdict)
      if verdict != nil {
        (after.said.about, after.said.toldAt, after.said.toldBy) = (about, at, by)
        // The row was absent in between, so its decision must count as older than all events of
        // this list.
        if isChanged, about == after.texts.revision { after.said.decided = 0 }
      }
    }
    if let before, before.said == after.said, before.isThere == after.isThere,
      before.texts == after.texts, before.name.isWritten(as: after.name)
    {
      return tell(.unchanged(row.name))
    }
    tell(.changed(change(before, to: after)))
  }
}

/// The time and author of events, each read once.
struct KnownEvents {
  let db: any Database
  let list: Int64
  private var known: [Int64: (at: Int64?, by: String?)] = [:]

  init(_ db: any Database, list: Int64) {
    (self.db, self.list) = (db, list)
  }

  /// Whether the decision on a row was made at this time and by this person.
  mutating func isDecided(_ row: RowState, at time: Int64?, by author: String?) throws -> Bool {
    guard let number = row.said.decided else { return false }
    if row.said.toldAt != nil || row.said.toldBy != nil {
      return row.said.toldAt == time && row.said.toldBy == author
    }
    if known[number] == nil {
      known[number] =
        try db.statement("SELECT at, author FROM event WHERE list = ? AND number = ?")
        .bind(list, at: 1).bind(number, at: 2).first { ($0.number(at: 0), $0.text(at: 1)) }
        ?? (nil, nil)
    }
    return known[number].map { $0.at == time && $0.by == author } ?? false
  }
}

/// A row as it is in another list.
package struct ImportedRow: Hashable, Sendable {
  package var name: Name

  /// The stored flags only, not those that are computed from other facts.
  package var flags: Flags
  package var remark: Remark
  package var texts: RowTexts

  /// Whether this states if and how the row was decided; otherwise the present decision stays.
  package var tellsDecision = true

  package init(
    name: Name, flags: Flags = [], remark: Remark = Remark(), texts: RowTexts = RowTexts()
  ) {
    self.texts = texts
    self.name = name
    self.flags = flags
    self.remark = remark
    if remark.verdict == nil { self.remark.verdict = VerdictClass(flags).map { Verdict($0) } }
  }
}

extension NameBatch {
  /// The texts of the row at a place, from the source.
  func texts(at place: Int) -> RowTexts {
    RowTexts(
      detail: fields(at: place), section: section(at: place), revision: revision(at: place),
      position: position(at: place))
  }

  /// The place of each row in the input; for repeated rows, the last place with more than a name.
  fileprivate var placesOfRows: [Int] {
    var seen = NumberedTexts()
    var places: [Int] = []
    places.reserveCapacity(count)
    for place in 0..<count {
      let (number, isNew) =
        hasSourceIDs
        ? seen.number(of: self[place].keyOfRow) : seen.number(ofNameAt: place, of: self)
      if isNew {
        places.append(place)
      } else if self[place].sourceID != nil || !texts(at: place).areNone {
        places[number] = place
      }
    }
    return places
  }
}
