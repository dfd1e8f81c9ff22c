package import ListModel
package import NameSearch

/// The changes that a mirror made to a list, or would make.
package struct MirrorSummary: Hashable, Sendable {
  /// The rows that were added, including those that had been dropped before.
  package var new = 0

  /// The number of dropped rows, and how many of them `run` had succeeded on, so that they were
  /// expected to go.
  package var gone = 0
  package var goneDone = 0

  /// The rows whose decision no longer counts, including those that came back.
  package var changed = 0

  /// The changed rows whose decisions have no revision, because no row had one before.
  package var changedByRevisions = 0

  package var same = 0

  /// The rows that stay and have other texts in the input, or another name.
  package var updated = 0

  /// The rows of the input that repeat an earlier row or its ID.
  package var repeated = 0

  /// The number of rows before the mirror.
  package var before: Int { gone + kept }

  /// The number of rows that stay.
  var kept = 0

  /// Whether the input looks as if it belonged to another list, or were incomplete.
  package var isSuspicious: Bool {
    before >= Self.leastGuarded
      && (2 * (gone - goneDone) > before - goneDone || kept == 0 && gone > goneDone)
  }

  private static let leastGuarded = 20
}

/// The result of an import.
package struct ImportSummary: Hashable, Sendable {
  package var added = 0

  /// The rows that were there already and got other texts, or another name.
  package var changed = 0

  /// The rows of the input that repeat an earlier row or its ID.
  package var repeated = 0

  package init(added: Int = 0, changed: Int = 0, repeated: Int = 0) {
    (self.added, self.changed, self.repeated) = (added, changed, repeated)
  }
}

extension TargetStore {
  /// Adds names in one transaction, as one edit, which one undo reverts.
  ///
  /// Dropped names come back. A missing list is created. With `keepsOrder`, the list keeps the
  /// order of its rows from now on. `progress` is called on the store's thread with the number of
  /// names done so far. The log keeps the `checksum` of the input.
  ///
  /// - Throws: ``StoreError/cancelled``, possibly half-way; nothing was added.
  /// - Complexity: O(*n* log *m*) for *n* names and a list of length *m*.
  package func importNames(
    _ names: NameBatch, into list: ListName, checksum: String? = nil, keepsOrder: Bool = false,
    progress: @Sendable (Int) -> Void = { _ in }
  ) throws(StoreError) -> ImportSummary {
    if names.count == 0 { return ImportSummary() }
    let made = try connection.write(creates: true) { [run] db in
      guard let record = try ListRecord(db, list, creates: true, keepsOrder: keepsOrder) else {
        return Written(ImportSummary(), nil)
      }
      var editor = ListEditor(
        try EventDraft(db, record, run: run, .import, checksum: checksum))
      let aligned = names.aligned(to: record.titles.details)
      let added = try editor.add(aligned, progress)
      try Self.noteTitles(of: names, aligned, record, in: db)
      return Written(added, try editor.finish())
    }
    progress(names.count)
    noteEvent(made?.step)
    return made?.value ?? ImportSummary()
  }

  private static func noteTitles(
    of names: NameBatch, _ aligned: NameBatch, _ list: ListRecord, in db: any Database
  ) throws {
    try noteTitles(
      names.titles, details: aligned.titles.details, words: names.words, of: list, in: db)
  }

  /// Makes a list match `names` in one transaction, as one edit, which one undo reverts.
  ///
  /// Drops the rows that are not in `names`. If a row comes back, so do its decision and marks; but
  /// the decision counts again only if it is about a revision that the row still has. Added rows
  /// are shown as new until the next mirror.
  ///
  /// - Parameters:
  ///   - names: All rows the list is to have; a repeated one counts once.
  ///   - list: The list, which is created if necessary.
  ///   - checksum: The checksum of the input, for the log.
  ///   - isTrial: Whether to change nothing and only return the summary.
  ///   - isGuarded: Whether to change nothing if the summary ``MirrorSummary/isSuspicious``.
  ///   - keepsOrder: Whether the list keeps the order of its rows from now on.
  /// - Throws: ``StoreError``; nothing was changed.
  /// - Returns: The changes that were made, or would be.
  /// - Complexity: O((*n* + *m*) log *m*) for *n* names and a list of length *m*.
  package func mirror(
    _ names: NameBatch, into list: ListName, checksum: String? = nil, isTrial: Bool = false,
    isGuarded: Bool = false, keepsOrder: Bool = false
  ) throws(StoreError) -> MirrorSummary {
    if isTrial {
      return try connection.read { db in
        let id = try ListRecord.id(of: list, in: db)
        let names =
          try id.map { names.aligned(to: try Self.titles(of: $0, in: db).details) } ?? names
        var mirroring = Mirroring(names, db, list: id ?? 0)
        var editor: ListEditor?
        try mirroring.run(&editor)
        return mirroring.summary
      } ?? Mirroring.ofEmptyList(names)
    }
    let made = try connection.write(creates: true) { [run] db in
      guard let record = try ListRecord(db, list, creates: true, keepsOrder: keepsOrder) else {
        return Written(MirrorSummary(), nil)
      }
      let aligned = names.aligned(to: record.titles.details)
      var mirroring = Mirroring(
        aligned, db, list: record.id, keepsOrder: record.lastPosition != nil)
      var editor: ListEditor? = ListEditor(
        try EventDraft(db, record, run: run, .mirror, checksum: checksum))
      try mirroring.run(&editor)
      try Self.noteTitles(of: names, aligned, record, in: db)
      // Without an event, nothing is committed.
      if isGuarded, mirroring.summary.isSuspicious { return Written(mirroring.summary, nil) }
      return Written(mirroring.summary, try editor?.finish())
    }
    noteEvent(made?.step)
    return made?.value ?? MirrorSummary()
  }

