package import ListModel
package import NameSearch

/// A list whose changes are read over and over.
struct FollowedList {
  let name: ListName
  let id: Int64

  /// Whether the last reading found changes.
  var hasChanged = false
}

/// The changes of a list between two versions.
package struct ListNews: Equatable, Sendable {
  /// The changed names with their present flags; `nil` for names that rows no longer have.
  package var changes: [(name: Name, flags: Flags?)]

  /// The texts of these names, if there are any.
  package var texts: [Name: RowTexts]

  /// The decisions of these names for which revisions matter.
  package var decisions: [Name: StoredDecision] = [:]

  /// What is said about those of these names for which that was asked.
  package var remarks: [Name: Remark] = [:]

  /// The version that these changes lead to.
  package var mark: ListVersion

  package init(
    changes: [(name: Name, flags: Flags?)], texts: [Name: RowTexts] = [:], mark: ListVersion
  ) {
    self.texts = texts
    self.changes = changes
    self.mark = mark
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.mark == right.mark && left.changes.elementsEqual(right.changes) { $0 == $1 }
  }
}

extension TargetStore {
  /// The version of a list; ``changes(of:since:limit:)`` continues from there.
  package func mark(of list: ListName) throws(StoreError) -> ListVersion {
    try connection.ask { db in try ListRecord.mark(of: list, in: db)?.mark ?? .start } ?? .start
  }

  /// The changes of a list after a version, by anyone, in this run or another.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - mark: As far as the caller knows the list.
  ///   - limit: The maximum number of names for which it is worth going through them one by one.
  /// - Throws: ``StoreError``, when the store cannot be read.
  /// - Returns: `nil` when all must be read again: the mark is of another list, too much has
  ///   happened since, or it is forgotten.
  /// - Complexity: O(*m* log *n*) for *m* changes and a list of length *n*; O(*n*) after a mirror.
  package func changes(
    of list: ListName, since mark: ListVersion, limit: Int = .max
  ) throws(StoreError) -> ListNews? {
    try changesAndAuthors(of: list, since: mark, limit: limit)?.changes
  }

  /// The changes of a list after a version, and what other runs did in them, in few round trips.
  ///
  /// The parameters and the result are those of ``changes(of:since:limit:)`` and
  /// ``news(ofOthersIn:from:upTo:settling:readsRows:)``. For those of the changed rows that are among `names`,
  /// ``ListNews/remarks`` are read.
  package func changesAndAuthors(
    of list: ListName, since mark: ListVersion, limit: Int = .max, settling row: Name? = nil,
    remarksOn names: [Name] = [], readsRows: Bool = false
  ) throws(StoreError) -> (changes: ListNews, others: OthersNews)? {
    let unchanged = (changes: ListNews(changes: [], mark: mark), others: OthersNews())
    // Mostly there is nothing new, which one statement shows; but after changes there mostly are more.
    if followed?.name != list || followed?.hasChanged != true {
      let newest = try connection.ask { db in try ListRecord.mark(of: list, in: db) } ?? nil
      followed = newest.map { FollowedList(name: list, id: $0.id) }
      if newest?.mark ?? .start == mark { return unchanged }
      guard let newest, mark.precedes(newest.mark) else { return nil }
    }
    guard let id = followed?.id else { return nil }
    let found: (changes: ListNews, others: OthersNews)? =
      try connection.read { [run] db in
        // One request to the server reads all of it, and the version to which it belongs.
        try ListRecord.findingMark(of: list, in: db).prefetch()
        let others = OthersReading(db: db, list: id, run: run.id, from: mark, row: row)
        try others.prefetchEvents()
        let feed = try Feed(db, list: id, after: mark, limit: limit)
        guard let now = try ListRecord.mark(of: list, in: db), now.id == id else { return nil }
        if now.mark == mark { return unchanged }
        guard mark.precedes(now.mark) else { return nil }
        let events = try others.events()
        try others.prefetchNews(of: events)
        guard let (news, states) = try feed.news(upTo: now.mark, limit: limit, remarksOn: names)
        else { return nil }
        return (news, try others.news(of: events, readsRows: readsRows, states))
      } ?? nil
    followed?.hasChanged = found.map { $0.changes.mark != mark } ?? false
    return found
  }
}

/// The rows that events after a mark have touched.
private struct Feed {
  private let db: any Database
  private let list: Int64
  private let mark: ListVersion
  private let forgetting: any Statement
  private let finding: any Statement
  private let renaming: any Statement

