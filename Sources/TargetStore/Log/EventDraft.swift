import ListModel
import NameSearch

/// One run of the program, as the maker of edits.
struct Run {
  /// A random number.
  let id = Int64.random(in: 1...Int64.max)

  /// Returns the name of the author.
  let author: @Sendable () -> String
}

/// A committed event of a list, and the version of the list after it.
struct StoredEvent {
  let list: Int64
  let mark: ListVersion

  /// Whether it is stored; no other event has its token, which follows from the random number of the run.
  func isThere(in db: any Database) throws -> Bool {
    let finding = try db.statement("SELECT token FROM event WHERE list = ? AND number = ?")
    return try finding.bind(list, at: 1).bind(mark.version, at: 2)
      .first { $0.number(at: 0) == mark.token } ?? false
  }
}

/// The kind of an event; for edits, the log derives its words from the facts.
enum EventKind: String {
  case edit
  case `import`
  case mirror
  case undo

  /// Commands of a run have ended.
  case outcome

  /// The recipe of the list was set; the note is its text.
  case recipe

  /// Entries were archived: `gone` events with `changed` entries; the note names the file.
  case archive
}

/// An event of a list during its write transaction.
///
/// It takes the next number of its list. The transaction holds a lock on the list, so numbers have the order
/// of the commits and no gaps. The event is written last, with its counts, because nothing in the log is ever
/// changed.
struct EventDraft {
  let db: any Database
  let list: ListRecord
  let run: Run
  let kind: EventKind
  var undoes: Int64?

  /// The note of the edit, or the command whose outcomes are stored.
  var note: String?

  /// The checksum of the input, if rows came from one.
  var checksum: String?

  /// Whether it can be undone.
  var isStep: Bool

  let number: Int64

  /// The time by the clock of this machine; a server records its own time.
  let time = Moment.now.microseconds

  /// The author, evaluated once there is a change.
  private(set) lazy var author = run.author()

  var (new, gone, changed): (Int64, Int64, Int64) = (0, 0, 0)

  /// The changes of the list's counts.
  var (rowCount, deadCount, okCount): (Int64, Int64, Int64) = (0, 0, 0)
  var sectionCount: Int64 = 0

  /// Whether added and dropped rows are recorded only by the event's number.
  var isBulk = false

  /// Whether the event is stored even if it changes nothing.
  var isForced = false

  /// The position of the last new row, if the list keeps the order of its rows.
  var lastPosition: Int64?

  /// Whether this mirror is the one that added the list's new rows.
  var isMirror: Bool { kind == .mirror }

  /// Finds the event before it, which its token depends on.
  private let findingEarlier: any Statement

  private var noted = 0
  private var inserted: [[StoredValue]] = []
  private var updated: [[StoredValue]] = []
  private var facts: [[StoredValue]] = []
  private var images: [[StoredValue]] = []

  /// The maximum number of added or dropped rows that an event records individually.
  ///
  /// If there are more, it only counts them.
  ///
  /// Programs that follow or undo a larger event go through the whole list.
  static let mostNoted = 1 << 14

  init(
    _ db: any Database, _ list: ListRecord, run: Run, _ kind: EventKind, undoes: Int64? = nil,
    note: String? = nil, checksum: String? = nil, isStep: Bool = true
  ) throws {
    guard list.version < .max else {
      throw SQLiteError.corrupt("a list with version \(list.version)")
    }
    (self.db, self.list, self.run, self.kind) = (db, list, run, kind)
    (self.undoes, self.note, self.checksum, self.isStep) = (undoes, note, checksum, isStep)
    lastPosition = list.lastPosition
    number = list.version + 1
    findingEarlier = try EventToken.Earlier.finding(list.version, of: list.id, in: db)
    try findingEarlier.prefetch()
  }

  var hasChanges: Bool { new + gone + changed > 0 || isForced }
}

// MARK: Changes

