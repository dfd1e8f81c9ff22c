/// A rule for batches of updates, from UIKit's documentation or its exceptions.
struct UpdateRule: Sendable {
  let text: String

  /// The faults of a batch, in the words of UIKit if it has any; empty if there are none.
  let faults: @Sendable (UpdateBatch) -> [String]

  /// The rules in the order in which they are checked; a later rule relies on the earlier ones.
  static let all = [
    UpdateRule(text: "Deletions, reloads and the starts of moves count before the batch.") {
      batch in
      batch.oldSections.filter { !batch.before.indices.contains($0) }
        .map { "section \($0) does not exist before the update" }
        + batch.oldRows.filter { !batch.before.has($0) }
        .map { "row \($0) does not exist before the update" }
    },
    UpdateRule(text: "Insertions and the ends of moves count after the batch.") { batch in
      batch.newSections.filter { !batch.after.indices.contains($0) }
        .map { "section \($0) does not exist after the update" }
        + batch.newRows.filter { !batch.after.has($0) }
        .map { "row \($0) does not exist after the update" }
    },
    UpdateRule(text: "Nothing is deleted, reloaded or moved twice, nor two of these.") { batch in
      repeated(batch.oldSections).map { "attempt to delete, reload or move section \($0) twice" }
        + repeated(batch.oldRows).map { "attempt to delete, reload or move row \($0) twice" }
    },
    UpdateRule(text: "Nothing is inserted at, or moved to, one place twice.") { batch in
      repeated(batch.newSections).map { "attempt to insert or move section \($0) twice" }
        + repeated(batch.newRows).map { "attempt to insert or move row \($0) twice" }
    },
    UpdateRule(text: "Rows do not change in sections that are deleted, reloaded or moved.") {
      batch in
      batch.oldRows.filter { batch.oldSections.contains($0.section) }
        .map { "attempt to change row \($0) of a section that changes itself" }
    },
    UpdateRule(text: "Rows do not come into sections that are inserted, reloaded or moved.") {
      batch in
      let reloaded = batch.sectionOrigins.indices.filter { section in
        batch.sectionOrigins[section].map(batch.reloadedSections.contains) ?? false
      }
      return batch.newRows.filter { (batch.newSections + reloaded).contains($0.section) }
        .map { "attempt to bring row \($0) into a section that changes itself" }
    },
    UpdateRule(text: "The number of sections is what it was, plus inserted, minus deleted.") {
      batch in
      let (inserted, deleted) = (batch.insertedSections.count, batch.deletedSections.count)
      if batch.after.count == batch.before.count + inserted - deleted { return [] }
      return [
        "invalid number of sections: \(batch.after.count) after, \(batch.before.count) before, "
          + "\(inserted) inserted, \(deleted) deleted"
      ]
    },
    UpdateRule(text: "So is the number of rows in each section that is not reloaded.") { batch in
      batch.sectionOrigins.enumerated().compactMap { section, origin in
        guard let origin, !batch.reloadedSections.contains(origin) else { return nil }
        let coming = batch.newRows.count { $0.section == section }
        let leaving = (batch.deletedRows + batch.movedRows.map(\.from))
          .count { $0.section == origin }
        if batch.after[section] == batch.before[origin] + coming - leaving { return nil }
        return "invalid number of rows in section \(section): \(batch.after[section]) after, "
          + "\(batch.before[origin]) before, \(coming) coming, \(leaving) leaving"
      }
    },
  ]

  @Sendable private static func repeated<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { !seen.insert($0).inserted }
  }
}

extension [Int] {
  /// Whether a place exists in sections with these numbers of rows.
  fileprivate func has(_ place: UpdateBatch.Place) -> Bool {
    indices.contains(place.section) && (0..<self[place.section]).contains(place.row)
  }
}
