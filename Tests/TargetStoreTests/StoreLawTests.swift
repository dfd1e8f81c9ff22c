import Glibc
import LibraryTestSupport
import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// The laws of the store, compared with a simple model: several runs edit a list in any order.
@Suite(.onEachEngine, .inTurn)
struct StoreLawTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// `TARGETS_STORIES` sets the number of stories, of 200 steps each.
  private static let stories =
    getenv("TARGETS_STORIES").flatMap { UInt64(String(cString: $0)) } ?? 30

  /// What a step returns is always compared; the whole list, which takes longer, after every tenth step.
  private static func comparesList(after step: Int) -> Bool { step % 10 == 9 }

  @Test(
    "Random edits by several runs give the same results as on a plain list", arguments: 0..<stories)
  func anyStory(seed: UInt64) async throws {
    var story = try Story(fixture, SeededGenerator(seed: seed))
    for step in 0..<200 {
      let what = try await story.act()
      guard Self.comparesList(after: step) else { continue }
      if try await story.check("seed \(seed), step \(step): \(what)") == false { return }
    }
    #expect(try await fixture.open().check().troubles == [], "seed \(seed)")
    try await story.replay("seed \(seed)")
  }

  /// Whatever was archived, the remaining log has the decision and marks of each row, and allows
  /// undo; together with the archives it has every event.
  @Test(
    "Random edits give the same results as if the log had never been archived",
    arguments: 0..<stories)
  func anyArchivedStory(seed: UInt64) async throws {
    var story = try Story(fixture, SeededGenerator(seed: seed + 1_000))
    try await story.archives(keeping: Int(seed % 4) * 3 + 1)
    for step in 0..<200 {
      let what = try await story.act()
      let comment = "seed \(seed), step \(step): \(what)"
      if Self.comparesList(after: step), try await story.check(comment) == false { return }
      guard what.contains("archives") else { continue }
      try #require(try await fixture.open().check().troubles == [], "\(comment)")
      try await story.replay(comment)
    }
    #expect(try await fixture.open().check().troubles == [], "seed \(seed)")
    try await story.replay("seed \(seed)")
    try await story.expectAllEvents("seed \(seed)")
  }
}

private struct Story {
  private let fixture: StoreFixture
  private let list: ListName
  private var random: SeededGenerator
  private var model = PlainList()
  private var stores: [TargetStore] = []
  private var hasOwn: [Bool] = []

  /// The rows for which each run has started commands.
  private var running: [[String]] = []

  private let command = "rm {}"

  /// The archived events, with the archives' last state of each row.
  private var archived: [Int64] = []
  private var archives = false

  /// A run that only reads.
  private let reader: TargetStore