extension EventDraft {
  /// Changes a row, or adds it if `before` is `nil`; returns it with its position.
  @discardableResult
  mutating func change(_ before: RowState?, to after: RowState) -> RowState {
    let key = after.name.keyOfRow
    var after = after
    if let last = lastPosition {
      let comes = after.isThere && before?.isThere != true && kind != .mirror
      if after.texts.position == nil || comes && after.texts.position == before?.texts.position {
        after.texts.position = last + 1
      }
      lastPosition = max(last, after.texts.position ?? 0)
    }
    count(before, -1)
    count(after, 1)
    let wasThere = before?.isThere ?? false
    if wasThere, !after.isThere {
      gone += 1
    } else if !wasThere, after.isThere {
      new += 1
    } else {
      changed += 1
    }
    noteImage(before, after, key)
    // Changes from a source are only counted.
    let isTold = kind == .edit && (wasThere != after.isThere || before?.isAbsent ?? true)
    if before?.said ?? Said() != after.said || isTold {
      noteFact(
        of: after, from: before?.said ?? Said(), presence: isTold ? (after.isThere ? 1 : 0) : nil)
    }
    if before == nil {
      inserted.append([.number(list.id), .text(key)] + after.told + after.said.values)
    } else {
      updated.append(after.told + after.said.values + [.number(list.id), .text(key)])
    }
    return after
  }

  /// Records how a command ended for a row, without changing the row.
  mutating func note(status: Int, of row: RowState) {
    changed += 1
    noteFact(of: row, from: row.said, status: Int64(status))
  }

  private mutating func noteFact(
    of row: RowState, from before: Said, presence: Int64? = nil, status: Int64? = nil
  ) {
    facts.append(
      [.number(list.id), .number(number), .text(row.name.keyOfRow), .init(row.nameInLog)]
        + before.values + row.said.values + [.init(presence), .init(status)])
  }

  /// Adds a row to the counts of the list, or subtracts it.
  private mutating func count(_ row: RowState?, _ sign: Int64) {
    guard let row, row.isThere else { return }
    rowCount += sign
    if row.texts.section != nil { sectionCount += sign }
    switch row.verdict?.class {
    case .dead: deadCount += sign
    case .ok: okCount += sign
    case nil: break
    }
  }

  /// Records the earlier texts of a row, if the event changes them.
  private mutating func noteImage(_ before: RowState?, _ after: RowState, _ key: String) {
    guard let before, !before.isAbsent else { return noteNew(key) }
    let isPresenceAlone =
      before.told.dropLast(2) == after.told.dropLast(2) && before.since == after.since
    if before.told == after.told { return }
    if isPresenceAlone, noted >= Self.mostNoted {
      isBulk = true
      return
    }
    noted += isPresenceAlone ? 1 : 0
    images.append(
      [.number(list.id), .number(number), .text(key)] + before.told)
  }

  /// Records that a row did not exist, or only counts it.
  mutating func noteNew(_ key: String) {
    guard noted < Self.mostNoted else {
      isBulk = true
      return
    }
    noted += 1
    images.append(
      [.number(list.id), .number(number), .text(key)]
        + Array(repeating: .null, count: 7) + [.number(0)])
  }

  /// Whether added rows are still recorded individually.
  var notesNew: Bool { noted < Self.mostNoted }

  /// Writes the changes so far.
  mutating func flush() throws {
    let columns = Table.row.columns
    try db.insert(inserted, into: .row, columns)
    try db.update(updated, of: .row, Array(columns[2...]), key: Array(columns[..<2]))
    try db.insert(facts, into: .fact, Table.fact.columns)
    try db.insert(images, into: .image, Table.image.columns)
    (inserted, updated, facts, images) = ([], [], [], [])
  }
}

extension RowState {
  static let toldNames = [
    "name", "original", "fields", "section", "position", "revision", "since", "gone",
  ]

  /// The source's texts, as columns of `row` and `image`: ``toldNames``.
  var told: [StoredValue] {
    [
      .init(name.storedName), .init(name.storedOriginal), .init(texts.detail),
      .init(texts.section), .init(texts.position), .init(texts.revision), .number(since),
      .number(gone),
    ]
  }

  /// The name in the log, where it does not follow from the key.
  fileprivate var nameInLog: String? { name.storedOriginal ?? name.storedName }
}

// MARK: The end

