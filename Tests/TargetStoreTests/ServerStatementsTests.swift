import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// Statements for servers use only what every server with PostgreSQL's protocol understands.
@Suite(.inTurn)
struct ServerStatementsTests {
  private let list: ListName

  init() throws {
    list = try ListName("default")
  }

  private func useEverything(of store: TargetStore) async throws {
    try await store.createTables()
    try await TargetStoreTests.useEverything(of: store, in: list)
    try await useEverythingElse(of: store)
  }

  /// Additional statements for PostgreSQL itself, which only make it faster.
  private static let ofPostgreSQL = [
    "SET SEARCH_PATH = TARGETS", "SET ENABLE_SEQSCAN = OFF", "SET ENABLE_BITMAPSCAN = OFF",
    "SET JIT = OFF", "SET DEFAULT_TRANSACTION_ISOLATION = 'READ COMMITTED'",
    "SET PLAN_CACHE_MODE = FORCE_GENERIC_PLAN",
    "NOTIFY TARGETS", "LISTEN TARGETS", "SELECT SET_CONFIG('LOCK_TIMEOUT'",
  ]

  @Test(arguments: [false, true])
  func onlyPlainStatementsAreSent(usesTraits: Bool) async throws {
    let cluster = try PostgresCluster.shared.get()
    let start = try cluster.endOfLog()
    let database = try cluster.makeDatabase()
    try cluster.query("ALTER DATABASE \(database) SET log_statement = 'all'", in: "postgres")
    let path = cluster.address(of: database)
    let address = try #require(try ServerAddress(path))
    try await useEverything(
      of: TargetStore(
        path: path,
        connection: ServerConnection(
          address, patience: .seconds(30), usesTraits: usesTraits)))
    let statements = try Self.statements(of: database, in: cluster, from: start)
    #expect(statements.count > 100)
    let verbs = [
      "BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE",
      "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", "SET LOCAL SEARCH_PATH", "COMMIT",
      "ROLLBACK",
      "SELECT", "INSERT", "UPDATE", "DELETE", "DEALLOCATE", "CREATE SCHEMA", "CREATE TABLE",
      "CREATE INDEX", "CREATE UNIQUE INDEX", "CREATE OR REPLACE VIEW",
    ]
    let strange = [
      "TRIGGER", "CREATE FUNCTION", "PROCEDURE", "DO $", "LISTEN", "ADVISORY", "NEXTVAL",
      "SEQUENCE",
      "SERIAL", "IDENTITY (", "CREATE TEMP", "COLLATE", "MERGE", "LOCK TABLE", "SKIP LOCKED",
      "CTID",
      "XMIN", "INDEXED BY", "CROSS JOIN", "IIF(", "?",
    ]
    let more = statements.filter { statement in
      Self.ofPostgreSQL.contains { statement.hasPrefix($0) }
    }
    #expect(more.isEmpty != usesTraits)
    for statement in Set(statements).subtracting(more) {
      #expect(verbs.contains { statement.hasPrefix($0) }, "\(statement)")
      for word in strange { #expect(!statement.contains(word), "\(statement)") }
    }
  }

  /// The statements that a database has logged from a place on, in capital letters.
  private static func statements(
    of database: String, in cluster: PostgresCluster, from start: UInt64
  ) throws -> [String] {
    let log = try cluster.log(from: start)
    // Lines that begin with a tab continue the previous statement.
    let joined = log.replacing("\n\t", with: " ")
    return joined.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("\(database) LOG:  execute "), let start = line.firstRange(of: ": ")
      else { return nil }
      return line[start.upperBound...].drop { $0 != ":" }.dropFirst(2).uppercased()
    }
  }

  /// Each of many sessions polls each second: without a change, a poll is one statement.
  @Test func aPollTakesFewStatements() async throws {
    let cluster = try PostgresCluster.shared.get()
    let database = try cluster.makeDatabase()
    try cluster.query("ALTER DATABASE \(database) SET log_statement = 'all'", in: "postgres")
    let (store, other) = (
      try TargetStore(path: cluster.address(of: database)),
      try TargetStore(path: cluster.address(of: database), author: { "ann" })
    )
    try await store.createTables()
    _ = try await other.apply(Edit(.add, names("a1", "a2", "a3", "b1", "b2", "b3")), to: list)
    var mark = try await store.mark(of: list)
    /// The statements of a poll by `store`.
    func poll(remarksOn told: [Name] = []) async throws -> (ListNews, [String]) {
      let before = try cluster.endOfLog()
      let found = try await store.changesAndAuthors(
        of: list, since: mark, remarksOn: told)
      // The answer to this one comes after the others are logged.
      _ = try cluster.query("SELECT 1", in: database)
      // The end of a reading is not waited for.
      let new = try Self.statements(of: database, in: cluster, from: before)
        .filter { $0 != "COMMIT" }
      let news = try #require(found?.changes)
      mark = news.mark
      return (news, new)
    }
    _ = try await poll()
    let (nothing, statements) = try await poll()
    #expect(nothing.changes.isEmpty && statements.count == 1, "\(statements)")
    for round in 1...3 {
      let (first, second) = (try Name("a\(round)"), try Name("b\(round)"))
      _ = try await other.apply(Edit(.dead, [first, second]), to: list)
      _ = try await other.apply(Edit(.note, [second], note: try Note("n")), to: list)
      let (news, statements) = try await poll(remarksOn: [second, try Name("c")])
      #expect(news.changes.map(\.name) == [first, second])
      #expect(try await news.remarks == other.remarks(on: [second], in: list))
      #expect(news.remarks[second]?.note?.text == "n")
      // What is said comes with the changes, in the same transaction.
      #expect(statements.count { $0.contains("TOLD_BY") } == 2)
      // After changes, more are read without asking whether there are any.
      #expect(statements.count == (round == 1 ? 9 : 8), "\(statements)")
    }
    #expect(try await poll().0.changes.isEmpty)
    #expect(try await poll().1.count == 1)
  }

