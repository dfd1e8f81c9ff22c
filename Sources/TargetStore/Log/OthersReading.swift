package import ListModel
package import NameSearch
import Substrings

extension TargetStore {
  /// The changes that other runs made between two versions of a list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - start: The version that the caller has shown.
  ///   - end: The version that it will show next.
  ///   - row: The row whose last decision, snooze or drop is wanted, even if this run made it.
  ///   - readsRows: Whether ``OthersNews/touched`` is read.
  /// - Returns: An empty value if nothing has happened in between.
  /// - Throws: ``StoreError``, when the store cannot be read.
  /// - Complexity: O(*m* log *n*) for *m* changes and a list of length *n*; without `readsRows`,
  ///   *m* is limited.
  package func news(
    ofOthersIn list: ListName, from start: ListVersion, upTo end: ListVersion,
    settling row: Name? = nil, readsRows: Bool = false
  ) throws(StoreError) -> OthersNews {
    guard start.precedes(end) else { return OthersNews() }
    return try connection.read { [run] db in
      guard let id = try ListRecord.id(of: list, in: db) else { return OthersNews() }
      let reading = OthersReading(
        db: db, list: id, run: run.id, from: start, upTo: end.version, row: row)
      return try reading.news(of: reading.events(), readsRows: readsRows)
    } ?? OthersNews()
  }
}

/// The events of other runs between two versions of a list.
struct OthersReading {
  private let db: any Database
  private let list: Int64
  private let run: Int64
  private let start: ListVersion

  /// The number of the last event to read.
  private let end: Int64

  /// The key of the row whose settling is wanted.
  private let row: String?

  init(
    db: any Database, list: Int64, run: Int64, from start: ListVersion, upTo end: Int64 = .max,
    row: Name?
  ) {
    (self.db, self.list, self.run) = (db, list, run)
    (self.start, self.end) = (start, end)
    self.row = row?.keyOfRow
  }

  /// Describes the result of ``events()``; `states` are rows that have already been read.
  func news(
    of events: [Event], readsRows: Bool, _ states: [String: RowState] = [:]
  ) throws -> OthersNews {
    var news = OthersNews()
    if !events.isEmpty { news.edits = try edits(of: events, states) }
    news.settled = try row.flatMap { try settling(of: $0) }
    if readsRows { news.touched = try touched() }
    return news
  }

  /// Requests the events from a server, together with what is requested next.
  func prefetchEvents() throws { try readingEvents().prefetch() }

  /// Requests most of what ``news(of:readsRows:_:)`` reads, together with what is requested next.
  func prefetchNews(of events: [Event]) throws {
    if !events.isEmpty { try readingFacts(after: described(events).start).prefetch() }
    if let row {
      try readingDrop(of: row).prefetch()
      try readingDecisions(of: row).prefetch()
    }
  }

  private static let isInRange = "e.list = ?1 AND e.number > ?2 AND e.number <= ?3"

  private func statement(
    _ sql: String, after number: Int64? = nil
  ) throws -> any Statement {
    let statement = try db.statement(sql).bind(list, at: 1)
      .bind(number ?? start.version, at: 2).bind(end, at: 3)
    return sql.includes("?4") ? try statement.bind(run, at: 4) : statement
  }
}

// MARK: What they have done

extension OthersReading {
  /// An event, with the numbers of rows that it added, dropped and changed otherwise.
  struct Event {
    let number: Int64

    /// The author, followed by the database role if its name differs.
    let author: String
    let time: Moment
    let kind: EventKind?
    let (new, gone, changed): (Int64, Int64, Int64)

    var count: Int64 { new + gone + changed }
  }

  /// The maximum number of events that are described; if there are more, only the last ones are.
  private static let mostEvents = 1_000

  /// The maximum number of facts that are read to describe what happened to each row.
  private static let mostFacts: Int64 = 10_000

  private func readingEvents() throws -> any Statement {
    try statement(
      """
      SELECT e.number, e.author, e.at, e.kind, e.new, e.gone, e.changed, e.role FROM event AS e
      WHERE \(Self.isInRange) AND e.run <> ?4 ORDER BY e.number DESC LIMIT \(Self.mostEvents)
      """)
  }

  /// The events that changed rows, newest first.
  func events() throws -> [Event] {
    let reading = try readingEvents()
    var events: [Event] = []
    while try reading.step() {
      let kind = reading.text(at: 3).flatMap { EventKind(rawValue: $0) }
      if kind == .recipe || kind == .archive { continue }
      events.append(
        Event(
          number: reading.number(at: 0) ?? 0,
          author: AuthorText.of(reading.text(at: 1) ?? "", role: reading.text(at: 7)),
          time: Moment(microseconds: reading.number(at: 2) ?? 0), kind: kind,
          new: reading.amount(at: 4) ?? 0, gone: reading.amount(at: 5) ?? 0,
          changed: reading.amount(at: 6) ?? 0))
    }
    return events
  }