extension EventDraft {
  /// Writes pending changes and the event itself; `nil` if nothing was changed.
  mutating func finish() throws -> StoredEvent? {
    try flush()
    if !hasChanges, kind == .mirror || checksum != nil || list.beganToKeepOrder {
      // Nothing to undo, but the log shows that the list was checked against its source.
      (isForced, isStep) = (true, false)
    }
    guard hasChanges else { return nil }
    let earlier = try findingEarlier.first { EventToken.Earlier($0) }
    let mark = ListVersion(
      identity: list.uuid, version: number, token: token.value(after: earlier))
    try db.statement(
      """
      UPDATE list SET version = ?2, mirrored = ?3, row_count = row_count + ?4,
        dead_count = dead_count + ?5, ok_count = ok_count + ?6, last_position = ?7,
        section_count = section_count + ?8
      WHERE id = ?1
      """
    )
    .bind(list.id, at: 1).bind(number, at: 2).bind(isMirror ? number : list.mirrored, at: 3)
    .bind(rowCount, at: 4).bind(deadCount, at: 5).bind(okCount, at: 6)
    .bind(lastPosition, at: 7).bind(sectionCount, at: 8).run()
    try insert(token: mark.token)
    if isStep {
      if !db.isServer { try forgetDiscarded() }
      try insertStep()
      // Prunes one hundredth of the steps at a time.
      if number % max(list.stepsKept / 100, 1) == 0 { try prune() }
    }
    return StoredEvent(list: list.id, mark: mark)
  }

  private var token: EventToken {
    mutating get {
      EventToken(
        number: number, author: author, run: run.id, kind: kind.rawValue, undoes: undoes,
        note: note,
        counts: [new, gone, changed, isBulk ? 1 : 0], checksum: checksum,
        time: db.isServer ? nil : time)
    }
  }

  private mutating func insert(token: Int64) throws {
    // A server fills in the time and the role itself.
    let inserting = try db.statement(
      """
      INSERT INTO event (list, number, author, run, kind, token, undoes, note, new, gone, changed,
        is_bulk, checksum\(db.isServer ? "" : ", at"))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?\(db.isServer ? "" : ", ?"))
      """)
    try inserting.bind(list.id, at: 1).bind(number, at: 2).bind(author, at: 3)
      .bind(run.id, at: 4).bind(kind.rawValue, at: 5).bind(token, at: 6).bind(undoes, at: 7)
      .bind(note, at: 8).bind(new, at: 9).bind(gone, at: 10).bind(changed, at: 11)
      .bind(isBulk ? 1 : 0, at: 12).bind(checksum, at: 13)
    if !db.isServer { try inserting.bind(time, at: 14) }
    try inserting.run()
  }

  private mutating func insertStep() throws {
    try db.statement(
      """
      INSERT INTO step (list, number, undone, switched, run, author) VALUES (?1, ?2, 0, ?2, ?3, ?4)
      """
    )
    .bind(list.id, at: 1).bind(number, at: 2).bind(run.id, at: 3).bind(author, at: 4)
    .run()
  }

  /// How many changes to keep of undone steps that can no longer be redone.
  ///
  /// A reader that is behind more changes reads the whole list anyway.
  private static let mostDiscarded: Int64 = 10_000

  /// Deletes steps that can no longer be redone, the oldest first, if they have too many changes.
  ///
  /// Otherwise a list that is imported and undone again and again would need more room each time.
  private func forgetDiscarded() throws {
    let reading = try db.statement(
      """
      SELECT s.switched, e.new + e.gone + e.changed FROM step AS s INDEXED BY undoable
        CROSS JOIN event AS e ON (e.list = s.list AND e.number = s.number)
      WHERE s.list = ? AND s.undone = 1 ORDER BY s.switched DESC
      """
    ).bind(list.id, at: 1)
    var (count, last): (Int64, Int64?) = (0, nil)
    while last == nil, try reading.step() {
      count += reading.amount(at: 1) ?? 0
      if count > Self.mostDiscarded { last = reading.number(at: 0) }
    }
    try reading.reset()
    guard let last else { return }
    let discarded = "FROM step WHERE list = ?1 AND undone = 1 AND switched <= ?2"
    for sql in [
      """
      DELETE FROM image WHERE list = ?1
        AND number IN (SELECT number \(discarded) UNION SELECT switched \(discarded))
      """, "DELETE \(discarded)", "UPDATE list SET pruned = ?2 WHERE id = ?1 AND pruned < ?2",
    ] {
      try db.statement(sql).bind(list.id, at: 1).bind(last, at: 2).run()
    }
  }

  /// Deletes all but the last steps, and the images of older ones.
  func prune() throws {
    guard let last = try list.lastStepToPrune(in: db) else { return }
    for table in ["image", "step"] {
      try db.statement("DELETE FROM \(table) WHERE list = ? AND number <= ?")
        .bind(list.id, at: 1).bind(last, at: 2).run()
    }
    // Edits that can no longer be redone may have been deleted beyond this limit.
    try db.statement("UPDATE list SET pruned = ?2 WHERE id = ?1 AND pruned < ?2")
      .bind(list.id, at: 1).bind(last, at: 2).run()
  }
}
