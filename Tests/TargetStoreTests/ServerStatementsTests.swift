import ListModel
import Foundation
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
    "SET JIT = OFF",
    "NOTIFY TARGETS", "LISTEN TARGETS", "SELECT SET_CONFIG('LOCK_TIMEOUT'",
    "SELECT SET_CONFIG('PLAN_CACHE_MODE'",
  ]

  @Test(arguments: [false, true])
  func onlyPlainStatementsAreSent(usesTraits: Bool) async throws {
    let cluster = try PostgresCluster.shared.get()
    let database = try cluster.makeDatabase()
    try cluster.query("ALTER DATABASE \(database) SET log_statement = 'all'", in: "postgres")
    let path = cluster.address(of: database)
    let address = try #require(try ServerAddress(path))
    try await useEverything(
      of: TargetStore(
        path: path,
        connection: ServerConnection(
          address, patience: .seconds(30), usesTraits: usesTraits)))
    let log = try String(contentsOfFile: "\(cluster.folder)/log", encoding: .utf8)
    // Lines that begin with a tab continue the previous statement.
    let joined = log.replacingOccurrences(of: "\n\t", with: " ")
    let statements = joined.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("\(database) LOG:  execute "), let start = line.firstRange(of: ": ")
      else { return nil }
      return line[start.upperBound...].drop { $0 != ":" }.dropFirst(2).uppercased()
    }
    #expect(statements.count > 100)
    let verbs = [
      "BEGIN ISOLATION LEVEL READ COMMITTED", "SET LOCAL SEARCH_PATH", "COMMIT", "ROLLBACK",
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