  init(_ fixture: StoreFixture, _ random: SeededGenerator) throws {
    (self.fixture, self.random, list) = (fixture, random, fixture.list)
    reader = try fixture.open()
    for run in 0..<3 {
      stores.append(try fixture.open(author: "person \(run)"))
      hasOwn.append(false)
      running.append([])
    }
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  /// A row: some names, and some IDs with either of two names.
  private mutating func row() throws -> (key: String, name: Name) {
    let name = try Name(pick(["a", "b", "c"]))
    guard let id = pick([nil, nil, "1", "2"]) else { return ("=\(name.text)", name) }
    return ("#s#\(id)", try name.known(by: id, in: "s"))
  }

  private mutating func rows() throws -> [(key: String, name: Name)] {
    var rows: [String: (key: String, name: Name)] = [:]
    for _ in 0..<pick([1, 1, 2, 3]) {
      let row = try row()
      rows[row.key] = row
    }
    return rows.values.sorted { $0.key < $1.key }
  }

  /// Archives the log from time to time; `steps` is how many steps can be undone.
  mutating func archives(keeping steps: Int) async throws {
    try await reader.setUndoSteps(steps)
    model.stepsKept = steps
    archives = true
  }

  // MARK: Steps

  mutating func act() async throws -> String {
    let run = pick([0, 1, 2])
    if archives, pick(Array(0..<15)) == 0 { return try await archive(run) }
    switch pick(Array(0..<12)) {
    case 0...4: return try await edit(run)
    case 5, 6: return try await mirror(run)
    case 7, 8: return try await undo(run)
    case 9: return try await redo(run)
    case 10: return try await claim(run)
    default: return try await end(run)
    }
  }

  private static let actions: [(word: String, action: Edit.Action)] = [
    ("dead", .dead), ("dead", .dead), ("ok", .ok), ("ok", .ok), ("revoke:dead", .dead),
    ("keep:ok", .ok), ("reopen", .reopen),
    ("reopen", .reopen), ("like", .like), ("unlike", .unlike), ("snooze", .snooze),
    ("wake", .wake), ("note", .note), ("add", .add), ("drop", .drop),
  ]

  private mutating func edit(_ run: Int) async throws -> String {
    let (word, action) = pick(Self.actions)
    let (rows, adds) = (try rows(), pick([true, false]))
    let note: String? = pick([nil, nil, "why", "since"])
    let until = word == "snooze" ? pick([4_000_000_000_000_000, 5_000_000_000_000_000]) : nil
    var edit = Edit(
      action, rows.map(\.name), ofSingleRows: true, addsUnknown: adds,
      note: try note.map { try Note($0) }, until: until.map { Moment(microseconds: Int64($0)) })
    if let verdict = Verdict(stored: word) {
      edit.decision = Decision(giving: verdict, note: edit.decision.note)
    }
    let result = try await stores[run].apply(edit, to: list)
    let isChanged = model.edit(
      word, rows.map { ($0.key, $0.name.text) }, adds: adds || word == "add", note: note,
      until: until, by: "person \(run)", run: run)
    #expect(isChanged == !result.changes.isEmpty)
    hasOwn[run] = hasOwn[run] || isChanged
    return "\(run) \(word) \(rows.map(\.key)) \(adds) \(note ?? "")"
  }

  private mutating func mirror(_ run: Int) async throws -> String {
    var (source, batch) = ([String: (name: String, revision: String?)](), NameBatch())
    for _ in 0..<4 {
      let row = try row()
      if source[row.key] != nil { continue }
      let revision: String? = pick([nil, "x", "y"])
      source[row.key] = (row.name.text, revision)
      batch.append(row.name, revision: revision)
    }
    _ = try await stores[run].mirror(batch, into: list)
    let isChanged = model.mirror(source, by: "person \(run)", run: run)
    hasOwn[run] = hasOwn[run] || isChanged
    return "\(run) mirrors \(source)"
  }

  private mutating func archive(_ run: Int) async throws -> String {
    let future = Moment(microseconds: .max)
    guard let plan = try await stores[run].archivePlan(of: list, before: future), !plan.isEmpty
    else { return "\(run) finds nothing to archive" }
    let entries = try await stores[run].entries(of: plan, in: list)
    #expect(Set(entries.map(\.number)) == Set(plan.events))
    let summary = ArchiveSummary(file: "f", checksum: "c", entryCount: entries.count)
    #expect(try await stores[run].archive(plan, of: list, before: future, summary))
    archived += plan.events
    model.archive(by: "person \(run)")
    hasOwn[run] = true
    return "\(run) archives \(plan.events)"
  }

  private mutating func undo(_ run: Int) async throws -> String {
    let isServer = fixture.lent != nil
    var step = model.nextStep(
      redoes: false, run: run, hasOwn: hasOwn[run], onlyOwn: isServer)
    let any = model.steps.filter { !$0.isUndone }.map(\.number)
    let isChosen = pick([true, false]) && !any.isEmpty
    if isChosen { step = pick(any) }
    let expected = step.map { model.take($0, redoes: false, by: "person \(run)", run: run) }
    let (store, chosen) = (stores[run], isChosen ? step : nil)
    let outcome = try await outcome {
      guard let chosen else { return try await store.undo(in: list) }
      return try await store.undo(Int64(chosen), in: list)
    }
    #expect(outcome == expected ?? .nothing)
    if outcome == .done { hasOwn[run] = true }
    return "\(run) undoes \(step ?? 0): \(outcome)"
  }

  private mutating func redo(_ run: Int) async throws -> String {
    let step = model.nextStep(
      redoes: true, run: run, hasOwn: hasOwn[run], onlyOwn: fixture.lent != nil)
    let expected = step.map { model.take($0, redoes: true, by: "person \(run)", run: run) }
    let store = stores[run]
    let outcome = try await outcome { try await store.redo(in: list) }
    #expect(outcome == expected ?? .nothing)
    if outcome == .done { hasOwn[run] = true }
    return "\(run) redoes \(step ?? 0): \(outcome)"
  }

  private func outcome(
    _ body: () async throws -> EditResult?
  ) async throws -> PlainList.Undone {
    do {
      let result = try await body()
      return result == nil ? .nothing : .done
    } catch StoreError.changedSince {
      return .refused
    }
  }

  private mutating func claim(_ run: Int) async throws -> String {
    let row = try row()
    if running[run].contains(row.key) { return "\(run) waits" }
    let claims = try await stores[run].claim([row.name], for: command, in: list)
    let isClaimed = claims.isEmpty
    #expect(model.claim(row.key, run: run) == isClaimed)
    if isClaimed { running[run].append(row.key) }
    return "\(run) claims \(row.key): \(isClaimed)"
  }

  private mutating func end(_ run: Int) async throws -> String {
    guard let key = running[run].popLast() else { return "\(run) has nothing to end" }
    let status = pick([0, 1])
    let name =
      key.hasPrefix("=")
      ? try Name(String(key.dropFirst()))
      : try Name("a").known(by: String(key.dropFirst(3)), in: "s")
    try await stores[run].keep(
      [(name, Outcome(command: command, status: status))], of: command, in: list)
    model.end(key, run: run, status: status, by: "person \(run)")
    return "\(run) ends \(key) with \(status)"
  }

  // MARK: Laws

  /// Expects every event in the log or in exactly one archive.
  func expectAllEvents(_ comment: String) async throws {
    var left: [Int64] = []
    _ = try fixture.connection().read { db in
      let reading = try db.statement("SELECT number FROM event")
      while try reading.step() { left.append(reading.number(at: 0) ?? 0) }
    }
    let all = (archived + left).sorted()
    #expect(all == Array(1...Int64(model.events.count)), "\(comment)")
  }

  /// Whether the list equals the model.
  func check(_ comment: String) async throws -> Bool {
    let store = reader
    var expected: [String: Flags] = [:]
    for (key, row) in model.rows where row.told.gone == 0 {
      var flags: Flags = []
      if row.verdict?.hasSuffix("dead") == true { flags.insert(.dead) }
      if row.verdict?.hasSuffix("ok") == true { flags.insert(.ok) }
      if row.verdict == nil, row.said.verdict != nil { flags.insert(.changed) }
      if row.said.isLiked { flags.insert(.liked) }
      if row.said.note != nil { flags.insert(.noted) }
      if row.said.until != nil { flags.insert(.snoozed) }
      switch model.outcomes[key]?[row.state] {
      case .ended(0): flags.insert(.succeeded)
      case .ended, .claimed: flags.insert(.failed)
      case nil: break
      }
      expected["\(key) \(row.told.name)"] = flags
    }
    var found: [String: Flags] = [:]
    let names = try await store.names(in: list, limit: 100).names
    let flags = try await store.flags(of: names.map(\.name), in: list)
    for kept in names {
      let all = flags[kept.name]?.subtracting(.new) ?? []
      found["\(kept.name.keyOfRow) \(kept.name.text)"] = all
      #expect(kept.flags == all.intersection(.stored), "\(comment)")
    }
    #expect(found == expected, "\(comment)")
    let all = try await store.flags(in: list).filter { !$0.value.contains(.dropped) }
    for (name, flags) in all where !flags.subtracting(.new).isEmpty {
      #expect(found["\(name.keyOfRow) \(name.text)"] == flags.subtracting(.new), "\(comment)")
    }
    let listed = try await store.lists().first
    #expect(listed?.count ?? 0 == expected.count, "\(comment)")
    #expect(
      listed?.dead ?? 0 == expected.values.count { $0.contains(.dead) }, "\(comment)")
    #expect(try await store.mark(of: list).version == Int64(model.events.count), "\(comment)")
    return found == expected
  }

  /// The log alone shows for each decided row its decision, author and subject.
  func replay(_ comment: String) async throws {
    let told = try fixture.connection().read { db in
      let reading = try db.statement(
        """
        SELECT f.key, f.after_verdict, f.after_about, f.after_note, e.author
        FROM fact AS f LEFT JOIN event AS e ON (e.list = f.list AND e.number = f.after_decided)
        ORDER BY f.number
        """)
      var told: [String: [String?]] = [:]
      while try reading.step() {
        told[reading.text(at: 0) ?? ""] = (1...4).map { reading.text(at: $0) }
      }
      return told
    }
    for (key, row) in model.rows where row.said != PlainList.Said() {
      let author = row.said.decided.map { model.events[$0 - 1].author }
      #expect(
        told?[key] == [row.said.verdict, row.said.about, row.said.note, author],
        "\(comment): \(key)")
    }
  }
}
