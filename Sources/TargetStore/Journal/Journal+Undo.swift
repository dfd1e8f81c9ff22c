import ListModel
import NameSearch

extension Journal {
  /// Makes the changes of a step again, or takes them back.
  ///
  /// - Throws: ``StoreError/changedSince(_:)`` if a name was changed meanwhile.
  func apply(
    _ operation: Operation, redoes: Bool, in table: EntryTable
  ) throws -> EditResult {
    var changes = try changes(of: operation.number)
    let aspects = try aspects(of: operation.number)
    let now = Moment.now.microseconds
    for index in changes.indices {
      if index % EntryEditor.batchSize == 0 {
        let batch = changes[index...].prefix(EntryEditor.batchSize).map(\.name)
        try table.prefetch(batch, ofSingleRows: true)
      }
      let isDecision = changes[index].isDecision
      if !redoes {
        (changes[index].before, changes[index].after) = (
          changes[index].after, changes[index].before
        )
      }
      let change = changes[index]
      let entry = try table.entry(change.name)
      var remark = try table.remarks.remark(on: entry?.name ?? change.name)
      let before = remark
      guard entry?.flags.intersection(.stored) == change.before,
        remark.apply(
          aspects[index] ?? [], decision: isDecision ? operation.decision : nil, redoes: redoes)
      else { throw StoreError.changedSince(change.name) }
      // The row may have been renamed since.
      if let entry, entry.name.text != change.name.text {
        changes[index].name = entry.name
        try noteName(entry.name, at: index, of: operation)
      }
      var texts = entry?.texts ?? RowTexts()
      texts.apply(aspects[index] ?? [], redoes: redoes)
      if change.after != change.before || texts != entry?.texts {
        let range = aspects[index]?.first { $0.what == "added" }?.before.number
        try table.change(
          entry, to: change.after, as: changes[index].name, texts: texts, range: range)
      }
      changes[index].texts = texts
      if remark != before { try table.remarks.set(remark, on: changes[index].name) }
      changes[index].before = entry?.flags
      let others = entry?.flags.subtracting(.stored).subtracting([.noted, .snoozed]) ?? []
      changes[index].after = change.after?.union(remark.flags(at: now)).union(others)
    }
    return EditResult(changes: changes)
  }

  /// What the changes of an operation have changed beside the flags, by their positions.
  private func aspects(of operation: Int64) throws -> [Int: [Aspect]] {
    let reading = try db.statement(
      "SELECT position, what, before, after FROM aspect WHERE list = ? AND operation = ?"
    ).bind(list, at: 1).bind(operation, at: 2)
    return try db.reading(much: true) {
      var aspects: [Int: [Aspect]] = [:]
      while try reading.step() {
        aspects[Int(reading.number(at: 0) ?? 0), default: []].append(
          Aspect(
            what: reading.text(at: 1) ?? "", before: reading.value(at: 2),
            after: reading.value(at: 3)))
      }
      return aspects
    }
  }

  /// Notes what the row of a change is called when the change is taken back or made again.
  private func noteName(_ name: Name, at position: Int, of operation: Operation) throws {
    let noting = try db.statement(
      """
      INSERT INTO aspect (list, operation, position, what, before)
      VALUES (?, ?, ?, 'called', ?)
      ON CONFLICT (list, operation, position, what) DO UPDATE SET before = excluded.before
      """)
    try noting.bind(list, at: 1).bind(operation.number, at: 2).bind(Int64(position), at: 3)
      .bind(.text(name.text), at: 4).run()
  }

  /// Notes the rows that an operation has added and only counted, one by one, to be taken back.
  ///
  /// - Complexity: O(*n*) for a list of *n* names.
  func noteAddedRows(of operation: Operation) throws {
    func statement(_ sql: String) throws -> any Statement {
      try db.statement(sql).bind(list, at: 1).bind(operation.number, at: 2)
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
    let isWhole = try db.changedRows == operation.added
    for column in ["detail", "section"] {
      try statement(
        """
        INSERT INTO aspect (list, operation, position, what, before, after)
          SELECT ?1, ?2, c.position, '\(column)', NULL, e.\(column)
          FROM change AS c JOIN entry AS e ON e.list = c.list AND e.name = c.name AND e.id = c.id
          WHERE c.list = ?1 AND c.operation = ?2 AND e.added = ?2 AND e.\(column) IS NOT NULL
        """
      ).run()
    }
    guard isWhole else {
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
  fileprivate var decision: StoredRemark.Decision {
    .init(time: made, author: author, operation: made == nil ? nil : number)
  }
}

extension EditResult.Change {
  fileprivate var isDecision: Bool { StoredRemark.isDecision(from: before, to: after) }
}