  /// Adds rows with their decisions and marks, or changes existing rows, as one edit to undo.
  ///
  /// - Parameters:
  ///   - rows: The rows; of repeated rows, the last one counts.
  ///   - list: The list, which is created if necessary.
  ///   - columnTitles: The titles of the columns; empty if unknown.
  ///   - checksum: The checksum of the input, for the log.
  ///   - isTrial: Whether to roll the edit back and only return the summary.
  ///   - keepsOrder: Whether the list keeps the order of its rows from now on.
  /// - Throws: ``StoreError``; nothing was changed.
  /// - Returns: The changes that were made, or would be.
  /// - Complexity: O(*n* log *m*) for *n* rows and a list of length *m*.
  package func restore(
    _ rows: some Sequence<ImportedRow>, into list: ListName, columnTitles: [String] = [],
    checksum: String? = nil, isTrial: Bool = false, keepsOrder: Bool = false
  ) throws(StoreError) -> EditSummary {
    let made = try connection.write(creates: !isTrial) { [run] db in
      guard let record = try ListRecord(db, list, creates: true, keepsOrder: keepsOrder) else {
        return Written(EditSummary(), nil)
      }
      var editor = ListEditor(
        try EventDraft(db, record, run: run, .import, checksum: checksum))
      var events = KnownEvents(db, list: record.id)
      var summary = EditSummary()
      // Of repeated rows, the last one counts.
      var places: [String: Int] = [:]
      var last: [ImportedRow] = []
      let (titles, columns) = Fields.united(
        columnTitles.isEmpty ? [] : record.titles.details, with: columnTitles)
      let isMoved = columns != Array(columns.indices)
      for var row in rows {
        if isMoved, let fields = row.texts.detail {
          row.texts.detail = Fields.moved(fields, to: columns)
        }
        if let place = places.updateValue(last.count, forKey: row.name.keyOfRow) {
          places[row.name.keyOfRow] = place
          last[place] = row
          summary.repeated += 1
        } else {
          last.append(row)
        }
      }
      try editor.forEachBatch(of: last, { $0.name }, areSingle: true) { editor, row in
        try editor.restore(row, &events) { outcome in
          summary.add(outcome)
          if case .changed(let change) = outcome { summary.noteImport(change) }
        }
      }
      try Self.noteTitles(
        ColumnTitles(details: columnTitles), details: titles, words: Self.words(for: last),
        of: record, in: db)
      let event = try editor.finish()
      return Written(summary, isTrial ? nil : event)
    }
    noteEvent(made?.step)
    if let summary = made?.value { return summary }
    // A trial without a store, where all rows would be new.
    var summary = EditSummary()
    var keys: Set<String> = []
    for row in rows {
      if keys.insert(row.name.keyOfRow).inserted {
        summary.changeCount += 1
        if row.flags.contains(.dropped) {
          summary.hiddenCount += 1
        } else {
          summary.addedCount += 1
        }
      } else {
        summary.repeated += 1
      }
    }
    return summary
  }
}

extension EditSummary {
  /// Counts whether an import added or dropped a row.
  fileprivate mutating func noteImport(_ change: EditResult.Change) {
    switch (change.before.isListed, change.after.isListed) {
    case (false, true): addedCount += 1
    case (true, false): droppedCount += 1
    case (false, false) where change.before == nil: hiddenCount += 1
    case (true, true), (false, false): break
    }
  }
}

extension TargetStore {
  /// The titles for the values that rows have besides their names.
  private static func words(for rows: [ImportedRow]) -> ColumnTitles {
    func word<Title>(_ title: Title, _ has: (ImportedRow) -> Bool) -> Title? {
      rows.contains(where: has) ? title : nil
    }
    let words = ColumnTitles.words
    return ColumnTitles(
      id: word(words.id) { $0.name.sourceID != nil } ?? [],
      section: word(words.section) { $0.texts.section != nil } ?? nil,
      revision: word(words.revision) { $0.texts.revision != nil } ?? nil,
      detail: word(words.detail) { $0.texts.detail != nil } ?? nil)
  }
}