  /// The newest events, which are described row by row, and the number that precedes theirs.
  private func described(_ events: [Event]) -> (events: ArraySlice<Event>, start: Int64) {
    var (facts, start): (Int64, Int64) = (0, end)
    for event in events {
      facts += event.count
      if facts > Self.mostFacts { break }
      start = event.number - 1
    }
    return (events.prefix { $0.number > start }, start)
  }

  private func readingFacts(after number: Int64) throws -> any Statement {
    try statement(
      """
      SELECT f.number, f.key, f.after_decided, f.after_note, \(FactShape.columns.joined(separator: ", "))
      FROM event AS e CROSS JOIN fact AS f ON (f.list = e.list AND f.number = e.number)
      WHERE \(Self.isInRange) AND e.run <> ?4 ORDER BY f.number, f.key
      """, after: number)
  }

  /// A fact of another run.
  private struct Fact {
    let event: Event
    let key: String

    /// The number of the decision and the note that the row had afterwards.
    let decided: Int64?
    let note: String?
    let shape: FactShape

    /// The change in one word; of a decision that was replaced, what remains beside it.
    ///
    /// `isLastDecision` if no later fact decides its row.
    func word(isLastDecision: Bool, now state: RowState?) -> String? {
      guard shape.isDecided, let state else { return shape.word }
      if isLastDecision, state.said.decided == decided { return shape.word }
      return shape.kindBesideDecision(now: state.said, note: note)?.word
    }
  }

  /// The edits by author, the latest last: for a row that was changed several times, its last
  /// change, and only a decision that is still the row's.
  private func edits(of events: [Event], _ states: [String: RowState]) throws -> [OthersEdit] {
    var tally = Tally()
    let (told, first) = described(events)
    for event in events.dropFirst(told.count).reversed() {
      tally.add(LogEntry.Kind.updated.word, Int(event.count), in: event)
    }
    let byNumber = Dictionary(uniqueKeysWithValues: told.map { ($0.number, $0) })
    var facts: [Fact] = []
    var lastDecisions: [String: Int] = [:]
    let reading = try readingFacts(after: first)
    while try reading.step() {
      guard let event = byNumber[reading.number(at: 0) ?? 0] else { continue }
      let fact = Fact(
        event: event, key: reading.text(at: 1) ?? "", decided: reading.number(at: 2),
        note: reading.text(at: 3), shape: FactShape(reading, from: 4))
      if fact.shape.isDecided { lastDecisions[fact.key] = facts.count }
      facts.append(fact)
    }
    var states = states
    func read(_ keys: some Sequence<String>) throws {
      let unread = Set(keys).filter { states[$0] == nil }
      if unread.isEmpty { return }
      states.merge(try RowTable(db: db, list: list).states(of: Array(unread))) { $1 }
    }
    try read(lastDecisions.keys)
    var factCounts: [Int64: Int64] = [:]
    for (index, fact) in facts.enumerated() {
      // An import or undo counts the rows that it adds or drops in its event.
      if fact.event.kind != .edit, fact.shape.presence != nil { continue }
      factCounts[fact.event.number, default: 0] += 1
      let isLast = lastDecisions[fact.key] == index
      if let word = fact.word(isLastDecision: isLast, now: states[fact.key]) {
        tally.add(word, of: fact.key, in: fact.event)
      }
    }
    for event in told.reversed() where event.kind != .edit {
      let others = event.changed - factCounts[event.number, default: 0]
      for (kind, count) in [
        (LogEntry.Kind.added, event.new), (.dropped, event.gone), (.updated, others),
      ] {
        tally.add(kind.word, Int(count), in: event)
      }
    }
    let groups = tally.groups
    try read(groups.compactMap(\.onlyKey))
    return groups.map { group in
      OthersEdit(
        author: group.author, time: group.event.time, word: group.word, count: group.count,
        name: group.onlyKey.flatMap { states[$0]?.name })
    }
  }

  /// Counts rows by author and by the last change of each row.
  private struct Tally {
    struct Group {
      let author: String
      let word: String
      var event: Event
      var keys: Set<String> = []
      var others = 0

      var count: Int { keys.count + others }
      var onlyKey: String? { count == 1 ? keys.first : nil }
    }

    private var byAuthor: [String: [String: Group]] = [:]
    private var wordOfRow: [String: [String: String]] = [:]

    /// Adds a row; the events come in order.
    mutating func add(_ word: String, of key: String, in event: Event) {
      let author = event.author
      if let earlier = wordOfRow[author, default: [:]].updateValue(word, forKey: key) {
        byAuthor[author]?[earlier]?.keys.remove(key)
      }
      change(word, in: event) { $0.keys.insert(key) }
    }

