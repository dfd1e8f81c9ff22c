import Edits
import NameSearch

extension Journal {
  /// Makes the changes of a step again, or takes them back.
  ///
  /// - Throws: ``StoreError/changedSince(_:)`` if a name was changed meanwhile.
  func switchOver(
    _ operation: Operation, redoes: Bool, in table: EntryTable
  ) throws -> EditResult {
    var changes = try changes(of: operation.number)
    let replaced = try decisions(before: operation.number)
    for index in changes.indices {
      let (change, isDecision) = (changes[index], changes[index].isDecision)
      if !redoes { (changes[index].before, changes[index].after) = (change.after, change.before) }
      let entry = try table.entry(change.name)
      guard entry?.flags == changes[index].before else {
        throw StoreError.changedSince(change.name)
      }
      // The row may have been renamed since.
      if let entry, entry.name.text != change.name.text {
        changes[index].name = entry.name
        try noteName(entry.name, at: index, of: operation)
      }
      try table.change(entry, to: changes[index].after, as: changes[index].name)
      guard isDecision else { continue }
      if redoes {
        try table.decisions.set(operation.decision, of: changes[index].name)
      } else if let last = replaced[index] {
        try table.decisions.set(last, of: changes[index].name)
      }
    }
    return EditResult(changes: changes)
  }

  /// Notes what the row of a change is called when the change is taken back or made again.
  private func noteName(_ name: Name, at position: Int, of operation: Operation) throws {
    let noting = try Statement(
      db,
      """
      INSERT OR REPLACE INTO aspect (list, operation, position, what, before)
      VALUES (?, ?, ?, 'called', ?)
      """)
    try noting.bind(list, at: 1).bind(operation.number, at: 2).bind(Int64(position), at: 3)
      .bind(name.text, at: 4).run()
  }

  /// Notes the rows that an operation has added and only counted, one by one, to be taken back.
  ///
  /// - Complexity: O(*n*) for a list of *n* names.
  func noteAddedRows(of operation: Operation) throws {
    func statement(_ sql: String) throws -> Statement {
      try Statement(db, sql).bind(list, at: 1).bind(operation.number, at: 2)
    }
    try statement(
      """
      INSERT INTO change (list, operation, position, name, original, id, before, after)
        SELECT ?1, ?2, row_number() OVER (ORDER BY name, id) +
            (SELECT coalesce(max(position), -1) FROM change WHERE list = ?1 AND operation = ?2),
          name, original, id, NULL, 0
        FROM entry WHERE list = ?1 AND added = ?2
      """
    ).run()
    guard db.changedRows == operation.added else {
      // Some of them were dropped.
      let dropped = try statement(
        """
        SELECT name, original, id FROM change
        WHERE list = ?1 AND operation > ?2 AND before IS NOT NULL AND after IS NULL
        """)
      throw try dropped.first { StoreError.changedSince(try $0.knownName(at: 0)) }
        ?? SQLiteError.corrupt("an operation that lacks rows")
    }
  }
}

extension Journal.Operation {
  fileprivate var decision: Decisions.Decision {
    Decisions.Decision(time: made, author: author, operation: number)
  }
}

extension EditResult.Change {
  fileprivate var isDecision: Bool { Decisions.isDecision(from: before, to: after) }
}
