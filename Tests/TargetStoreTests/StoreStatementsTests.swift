import CSQLite
import Foundation
import ListModel
import NameSearch
import Synchronization
import TestSupport
import Testing

@testable import TargetStore

/// Every statement that a file and a server get: the list that it is about, and its words.
@Suite(.inTurn, .timeLimit(.minutes(10)))
struct StoreStatementsTests {
  /// The statements for one list, and for the store as a whole.
  private struct Collection {
    var ofList: Set<String> = []
    var ofStore: Set<String> = []
  }

  private func ofServer() async throws -> Collection {
    let cluster = try PostgresCluster.shared.get()
    let database = try cluster.makeDatabase()
    let start = try cluster.endOfLog()
    try cluster.query("ALTER DATABASE \(database) SET log_statement = 'all'", in: "postgres")
    let store = try TargetStore(path: cluster.address(of: database))
    func sent() throws -> [String] {
      // Lines that begin with a tab continue the previous statement.
      let log = try cluster.log(from: start)
      return log.replacing("\n\t", with: "\n ").split(separator: "\n\(database) LOG:  ")
        .compactMap { entry in
          guard entry.hasPrefix("execute "), let name = entry.firstRange(of: ": ") else {
            return nil
          }
          let whole = entry[name.upperBound...]
          // The next line belongs to another database, or has parameters for this one.
          let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
          return lines.prefix { $0.startIndex == whole.startIndex || $0.hasPrefix(" ") }
            .joined(separator: "\n")
        }
    }
    try await store.createTables()
    let before = try sent().count
    try await useEverything(of: store, in: ListName("default"))
    let between = try sent().count
    try await useEverythingElse(of: store)
    let all = try sent()
    return Collection(
      ofList: Set(all[before..<between]), ofStore: Set(all[between...]))
  }

  private func ofFile() async throws -> Collection {
    let directory = TemporaryDirectory()
    let path = directory.path("targets.db")
    let store = try TargetStore(path: path)
    StatementTrace.begin(path)
    // Statements that create the file belong to no list.
    _ = try await store.apply(Edit(.add, names("first")), to: ListName("default"))
    _ = StatementTrace.take(path)
    try await useEverything(of: store, in: ListName("default"))
    let ofList = StatementTrace.take(path)
    try await useEverythingElse(of: store)
    return Collection(ofList: ofList, ofStore: StatementTrace.take(path))
  }

  private func collect(_ engine: Engine) async throws -> Collection {
    engine == .server ? try await ofServer() : try await ofFile()
  }

  /// Operations on one list only affect that list, whatever else the tables contain.
  @Test(arguments: Engine.allCases)
  func eachStatementAboutAListNamesIt(engine: Engine) async throws {
    let tables = Set(Table.all.map(\.name))
    let statements = try await collect(engine).ofList
    #expect(statements.count > 50)
    for text in statements where Self.isOfTables(text) {
      let statement = try PlainSQL(text)
      for table in statement.tables(among: tables) {
        switch table.table {
        case Table.store.name: break
        case Table.list.name:
          #expect(
            ["id", "place"].contains { statement.compares($0, of: table) }, "\(text)")
        default: #expect(statement.compares("list", of: table), "\(table.alias): \(text)")
        }
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func statementsUseASubsetOfSQL(engine: Engine) async throws {
    let collection = try await collect(engine)
    let statements = collection.ofList.union(collection.ofStore)
    #expect(statements.count > 60)
    for text in statements where Self.isOfTables(text) {
      let foreign = try PlainSQL(text).foreignWords(onServer: engine == .server)
      #expect(foreign.isEmpty, "\(foreign): \(text)")
    }
    // The others are about transactions and the connection.
    let beginnings =
      engine == .server
      ? [
        "BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE",
        "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", "COMMIT", "ROLLBACK", "SET ",
        "NOTIFY targets",
        "SELECT set_config('lock_timeout'", "SELECT set_config('plan_cache_mode'",
      ] : ["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA "]
    for text in statements where !Self.isOfTables(text) {
      #expect(beginnings.contains { text.hasPrefix($0) }, "\(text)")
    }
  }

  /// Otherwise a statement would take a time that grows with the square of the rows.
  @Test func noWholeListIsReadForEachRow() async throws {
    let fixture = try StoreFixture()
    let store = try await fixture.filled(with: "a", "b")
    var (repeated, count): ([String], Int) = ([], 0)
    for text in try await collect(.file).ofList where Self.isOfTables(text) {
      for loops in try await store.loops(of: text) {
        count += loops.count
        // In SQLite, the loops of one query are nested in this order.
        repeated += loops.dropFirst().filter { $0.hasSuffix(" (list=?)") }.map { "\($0): \(text)" }
      }
    }
    withExtendedLifetime(fixture) {}
    #expect(count > 60)
    #expect(repeated == [])
  }

  private static func isOfTables(_ text: String) -> Bool {
    ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { text.hasPrefix($0) }
      && !text.hasPrefix("SELECT set_config")
  }

  /// The tests above would detect other statements.
  @Test func otherStatementsWouldBeDetected() throws {
    func names(_ column: String, _ text: String) throws -> [Bool] {
      let statement = try PlainSQL(text)
      return statement.tables(among: ["row", "fact"]).map { statement.compares(column, of: $0) }
    }
    #expect(try names("list", "SELECT 1 FROM row AS r WHERE r.key = ?") == [false])
    #expect(try names("list", "SELECT r.list FROM row AS r WHERE r.key = ?") == [false])
    #expect(
      try names("list", "SELECT 1 FROM row AS r JOIN fact AS f ON f.key = r.key WHERE r.list = ?")
        == [true, false])
    #expect(
      try names("list", "SELECT 1 FROM row AS r JOIN fact AS f ON f.list = r.list") == [true, true])
    #expect(try names("list", "INSERT INTO row (list, key) SELECT 1, 2") == [true])
    #expect(try names("list", "INSERT INTO row (key) SELECT 2") == [false])
    #expect(try names("list", "UPDATE row SET gone = 1 WHERE key = ?") == [false])
    #expect(try names("list", "DELETE FROM row WHERE list = ?") == [true])

    func foreign(_ text: String, onServer: Bool = true) throws -> Set<String> {
      try PlainSQL(text).foreignWords(onServer: onServer)
    }
    #expect(try foreign("SELECT max(key) FROM row AS r (a, b) WHERE key = 'RANDOM()'").isEmpty)
    #expect(try foreign("SELECT random() FROM row") == ["random"])
    #expect(try foreign("SELECT 1 FROM row INDEXED BY said") == ["INDEXED"])
    #expect(try foreign("SELECT 1 FROM row INDEXED BY said", onServer: false).isEmpty)
    #expect(try foreign("SELECT 1 FROM row FOR UPDATE SKIP LOCKED") == ["SKIP", "LOCKED"])
    #expect(throws: PlainSQL.Foreign.self) { try PlainSQL("SELECT key::text FROM row") }
  }