  /// All statements of a reading see the same rows, though others edit between them.
  @Test(arguments: [false, true])
  func aReadingIsOfOneMoment(usesTraits: Bool) async throws {
    let cluster = try PostgresCluster.shared.get()
    let path = cluster.address(of: try cluster.makeDatabase())
    let address = try #require(try ServerAddress(path))
    let reader = ServerConnection(address, patience: .seconds(30), usesTraits: usesTraits)
    let writer = ServerConnection(address, patience: .seconds(30))
    let store = try TargetStore(path: path)
    try await store.createTables()
    _ = try await store.apply(Edit(.add, names("a")), to: list)
    let (before, after) = try #require(
      try reader.read { db in
        func read() throws -> [Int?] {
          try [
            db.number("SELECT version FROM list"),
            db.number("SELECT CAST(count(*) AS bigint) FROM event"),
          ]
        }
        let before = try read()
        // Another statement than those of the reading, which may not be answered from what was read before.
        _ = try writer.write(creates: false, commitsWithoutStep: true) { other in
          try other.statement("UPDATE list SET version = version + 1").run()
          return Written((), nil)
        }
        return (before, try read())
      })
    #expect(before == [1, 1] && after == before)
    #expect(try reader.read { db in try db.number("SELECT version FROM list") } == 2)
  }

  /// The rows that a poll reads are those of the version that it tells.
  @Test func whatAPollReadsIsOfOneVersion() async throws {
    let cluster = try PostgresCluster.shared.get()
    let path = cluster.address(of: try cluster.makeDatabase())
    let (store, other) = (try TargetStore(path: path), try TargetStore(path: path))
    try await store.createTables()
    let rows = try (1...20).map { try Name("row \($0)") }
    _ = try await other.apply(Edit(.add, rows), to: list)
    var mark = try await store.mark(of: list)
    async let edits: Void = {
      for number in 1...400 {
        // Odd versions have one kind, even ones the other.
        _ = try await other.apply(Edit(number % 2 == 1 ? .dead : .ok, rows), to: list)
      }
    }()
    let deadline = ContinuousClock.now + .seconds(120)
    while mark.version < 401, ContinuousClock.now < deadline {
      let found = try #require(try await store.changesAndAuthors(of: list, since: mark))
      let news = found.changes
      guard news.mark != mark else { continue }
      let isDead = news.changes.map { $0.flags?.contains(.dead) }
      #expect(Set(isDead) == [news.mark.version % 2 == 0], "\(news.mark)")
      mark = news.mark
    }
    try await edits
    #expect(mark.version == 401)
  }

  /// Statements that only read are sent without a transaction, so its level must be that of the session.
  @Test func theSessionReadsCommittedEdits() async throws {
    let cluster = try PostgresCluster.shared.get()
    let database = try cluster.makeDatabase()
    try cluster.query(
      "ALTER DATABASE \(database) SET default_transaction_isolation = serializable", in: "postgres")
    let address = try #require(try ServerAddress(cluster.address(of: database)))
    let connection = ServerConnection(address, patience: .seconds(30))
    try connection.administer(ServerSchema.standard.statements)
    for _ in 0..<2 {
      let level = try connection.ask { db in
        try db.statement(
          "SELECT CASE current_setting('transaction_isolation') WHEN 'read committed' THEN 1 ELSE 0 END"
        ).first { $0.number(at: 0) }
      }
      #expect(level == 1)
    }
  }

  /// A statement that was refused does not trouble the next reading.
  @Test func afterARefusedStatementReadingGoesOn() async throws {
    let cluster = try PostgresCluster.shared.get()
    let address = try #require(try ServerAddress(cluster.address(of: cluster.makeDatabase())))
    let connection = ServerConnection(address, patience: .seconds(30))
    try connection.administer(ServerSchema.standard.statements)
    func number(_ sql: String, in db: any Database) throws -> Int64? {
      try db.statement(sql).first { $0.number(at: 0) } ?? nil
    }
    // As text, compiled, asked for in advance, and before or after others.
    for round in 0..<12 {
      #expect(throws: StoreError.self) {
        try connection.read { db in
          let later = try db.statement("SELECT 7")
          if round % 2 == 1 { try later.prefetch() }
          if round % 3 == 1 { _ = try number("SELECT 5", in: db) }
          _ = try number("SELECT 1 / 0", in: db)
          return try later.first { $0.number(at: 0) }
        }
      }
      #expect(try connection.read { try number("SELECT 3", in: $0) } == 3)
      // One that nobody reads is refused.
      let found = try? connection.read { db in
        try db.statement("SELECT 1 / 0").prefetch()
        return round % 2 == 1 ? try number("SELECT 4", in: db) : 4
      }
      #expect(found == (round % 2 == 1 ? nil : 4))
      // A question is sent without a transaction, so it finds that of the reading.
      #expect(try connection.ask { try number("SELECT 8", in: $0) } == 8)
      _ = try? connection.read { try $0.statement("SELECT 1 / 0").prefetch() }
      #expect(try connection.read { try number("SELECT 6", in: $0) } == 6)
    }
  }

  /// Compiling a statement to machine code takes ten times as long as an edit.
  @Test func theServerDoesNotCompileStatements() async throws {
    let cluster = try PostgresCluster(settings: ["jit = on"])
    let address = try #require(try ServerAddress(cluster.address(of: cluster.makeDatabase())))
    let connection = ServerConnection(address, patience: .seconds(30))
    try connection.administer(ServerSchema.standard.statements)
    let isOn = try connection.read { db in
      try db.statement("SELECT CASE current_setting('jit') WHEN 'on' THEN 1 ELSE 0 END")
        .first { $0.number(at: 0) }
    }
    #expect(isOn == 0)
  }

  /// Edits of several people through a pool, each of whose transactions has another session.
  @Test func aPoolWillDo() async throws {
    let cluster = try PostgresCluster()
    try cluster.startPool()
    let database = try cluster.makeDatabase()
    let path = cluster.pooledAddress(of: database)
    try await useEverything(of: TargetStore(path: path))
    let stores = try (0..<4).map { number in
      try TargetStore(path: path, author: { "person \(number)" })
    }
    try await withThrowingTaskGroup { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          for step in 0..<50 {
            _ = try await store.apply(
              Edit(.add, [Name("person \(number) step \(step)")]), to: list)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await stores[0].nextHint() == .never)
    let direct = try TargetStore(path: cluster.address(of: database))
    for number in stores.indices {
      let log = try await direct.log(
        of: list, LogRequest(author: "person \(number)", limit: 1_000))
      let added = log.compactMap(\.name?.text)
      #expect(added.reversed() == (0..<50).map { "person \(number) step \($0)" })
    }
  }

  /// The tables of both have the same columns.
  @Test func serversAndFilesHaveTheSameTables() {
    func columns(_ statement: String) -> [String] {
      statement.split(separator: "\n").dropFirst().dropLast()
        .compactMap { $0.split(separator: " ").first.map(String.init) }
        .filter { $0 != "PRIMARY" }
    }
    for (name, sql) in Table.all.flatMap(\.statementsOfFile) where sql.hasPrefix("CREATE TABLE") {
      let ofServer = ServerSchema.standard.statements.first {
        $0.contains("EXISTS targets_store.\(name) (")
      }
      #expect(ofServer.map(columns) == columns(sql), "\(name)")
    }
  }

  @Test(arguments: [
    ("PostgreSQL 15.8 (Debian 15.8-0+deb12u1) on x86_64", true, true),
    ("PostgreSQL 15.8 (Debian 15.8-0+deb12u1) on x86_64", false, true),
    ("PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64", true, false),
    ("CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu)", true, false),
    ("PostgreSQL 8.0.2 on i686-pc-linux-gnu, Redshift 1.0.12103", true, false),
  ])
  func theServersNameDeterminesItsFeatures(name: String, keepsSession: Bool, isPostgreSQL: Bool) {
    let traits = ServerTraits(version: name, process: keepsSession ? 7 : 8, announced: 7)
    #expect(traits.tells == isPostgreSQL)
    #expect(traits.isHeard == (isPostgreSQL && keepsSession))
  }

  @Test(arguments: [
    ("SELECT ?, ?", "SELECT $1, $2"), ("SELECT ?2, ?1, ?", "SELECT $2, $1, $2"),
    ("SELECT 1 FROM row INDEXED BY said WHERE a", "SELECT 1 FROM row  WHERE a"),
    ("SELECT 1 FROM a CROSS JOIN b ON c", "SELECT 1 FROM a JOIN b ON c"),
  ])
  func statementsAreTranslatedForServers(sql: String, translated: String) {
    #expect(ServerSQL(sql).text == translated)
  }
}
