import ListModel
import Foundation
import NameSearch
import Synchronization
import TestSupport
import Testing
import Threads

@testable import TargetStore

/// A store on a server: problems with reaching it.
@Suite(.inTurn, .timeLimit(.minutes(10)))
struct ServerStoreTests {
  private let lent: LentStore

  init() throws { lent = try LentStore() }

  private func open(
    user: String = "postgres", author: String = "ann", patience: Duration = .seconds(30)
  ) throws -> TargetStore {
    try TargetStore(
      path: lent.cluster.address(of: lent.database, user: user), author: { author },
      patience: patience)
  }

  // MARK: Addresses

  @Test(arguments: [
    "postgres://ann:secret@host/db", "postgresql://ann:secret@/db",
    "postgres://host/db?password=secret",
    "postgres://host/db?sslmode=disable&pass%77ord=secret", "postgres://h/db?sslpassword=secret",
    "postgres://ann:\u{301}secret@host/db", "postgres://h/db?password=\u{301}secret",
    "postgres://h/db?a=b&\u{301}&password=secret",
  ])
  func anAddressWithAPasswordIsRefusedAndNotRepeated(address: String) throws {
    let error = #expect(throws: StoreError.self) { try TargetStore(path: address) }
    #expect(error.map { "\($0)".contains("password in an address") } == true)
    #expect(error.map { "\($0)".contains("secret") } == false)
  }

  @Test(arguments: ["postgres://host/db", "postgresql:///db?host=/tmp", "service:team"])
  func addressesOfServersAreNotFiles(address: String) throws {
    #expect(try TargetStore(path: address).isOnServer)
  }

  @Test(
    "Store: an address of an unknown kind is refused, and does not become a file",
    arguments: [
      "postgres:/team", "postgres:team", "Postgres:///team", "mysql://h/d", "http://u:secret@x/y",
      "file:///tmp/x", "Service:team",
    ])
  func addressesOfNoStore(address: String) throws {
    let error = #expect(throws: StoreError.self) { try TargetStore(path: address) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("postgres://HOST/DATABASE"))
    #expect(!text.contains("secret"))
  }

  @Test(arguments: [
    "targets.db", "./postgres://", "service", "/var/service:team", "a:b", "x/y:/z", "c:/data",
  ])
  func pathsAreNotAddresses(path: String) throws {
    #expect(try !TargetStore(path: path).isOnServer)
  }

  // MARK: What is refused