  init(_ db: any Database, list: Int64, after mark: ListVersion, limit: Int) throws {
    (self.db, self.list, self.mark) = (db, list, mark)
    forgetting = try db.statement(
      """
      SELECT CASE WHEN pruned > ?2 OR EXISTS (
          SELECT 1 FROM event WHERE list = ?1 AND number > ?2
            AND (is_bulk > 0 OR mirrored > ?2 AND kind = '\(EventKind.archive.rawValue)'))
        THEN 1 ELSE 0 END,
        (SELECT token FROM event WHERE list = ?1 AND number = ?2),
        CASE WHEN mirrored > ?2 THEN (
          SELECT max(number) FROM event
          WHERE list = ?1 AND number <= ?2 AND kind = '\(EventKind.mirror.rawValue)') END
      FROM list WHERE id = ?1
      """
    ).bind(list, at: 1).bind(mark.version, at: 2)
    finding = try db.statement(
      """
      SELECT key, 0 FROM fact WHERE list = ?1 AND number > ?2
      UNION SELECT key, 1 FROM image WHERE list = ?1 AND number > ?2
      ORDER BY key LIMIT ?3
      """
    ).bind(list, at: 1).bind(mark.version, at: 2)
      // A row can have both; one more shows that there are too many.
      .bind(Int64(limit < .max / 4 ? 2 * limit + 2 : .max), at: 3)
    renaming = try db.statement(
      """
      SELECT DISTINCT key, name, original FROM image
      WHERE list = ?1 AND number > ?2 AND name IS NOT NULL
      """
    ).bind(list, at: 1).bind(mark.version, at: 2)
    // Not `renaming`, which may find very many rows: an answer that is not requested in advance can be
    // read row by row.
    for statement in [forgetting, finding] { try statement.prefetch() }
  }

  /// The changes, and the rows that were read for them.
  func news(
    upTo now: ListVersion, limit: Int, remarksOn names: [Name] = []
  ) throws -> (news: ListNews, states: [String: RowState])? {
    let (isForgotten, token, lastMirror) =
      try forgetting.first { ($0.number(at: 0) != 0, $0.number(at: 1), $0.number(at: 2)) }
      ?? (true, nil, nil)
    if isForgotten || mark.version > 0 && token != mark.token { return nil }
    guard let (found, haveImages) = try keys(finding, limit: limit) else { return nil }
    var keys = found
    if let lastMirror {
      // Rows that this mirror added are no longer new, because there is a later one. No index finds them.
      let reading = try db.statement("SELECT key, 0 FROM row WHERE list = ?1 AND since = ?2")
        .bind(list, at: 1).bind(lastMirror, at: 2)
      guard let (old, _) = try self.keys(reading, limit: limit) else { return nil }
      let known = Set(keys)
      keys += old.filter { !known.contains($0) }
      if keys.count > limit { return nil }
    }
    var news = ListNews(changes: [], mark: now)
    let changed = Set(keys)
    let told = names.filter { changed.contains($0.keyOfRow) }
    let remarks = RemarkReading(db: db, list: list)
    try remarks.prefetch(on: told)
    let states = try RowTable(db: db, list: list).states(of: keys)
    let said = try remarks.remarks(on: told)
    for name in told { news.remarks[name] = said[name] ?? Remark() }
    let time = Moment.now.microseconds
    // First, so that a row keeps its flags when it is known by another name.
    if haveImages { try addFormerNames(&news, states) }
    for key in keys {
      guard let state = states[key] else { continue }
      news.changes.append((state.name, state.flags(at: time)))
      if state.texts != RowTexts() { news.texts[state.name] = state.texts }
      news.decisions[state.name] = state.decisionToCompare
    }
    return (news, states)
  }

  /// The keys that a statement finds, and whether an import or an undo changed some; `nil` if there are more
  /// than `limit`.
  ///
  /// A key that is found twice comes twice in a row.
  private func keys(
    _ finding: any Statement, limit: Int
  ) throws -> (keys: [String], haveImages: Bool)? {
    var (keys, haveImages): ([String], Bool) = ([], false)
    while try finding.step() {
      if finding.number(at: 1) == 1 { haveImages = true }
      let key = finding.text(at: 0) ?? ""
      if key == keys.last { continue }
      if keys.count == limit {
        try finding.reset()
        return nil
      }
      keys.append(key)
    }
    return (keys, haveImages)
  }

  /// Adds the former names of rows with an ID.
  private func addFormerNames(_ news: inout ListNews, _ states: [String: RowState]) throws {
    while try renaming.step() {
      let name = try renaming.rowName(at: 0)
      if states[name.keyOfRow]?.name.text != name.text { news.changes.append((name, nil)) }
    }
  }
}