    /// Adds rows that are only known by their number.
    mutating func add(_ word: String, _ count: Int, in event: Event) {
      if count > 0 { change(word, in: event) { $0.others += count } }
    }

    private mutating func change(_ word: String, in event: Event, _ change: (inout Group) -> Void) {
      var group =
        byAuthor[event.author]?[word] ?? Group(author: event.author, word: word, event: event)
      if group.event.number < event.number { group.event = event }
      change(&group)
      byAuthor[event.author, default: [:]][word] = group
    }

    /// The groups that have rows, the latest last.
    var groups: [Group] {
      byAuthor.values.flatMap(\.values).filter { $0.count > 0 }
        .sorted { ($0.event.number, $0.word) < ($1.event.number, $1.word) }
    }
  }
}

// MARK: Rows

extension OthersReading {
  /// The drop of a row between the two versions, or else its last decision or snooze, by any run.
  private func settling(of key: String) throws -> RowSettling? {
    if let drop = try drop(of: key) { return drop }
    let reading = try readingDecisions(of: key)
    while try reading.step() {
      let shape = FactShape(reading, from: 3)
      guard [.dead, .ok, .snoozed].contains(shape.kind) else { continue }
      let settling = RowSettling(
        author: AuthorText.of(reading.text(at: 0) ?? "", role: reading.text(at: 1)),
        verdict: shape.kind == .snoozed ? nil : shape.word,
        isOwn: reading.number(at: 2) == run)
      try reading.reset()
      return settling
    }
    return nil
  }

  private func readingDecisions(of key: String) throws -> any Statement {
    try statement(
      """
      SELECT e.author, e.role, e.run, \(FactShape.columns.joined(separator: ", ")) FROM event AS e
        CROSS JOIN fact AS f ON (f.list = e.list AND f.number = e.number AND f.key = ?5)
      WHERE \(Self.isInRange) ORDER BY e.number DESC
      """
    ).bind(key, at: 5)
  }

  private func readingDrop(of key: String) throws -> any Statement {
    try statement(
      """
      SELECT e.author, e.run FROM row AS r
        CROSS JOIN event AS e ON (e.list = r.list AND e.number = r.gone)
      WHERE \(Self.isInRange) AND r.list = ?1 AND r.key = ?5
      """
    ).bind(key, at: 5)
  }

  /// The event that dropped a row, if it is still dropped; a mirror records no fact about it.
  private func drop(of key: String) throws -> RowSettling? {
    try readingDrop(of: key).first { row in
      RowSettling(
        author: row.text(at: 0) ?? "", verdict: nil, isDrop: true, isOwn: row.number(at: 1) == run)
    }
  }

  /// The maximum number of changes to read: a mirror of a very long list may have moved every row.
  private static let mostChanges: Int64 = 1 << 20

  /// The rows that were dropped, or whose texts, decision, marks or outcomes have changed.
  ///
  /// A row that only moved in the order of the input is not among them. `nil` if the earlier states are no
  /// longer stored, or too much has happened since.
  private func touched() throws -> Set<Name>? {
    guard try isKnown() else { return nil }
    let texts = ["name", "original", "fields", "section", "revision", "since", "gone"]
    let isSame = texts.map { "i.\($0) IS NOT DISTINCT FROM r.\($0)" }
    let reading = try statement(
      """
      SELECT \(RowSQL.name) FROM event AS e
        CROSS JOIN fact AS f ON (f.list = e.list AND f.number = e.number)
        CROSS JOIN row AS r ON (r.list = f.list AND r.key = f.key)
      WHERE \(Self.isInRange) AND e.run <> ?4
      UNION SELECT \(RowSQL.name) FROM event AS e
        CROSS JOIN image AS i ON (i.list = e.list AND i.number = e.number)
        CROSS JOIN row AS r ON (r.list = i.list AND r.key = i.key)
      WHERE \(Self.isInRange) AND e.run <> ?4 AND NOT (\(isSame.joined(separator: " AND ")))
      """)
    var names: Set<Name> = []
    while try reading.step() { names.insert(try reading.rowName(at: 0)) }
    return names
  }

  /// Whether all changes since the first version are stored row by row.
  private func isKnown() throws -> Bool {
    let known = try statement(
      """
      SELECT l.pruned,
        (SELECT token FROM event AS s WHERE s.list = ?1 AND s.number = ?2),
        (SELECT CAST(coalesce(sum(e.new + e.gone + e.changed), 0) AS bigint) FROM event AS e
          WHERE \(Self.isInRange))
      FROM list AS l WHERE l.id = ?1
      """
    ).first { row in
      row.number(at: 0) ?? 0 <= start.version
        && (start.version == 0 || row.number(at: 1) == start.token)
        && row.amount(at: 2) ?? 0 <= Self.mostChanges
    }
    return known ?? false
  }
}