  @Test func anUnreachableServerIsReported() async throws {
    let store = try TargetStore(
      path: "postgres:///x?host=\(lent.cluster.folder)/nowhere", patience: .milliseconds(50))
    await #expect {
      try await store.lists()
    } throws: {
      if case .offline? = $0 as? StoreError { true } else { false }
    }
  }

  @Test func theMessageForMissingTablesNamesTheRemedy() async throws {
    let path = lent.cluster.address(of: try lent.cluster.makeDatabase())
    let store = try TargetStore(path: path)
    await #expect(throws: StoreError.missingTables(path: path)) { try await store.lists() }
    await #expect(throws: StoreError.missingTables(path: path)) {
      try await store.apply(Edit(.add, names("a")), to: lent.list)
    }
    try await store.createTables()
    try await store.createTables()
    #expect(try await store.lists().isEmpty)
  }

  @Test func tablesOfANewerVersionAreLeftAlone() async throws {
    try lent.cluster.query("UPDATE targets_store.store SET version = 99", in: lent.database)
    let error = await #expect(throws: StoreError.self) { try await open().lists() }
    let words = "newer version of targets (99, this one knows 6)"
    #expect(error.map { "\($0)".contains(words) } == true)
  }

  @Test func tablesFromBefore1AreLeftAlone() async throws {
    try lent.cluster.query("UPDATE targets_store.store SET version = 5", in: lent.database)
    for body in [
      { _ = try await open().lists() },
      { _ = try await open().apply(Edit(.add, names("a")), to: lent.list) },
      { _ = try await open().upgradeTables() },
    ] as [() async throws -> Void] {
      let said = await refusal(body)
      #expect(
        said.contains("made by a version of targets before 1.0 (5, this one knows 6)"), "\(said)")
    }
    let count = try lent.cluster.query(
      "SELECT count(*) FROM targets_store.list", in: lent.database)
    #expect(count == "0")
  }

  @Test func aRoleThatMayOnlyReadCanBrowse() async throws {
    _ = try await open().apply(Edit(.add, names("a", "b")), to: lent.list)
    try lent.cluster.query(
      """
      CREATE ROLE reader_\(lent.database) LOGIN;
      GRANT USAGE ON SCHEMA targets_store TO reader_\(lent.database);
      GRANT SELECT ON ALL TABLES IN SCHEMA targets_store TO reader_\(lent.database)
      """, in: lent.database)
    let store = try open(user: "reader_\(lent.database)")
    #expect(try await store.isReadOnly())
    let said = try await store.check().facts.first { $0.name == "edits" }?.value
    #expect(said == "not allowed (read-only)")
    #expect(try await store.contents(of: lent.list) == ["a": [], "b": []])
    await #expect(
      throws: StoreError.notAllowed(
        path: store.path, reason: "permission denied for table list")
    ) {
      try await store.apply(Edit(.dead, names("a")), to: lent.list)
    }
    #expect(try await !open().isReadOnly())
  }

  @Test func noPasswordIsEverAskedFor() async throws {
    try lent.cluster.query(
      """
      CREATE ROLE needy_\(lent.database) LOGIN PASSWORD 'right';
      COPY (VALUES ('local \(lent.database) needy_\(lent.database) scram-sha-256'), ('local all all trust'))
        TO '\(lent.cluster.folder)/data/pg_hba.conf';
      SELECT pg_reload_conf()
      """, in: "postgres")
    // The server may need a moment to read its settings.
    var refusal = ""
    let deadline = ContinuousClock.now + .seconds(60)
    while !refusal.contains("password"), ContinuousClock.now < deadline {
      do { _ = try await open(user: "needy_\(lent.database)").lists() } catch {
        refusal = "\(error)"
      }
    }
    #expect(refusal.contains("no password supplied"))
  }

  /// A session polls each second, but servers lock accounts after a few failures.
  @Test func aRefusedClientDoesNotRetry() async throws {
    let nowhere = "nowhere_\(lent.database)"
    let start = try lent.cluster.endOfLog()
    let store = try TargetStore(path: lent.cluster.address(of: nowhere))
    func refuses(_ body: () async throws -> Void) async {
      #expect(await refusal(body).hasSuffix("database \"\(nowhere)\" does not exist"))
    }
    for _ in 0..<20 { await refuses { _ = try await store.mark(of: lent.list) } }
    for _ in 0..<2 {
      await refuses { _ = try await store.apply(Edit(.add, names("a")), to: lent.list) }
    }
    let refusals = try lent.cluster.log(from: start).split(separator: "\n").count {
      $0.contains("FATAL") && $0.contains("\"\(nowhere)\"")
    }
    #expect(refusals == 3)
  }

  @Test func aNameTooLongForAnIndexIsRefused() async throws {
    let store = try open()
    // Random letters, because the server would compress other texts.
    var random = SystemRandomNumberGenerator()
    let long = String(
      (0..<4_000).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random)! })
    await #expect(throws: StoreError.self) {
      try await store.apply(Edit(.add, names("short", long)), to: lent.list)
    }
    #expect(try await store.contents(of: lent.list).isEmpty)
  }

  // MARK: The log

  /// The number of steps that can be undone is a setting of the store; the log keeps all of them.
  @Test(arguments: [1, 2, 100])
  func theNumberOfStepsDoesNotShortenTheLog(stepsKept: Int) async throws {
    let ann = try open(author: "ann")
    for number in 0..<110 { _ = try await ann.apply(Edit(.add, names("\(number)")), to: lent.list) }
    let bob = try TargetStore(path: lent.address, author: { "bob" })
    try await bob.setUndoSteps(stepsKept)
    _ = try await bob.apply(Edit(.dead, names("0")), to: lent.list)
    #expect(try await bob.log(of: lent.list, LogRequest(limit: 1_000)).count == 111)
    // One of the remaining steps is Bob's.
    for _ in 1..<stepsKept { #expect(try await ann.undo(in: lent.list) != nil) }
    #expect(try await ann.undo(in: lent.list) == nil)
  }

  // MARK: Long lists

  /// Without statistics, a server assumes that every list is short.
  @Test func onlyTheFirstRowsOfANewListAreRead() async throws {
    let rows = 30_000
    _ = try await open().apply(Edit(.add, names("a")), to: lent.list)
    try lent.cluster.query(
      """
      ALTER TABLE targets_store.row SET (autovacuum_enabled = off);
      INSERT INTO targets_store.row (list, key, since, gone)
        SELECT list, convert_to('=name ' || number, 'UTF8'), 1, 0
        FROM targets_store.row, generate_series(2, \(rows)) AS number
      """, in: lent.database)
    do {
      let page = try await open().firstNames(
        in: lent.list, by: PrimaryKeys(of: NameOrder()), limit: 40)
      #expect(page.names.count >= 20)
    }
    // A session reports its reads when it ends.
    let asking = "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(lent.database)'"
    while try lent.cluster.query(asking, in: "postgres") != "0" { await Task.yield() }
    let read = try lent.cluster.query(
      """
      SELECT sum(idx_tup_read) FROM pg_stat_user_indexes
      WHERE relname = 'row' AND schemaname = 'targets_store'
      """, in: lent.database)
    #expect((40..<rows / 2).contains(Int(read) ?? 0))
  }

  // MARK: Hints

  /// Starts waiting for a hint; returns once the server knows about it.
  private func listen(_ store: TargetStore) async throws -> Task<StoreHint, Never> {
    let hint = Task { await store.nextHint() }
    let asking = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = '\(lent.database)' AND query = 'LISTEN targets' AND state = 'idle'
      """
    // Waiting needs the thread, and so does the awaited event.
    while try lent.cluster.query(asking, in: lent.database).first == "0" { await Task.yield() }
    return hint
  }

  @Test func aServerAnnouncesEditsOfOthersOnly() async throws {
    let (own, other) = (try open(author: "ann"), try open(author: "bob"))
    _ = try await own.apply(Edit(.add, names("a")), to: lent.list)
    let hint = try await listen(own)
    _ = try await own.apply(Edit(.add, names("b")), to: lent.list)
    _ = try await own.mark(of: lent.list)
    _ = try await other.apply(Edit(.add, names("c")), to: lent.list)
    #expect(await hint.value == .changed)
    // There was only the other client's hint.
    let more = Task { await own.nextHint() }
    _ = try await own.apply(Edit(.add, names("d")), to: lent.list)
    more.cancel()
    #expect(await more.value == .never)
  }

  @Test func aHintNamesTheList() async throws {
    let (other, elsewhere) = (try open(), try ListName("elsewhere"))
    for list in [lent.list, elsewhere] {
      _ = try await other.apply(Edit(.add, names("a")), to: list)
    }
    let address = try #require(try ServerAddress(lent.cluster.address(of: lent.database)))
    let connection = ServerConnection(address, patience: .seconds(30))
    let numbers = try [lent.list, elsewhere].map { list in
      try connection.read { db in try ListRecord.id(of: list, in: db) } ?? nil
    }
    var heard = try #require(try connection.takeNotices()).lists
    _ = try await other.apply(Edit(.add, names("b")), to: elsewhere)
    let deadline = ContinuousClock.now + .seconds(60)
    while heard.count == 0, .now < deadline {
      heard = try #require(try connection.takeNotices()).lists
      await Task.yield()
    }
    #expect(numbers.map { heard.mayInclude($0) } == [false, true])
    #expect(heard.mayInclude(nil), "the list that a session waits for may be this one")
  }

  /// The answers of a reading can bring an announcement, after which nothing arrives that could be waited for.
  @Test func aHintThatComesWithAnAnswerIsHeard() async throws {
    _ = try await open().apply(Edit(.add, names("a")), to: lent.list)
    let address = try #require(try ServerAddress(lent.cluster.address(of: lent.database)))
    let connection = ServerConnection(address, patience: .seconds(30))
    _ = try connection.read { db in try ListRecord.id(of: lent.list, in: db) }
    #expect(try #require(try connection.takeNotices()).lists.count == 0)
    // Nothing ever arrives here.
    let pipe = WakeUp()
    let wait = Readiness(of: pipe.descriptor)
    connection.waitForNotices = wait
    _ = try connection.read { db in
      _ = try ListRecord.id(of: lent.list, in: db)
      try lent.cluster.query("NOTIFY targets, '5'", in: lent.database)
      return try ListRecord.id(of: lent.list, in: db)
    }
    await wait.untilEnd()
    var count = 0
    while count == 0 { count = try #require(try connection.takeNotices()).lists.count }
    #expect(count == 1)
  }

  @Test(arguments: ["", "x", "-"])
  func anUnreadableHintMeansAnyList(text: String) {
    var lists = AnnouncedLists()
    #expect(lists.count == 0)
    lists.add(text)
    #expect(lists.count == 1)
    #expect(lists.mayInclude(7))
  }

  @Test func manyAnnouncedListsMeanAnyList() {
    var lists = AnnouncedLists()
    for number in 1...1_000 { lists.add("\(number)") }
    #expect(lists.mayInclude(2_000))
  }

  /// Otherwise a hundred clients would send fifty times as many as one may.
  @Test func announcementsOfOthersCountAsOwn() {
    var hints = ServerDatabase.Hints()
    let start = ContinuousClock.now
    /// Whether it may, at this second and after hearing this many.
    func mayTell(after seconds: Int, hearing count: Int = 0) -> Bool {
      hints.hear(count, at: start + .seconds(seconds))
      return hints.mayTell(at: start + .seconds(seconds))
    }
    #expect((0..<3).map { _ in mayTell(after: 0) } == [true, true, true])
    #expect(!mayTell(after: 0, hearing: 2))
    #expect(mayTell(after: 1))
    #expect(!mayTell(after: 2, hearing: 1_000))
    // A flood silences a client for a minute, and not for longer.
    #expect(!mayTell(after: 62))
    #expect(mayTell(after: 64))
  }

  /// On a slow server, clients announce edits before they hear of one another.
  @Test(arguments: [0, 10, 100, 300, 1_000])
  func announcementsAreFewWhateverTheServerDelays(milliseconds: Int) {
    let start = ContinuousClock.now
    var clients = (0..<100).map { _ in ServerDatabase.Hints() }
    var told: [(time: Int, by: Int)] = []
    var heard = 0
    for time in stride(from: 0, to: 120_000, by: 20) {
      let now = start + .milliseconds(time)
      while heard < told.count, told[heard].time + milliseconds <= time {
        for client in clients.indices where client != told[heard].by {
          clients[client].hear(1, at: now)
        }
        heard += 1
      }
      let client = time / 20 * 37 % clients.count
      if clients[client].mayTell(at: now) { told.append((time, client)) }
    }
    // The first burst is as long as nothing is heard.
    let first = told.count { $0.time <= milliseconds }
    #expect(told.count - first <= 120 + 5, "\(told.count)")
    #expect(told.count >= 100)
  }

  @Test func hintsContinueWithTheNextConnection() async throws {
    let (own, other) = (try open(), try open())
    #expect(await own.nextHint() == .offline)
    _ = try await own.lists()
    let hint = try await listen(own)
    _ = try await other.lists()
    try lent.cluster.query(
      """
      SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
      WHERE datname = '\(lent.database)' AND pid <> pg_backend_pid()
      """, in: lent.database)
    #expect(await hint.value == .offline)
    _ = try await own.lists()
    let next = try await listen(own)
    _ = try await other.apply(Edit(.add, names("a")), to: lent.list)
    #expect(await next.value == .changed)
  }

  @Test func aServerWithoutHintsIsNotListenedTo() async throws {
    let path = lent.cluster.address(of: lent.database)
    let address = try #require(try ServerAddress(path))
    let store = TargetStore(
      path: path,
      connection: ServerConnection(address, patience: .seconds(30), usesTraits: false))
    _ = try await store.lists()
    #expect(await store.nextHint() == .never)
    let inFile = try TargetStore(path: "/nowhere/targets.db")
    #expect(await inFile.nextHint() == .never)
  }

  // MARK: Whose steps are undone

  @Test func eachAuthorUndoesOwnSteps() async throws {
    _ = try await open(author: "ann").apply(Edit(.add, names("a", "b")), to: lent.list)
    _ = try await open(author: "ann").apply(Edit(.dead, names("a")), to: lent.list)
    _ = try await open(author: "bob").apply(Edit(.dead, names("b")), to: lent.list)
    #expect(try await open(author: "ann").undo(in: lent.list)?.changes.map(\.name) == names("a"))
    #expect(try await open(author: "cyd").undo(in: lent.list) == nil)
    #expect(
      try await open(author: "cyd").undo(in: lent.list, ofAnyone: true)?.changes.map(\.name)
        == names("b"))
  }
}

// MARK: Nothing is lost

extension ServerStoreTests {
  /// Adds, marks and undoes through a proxy that loses connections during commits; returns the
  /// acknowledged state: whether each of some names is dead.
  private func work(
    through proxy: SocketProxy, looksForLostEdits: Bool, usesTraits: Bool = false
  ) async throws -> [String: Flags] {
    let path = "postgres://postgres@/\(lent.database)?host=\(proxy.folder.path)"
    let address = try #require(try ServerAddress(path))
    let store = TargetStore(
      path: path,
      connection: ServerConnection(
        address, patience: .seconds(30), looksForLostEdits: looksForLostEdits,
        usesTraits: usesTraits))
    var expected: [String: Flags] = [:]
    for number in 0..<20 {
      let name = "name \(number)"
      _ = try await store.apply(Edit(.add, names(name)), to: lent.list)
      expected[name] = []
      _ = try await store.apply(Edit(.dead, names(name)), to: lent.list)
      expected[name] = .dead
      // Undone twice, the row would no longer exist.
      if try await store.undo(in: lent.list) != nil { expected[name] = [] }
    }
    return expected
  }

  /// Loses sometimes nothing, sometimes the question, sometimes the answer; but never the edit, the
  /// search for it, and the questions on a new connection in turn forever.
  private static let losses: [SocketProxy.Loss?] = (0..<200).map { number in
    [nil, .answer, nil, nil, .question, nil, .answer][number % 7]
  }

  /// A session that keeps compiled statements sends the text `COMMIT` only twice.
  @Test(arguments: [false, true])
  func acknowledgedEditsAreStoredOnceDespiteLostConnections(
    usesTraits: Bool
  ) async throws {
    let proxy = try SocketProxy(of: lent.cluster.folder, when: "COMMIT\0", Self.losses)
    defer { proxy.stop() }
    let expected = try await work(
      through: proxy, looksForLostEdits: true, usesTraits: usesTraits)
    #expect(try await open().contents(of: lent.list) == expected)
    #expect(proxy.lost > (usesTraits ? 0 : 20))
    #expect(
      try lent.cluster.query("SELECT count(*) FROM targets_store.event", in: lent.database) == "60")
  }

  /// The control: without searching for an edit whose answer was lost, some edits are made twice.
  @Test func withoutSearchingForLostEditsSomeAreMadeTwice() async throws {
    let proxy = try SocketProxy(of: lent.cluster.folder, when: "COMMIT\0", Self.losses)
    defer { proxy.stop() }
    let expected = try? await work(through: proxy, looksForLostEdits: false)
    let contents = try await open().contents(of: lent.list)
    #expect(expected == nil || contents != expected)
  }

  @Test func aKilledServerLosesNoAcknowledgedEdit() async throws {
    let own = try PostgresCluster()
    let name = try own.makeDatabase()
    let path = own.address(of: name)
    try await TargetStore(path: path).createTables()
    let done = Acknowledged()
    try await withThrowingTaskGroup { group in
      for writer in 0..<3 {
        group.addTask {
          let store = try TargetStore(path: path, patience: .seconds(60))
          var number = 0
          while !done.isOver {
            let text = "name \(writer) \(number)"
            _ = try await store.apply(Edit(.add, names(text)), to: lent.list)
            done.add(text)
            number += 1
          }
        }
      }
      for kill in 1...5 {
        while done.names.count < kill * 30 { await Task.yield() }
        try own.control("restart")
      }
      while done.names.count < 200 { await Task.yield() }
      done.end()
      try await group.waitForAll()
    }
    let contents = try await TargetStore(path: path).contents(of: lent.list)
    #expect(Set(contents.keys) == done.names)
    let operations = try own.query("SELECT count(*) FROM targets_store.event", in: name)
    #expect(operations == "\(contents.count)")
  }

  /// The names that a reader has learned from one request, and up to which edit.
  private struct Look: Sendable {
    var version: Int64
    var names: Set<String>
  }

  /// Follows a list from its start until `count` edits are known.
  private func follow(until count: Int) async throws -> [Look] {
    let reader = try open()
    var (mark, looks) = (ListVersion.start, [Look]())
    while mark.version < count {
      let news = try #require(try await reader.changes(of: lent.list, since: mark))
      #expect(news.mark.version >= mark.version)
      mark = news.mark
      looks.append(Look(version: mark.version, names: Set(news.changes.map(\.name.text))))
    }
    return looks
  }

  /// `TARGETS_FEED_EDITS` sets the number of edits of each writer.
  @Test func allClientsSeeAllEditsInCommitOrder() async throws {
    let edits = getenv("TARGETS_FEED_EDITS").flatMap { Int(String(cString: $0)) } ?? 25
    let (writers, readers) = (8, 3)
    _ = try await open().apply(Edit(.add, names("0")), to: lent.list)
    let heard = try await withThrowingTaskGroup(of: [Look].self) { group in
      for writer in 0..<writers {
        group.addTask {
          let store = try open(author: "writer \(writer)")
          for number in 0..<edits {
            _ = try await store.apply(Edit(.add, names("\(writer) \(number)")), to: lent.list)
          }
          return []
        }
      }
      for _ in 0..<readers { group.addTask { try await follow(until: writers * edits + 1) } }
      return try await group.reduce(into: [[Look]]()) { if !$1.isEmpty { $0.append($1) } }
    }
    let log = try lent.cluster.query(
      "SELECT substr(convert_from(key, 'UTF8'), 2) FROM targets_store.fact ORDER BY number",
      in: lent.database
    ).split(separator: "\n").map(String.init)
    #expect(log.count == writers * edits + 1)
    #expect(heard.count == readers)
    for writer in 0..<writers {
      let own = log.filter { $0.hasPrefix("\(writer) ") }
      let isInOrder = own == (0..<edits).map { "\(writer) \($0)" }
      #expect(isInOrder)
    }
    for looks in heard {
      var (known, place) = (Set<String>(), 0)
      for look in looks {
        known.formUnion(look.names)
        // Each number is one edit, so everything committed up to it must be known, in the order of the log.
        let isHeard = known.isSuperset(of: log[place..<Int(look.version)])
        #expect(isHeard)
        place = Int(look.version)
      }
      let isAll = known == Set(log)
      #expect(isAll)
      #expect(place == log.count)
    }
    #expect(try await open().mark(of: lent.list).version == Int64(log.count))
  }
}

/// The acknowledged edits of several writers.
private final class Acknowledged: Sendable {
  private let state = Mutex<(names: Set<String>, isOver: Bool)>(([], false))

  var names: Set<String> { state.withLock { $0.names } }
  var isOver: Bool { state.withLock { $0.isOver } }

  func add(_ name: String) { state.withLock { _ = $0.names.insert(name) } }

  func end() { state.withLock { $0.isOver = true } }
}
