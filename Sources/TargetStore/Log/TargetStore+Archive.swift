package import ListModel
import NameSearch

/// Describes the file of an archive, for the entry that stays in the log.
package struct ArchiveSummary: Sendable {
  /// The name of the file, without its folder.
  package var file: String
  package var checksum: String
  package var entryCount: Int

  package init(file: String, checksum: String, entryCount: Int) {
    (self.file, self.checksum, self.entryCount) = (file, checksum, entryCount)
  }
}

extension TargetStore {
  /// Plans which entries before a moment an archive would remove from the log of a list; `nil`
  /// without such a list.
  ///
  /// Keeps the entries of decisions that rows still have, of edits that can be undone, and of
  /// archives.
  ///
  /// - Throws: ``StoreError/notAllowed(path:reason:)`` on a server whose role may not delete
  ///   entries.
  /// - Complexity: O(*f* log *f*) for *f* facts of the list.
  package func archivePlan(
    of list: ListName, before moment: Moment
  ) throws(StoreError) -> ArchivePlan? {
    let (path, schema) = (path, schema)
    return try connection.read { db in
      guard let record = try ListRecord(reading: list, in: db) else { return nil }
      if let table = try schema?.tableOfArchiveWithoutDelete(in: db) {
        throw StoreError.notAllowed(path: path, reason: "no DELETE on \(table)")
      }
      return try ArchivePlanning.plan(db, record, before: moment.microseconds)
    } ?? nil
  }

  /// The entries of a plan, newest first, with the state of each row that an undo needs; and the
  /// cursor for the next page.
  ///
  /// - Complexity: O(*m*) for *m* entries, including those between them that stay.
  package func archivedPage(
    of list: ListName, _ plan: ArchivePlan, after cursor: LogRequest.Cursor? = nil,
    limit: Int = 50_000
  ) throws(StoreError) -> (entries: [LogEntry], next: LogRequest.Cursor?) {
    guard let last = plan.events.last else { return ([], nil) }
    var request = LogRequest(limit: limit)
    request.isArchive = true
    request.cursor = cursor ?? .init(number: last &+ 1, key: nil)
    let page = try logPage(of: list, request)
    let first = plan.events[0]
    let next = page.next.flatMap { $0.number < first ? nil : $0 }
    return (page.entries.filter { plan.contains($0.number) }, next)
  }

  /// Removes the entries of a plan from the log, in one transaction.
  ///
  /// The transaction adds an entry that describes the archive. The file must already be complete. The
  /// removal cannot be undone.
  ///
  /// - Parameters:
  ///   - plan: The entries to remove; those that are needed by now stay.
  ///   - list: The list of the plan.
  ///   - moment: The moment before which entries were to be archived.
  ///   - summary: Describes the file.
  /// - Throws: ``StoreError``; nothing was changed, except perhaps after
  ///   ``StoreError/unsure(path:reason:isStored:)``.
  /// - Returns: False if others have changed the list so that the plan cannot be carried out;
  ///   nothing was changed then.
  package func archive(
    _ plan: ArchivePlan, of list: ListName, before moment: Moment, _ summary: ArchiveSummary
  ) throws(StoreError) -> Bool {
    guard let last = plan.events.last else { return false }
    let made = try connection.write(creates: false) { [run] db in
      guard let record = try ListRecord(db, list, creates: false), record.uuid == plan.list else {
        return Written(false, nil)
      }
      db.expectWork(on: Int64(summary.entryCount))
      var event = try EventDraft(
        db, record, run: run, .archive, note: "before \(moment), in \(summary.file)",
        checksum: summary.checksum, isStep: false)
      try event.prune()
      let events = ArchivedEvents(db: db, list: record.id, numbers: plan.events)
      guard try ArchivePlanning.plan(db, record, again: plan) == plan,
        try events.count() == plan.eventCount
      else { return Written(false, nil) }
      try events.delete()
      // A reader that is behind these events must read the whole list again.
      try db.statement("UPDATE list SET pruned = ?2 WHERE id = ?1 AND pruned < ?2")
        .bind(record.id, at: 1).bind(last, at: 2).run()
      (event.gone, event.changed) = (Int64(plan.eventCount), Int64(summary.entryCount))
      event.isForced = true
      return Written(true, try event.finish())
    }
    noteEvent(made?.step)
    return made?.value ?? false
  }
}

/// The events of an archive as the tables have them, a few thousand at a time.
private struct ArchivedEvents {
  let db: any Database
  let list: Int64
  let numbers: [Int64]

  func count() throws -> Int {
    var count = 0
    try forEachBatch("SELECT count(*) FROM event") { counting in
      count += Int(try counting.first { $0.amount(at: 0) ?? 0 } ?? 0)
    }
    return count
  }

  func delete() throws {
    for table in [Table.fact, .event] {
      try forEachBatch("DELETE FROM \(table.name)") { try $0.run() }
    }
  }

  private func forEachBatch(_ sql: String, _ body: (any Statement) throws -> Void) throws {
    let statement = try db.statement(
      "\(sql) WHERE list = ?1 AND number IN (SELECT value FROM \(db.asked(.numbers)))")
    for start in stride(from: 0, to: numbers.count, by: 4_096) {
      if Task.isCancelled { throw StoreError.cancelled }
      try body(db.manyValues(numbers[start...].prefix(4_096)).bind(to: statement.bind(list, at: 1)))
    }
  }
}