  /// The key by which tables can be distributed.
  @Test func eachKeyBeginsWithTheList() {
    for table in Table.all where ![Table.store.name, Table.list.name].contains(table.name) {
      #expect(table.columns.first?.name == "list", "\(table.name)")
      for key in [table.key] + (table.unique.isEmpty ? [] : [table.unique]) {
        #expect(key.first == "list", "\(table.name)")
      }
      for index in table.indexes { #expect(index.columns.first == "list", "\(index.name)") }
    }
    #expect(Table.list.key == ["id"] && Table.list.unique == ["place", "name"])
  }
}

/// The statements that SQLite runs on some files, as they were given.
private enum StatementTrace {
  private static let found = Mutex<[String: Set<String>]>([:])

  /// Makes SQLite report the statements of each connection that is opened from now on.
  private static let register: Void = {
    let entry: @convention(c) (OpaquePointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> CInt = {
      connection, _, _ in
      sqlite3_trace_v2(
        connection, CUnsignedInt(SQLITE_TRACE_STMT),
        { _, _, statement, _ in
          if let statement { StatementTrace.note(OpaquePointer(statement)) }
          return 0
        }, nil)
    }
    // SQLite declares this type without parameters.
    sqlite3_auto_extension(unsafeBitCast(entry, to: (@convention(c) () -> Void).self))
  }()

  private static func note(_ statement: OpaquePointer) {
    guard let connection = sqlite3_db_handle(statement),
      let file = sqlite3_db_filename(connection, "main"), let text = sqlite3_sql(statement)
    else { return }
    let (path, sql) = (String(cString: file), String(cString: text))
    found.withLock { found in
      if found[path] != nil { found[path]?.insert(sql) }
    }
  }

  static func begin(_ path: String) {
    _ = register
    found.withLock { $0[path] = [] }
  }

  static func take(_ path: String) -> Set<String> {
    found.withLock { found in
      defer { found[path] = [] }
      return found[path] ?? []
    }
  }
}

extension TargetStore {
  /// The loops over tables in each query of a statement, outermost first, as SQLite explains them.
  fileprivate func loops(of text: String) throws -> [[String]] {
    try connection.read { db in
      let explaining = try db.statement("EXPLAIN QUERY PLAN \(text)")
      var loops: [Int64: [String]] = [:]
      while try explaining.step() {
        let detail = explaining.text(at: 3) ?? ""
        guard ["SCAN", "SEARCH"].contains(where: detail.hasPrefix) else { continue }
        loops[explaining.number(at: 1) ?? 0, default: []].append(detail)
      }
      return Array(loops.values)
    } ?? []
  }
}
