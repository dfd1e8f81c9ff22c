import Foundation
import ListModel
import NameSearch
import ShellText
import TestSupport
import Testing

@testable import TargetStore

/// The rights of readers, writers and owners are sufficient for their work, and allow nothing else.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ServerGrantsTests {
  private let cluster: PostgresCluster
  private let database: String
  private let list: ListName

  /// Owns the database and the tables, but is not a superuser.
  private let admin: String

  init() async throws {
    cluster = try PostgresCluster.shared.get()
    database = try cluster.makeDatabase()
    admin = "admin_\(database)"
    list = try ListName("default")
    try cluster.query(
      "CREATE ROLE \(admin) LOGIN CREATEROLE; ALTER DATABASE \(database) OWNER TO \(admin)",
      in: database)
    let store = try open(admin)
    try await store.createTables()
    _ = try await store.apply(Edit(.add, names("a", "b")), to: list)
  }

  private func open(_ user: String, schema: String? = nil) throws -> TargetStore {
    try TargetStore(
      path: cluster.address(of: database, user: user), schema: schema, author: { "ann" })
  }

  private func query(_ sql: String, as user: String) throws {
    try cluster.query("SET SESSION AUTHORIZATION \(user);\n\(sql)", in: database)
  }

  /// The names of the roles of readers, writers and owners, used only by this test.
  private var roles: [String] { ["readers", "writers", "owners"].map { "\($0)_\(database)" } }

  private func grant(to roles: [String], schema: String? = nil) throws {
    let script = try #require(AdministrationScript(schema: schema))
    try query(script.grants(to: roles), as: admin)
  }

  /// A user who is in a role and has no other rights.
  private func member(of role: String) throws -> String {
    let name = "one_of_\(role)"
    try query("CREATE ROLE \(name) LOGIN IN ROLE \(role)", as: admin)
    return name
  }

  private func refuses(_ words: String, _ body: () async throws -> Void) async {
    let said = await refusal(body)
    #expect(said.contains(words) && said.contains("nothing was changed"), "\(said)")
    #expect(!said.contains("\n"))
  }

  private func refusesSQL(_ sql: String, as user: String) {
    let error = #expect(throws: (any Error).self) { try query(sql, as: user) }
    #expect(error.map { "\($0)".contains("permission denied") } == true, "\(sql)")
  }

  private func facts(_ store: TargetStore) async throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try await store.check().facts)
  }

  @Test func readersBrowseAndDoNotEdit() async throws {
    try grant(to: roles)
    let user = try member(of: roles[0])
    let store = try open(user)
    #expect(try await store.isReadOnly())
    #expect(try await store.contents(of: list) == ["a": [], "b": []])
    #expect(try await store.log(of: list, LogRequest(limit: 10)).count == 2)
    #expect(try await store.lists().map(\.count) == [2])
    #expect(try await store.stats(of: list, days: 1).rows.all == 2)
    await refuses("permission denied for table list") {
      _ = try await store.apply(Edit(.dead, names("a")), to: list)
    }
    await refuses("permission denied for table") { _ = try await store.delete(list) }
    await refuses("permission denied for table store") { try await store.setUndoSteps(1) }
    let facts = try await facts(store)
    #expect(facts["role"] == user && facts["edits"] == "not allowed (read-only)")
    #expect(facts["reader lacks"] == nil)
    #expect(
      facts["writer lacks"] == """
        INSERT, UPDATE on targets_store.list, INSERT, UPDATE, DELETE on targets_store.row, \
        INSERT on targets_store.event, INSERT on targets_store.fact, \
        INSERT, UPDATE, DELETE on targets_store.step, INSERT, UPDATE, DELETE on targets_store.image, \
        INSERT, UPDATE, DELETE on targets_store.outcome, INSERT, UPDATE, DELETE on targets_store.run
        """)
    #expect(
      facts["owner lacks"] == """
        UPDATE on targets_store.store, DELETE on targets_store.list, DELETE on targets_store.event, \
        DELETE on targets_store.fact
        """)
    for table in Table.all.map(\.name) {
      refusesSQL("DELETE FROM targets_store.\(table)", as: user)
    }
  }

  @Test func writersEditAndDoNotChangeTheLog() async throws {
    try grant(to: roles)
    let user = try member(of: roles[1])
    let store = try open(user)
    let facts = try await facts(store)
    #expect(facts["edits"] == "allowed" && facts["writer lacks"] == nil)
    #expect(facts["owner lacks"] != nil)
    _ = try await store.apply(Edit(.add, names("c")), to: ListName("other"))
    _ = try await store.apply(Edit(.dead, names("a"), note: Note("why")), to: list)
    _ = try await store.undo(in: list)
    _ = try await store.redo(in: list)
    _ = try await store.mirror(NameBatch(["a"]), into: list)
    #expect(try await store.claim(names("a"), for: "x", in: list).isEmpty)
    try await store.renewClaims(in: list)
    try await store.keep([(Name("a"), Outcome(command: "x", status: 0))], of: "x", in: list)
    try await store.rename([(try ListName("other"), try ListName("another"))])
    #expect(try await store.contents(of: list) == ["a": .dead])

    await refuses("no DELETE on targets_store.fact") {
      _ = try await store.archivePlan(of: list, before: Moment(microseconds: .max))
    }
    await refuses("permission denied for table event") { _ = try await store.delete(list) }
    await refuses("permission denied for table store") { try await store.setUndoSteps(1) }
    await refuses("must be owner of table row") {
      _ = try await StoreUpgradeTests.withNextTables(store).upgradeTables()
    }
    for forgery in Self.forgeries + [
      "DELETE FROM targets_store.fact", "DELETE FROM targets_store.event",
      "DELETE FROM targets_store.list", "UPDATE targets_store.store SET undo_steps = 1",
    ] {
      refusesSQL(forgery, as: user)
    }
    #expect(try await store.contents(of: list) == ["a": .dead])
    let roles = try cluster.query(
      "SELECT string_agg(DISTINCT role, ',' ORDER BY role) FROM targets_store.event", in: database)
    #expect(roles == "\(admin),\(user)")
  }

  /// Statements that no one with granted rights may run.
  private static let forgeries = [
    "UPDATE targets_store.event SET author = 'bob'",
    "UPDATE targets_store.fact SET after_verdict = NULL",
    "UPDATE targets_store.store SET version = 6",
    "INSERT INTO targets_store.store (version, uuid, undo_steps) VALUES (6, 'x', 1)",
    """
    INSERT INTO targets_store.event (list, number, at, author, run, kind, token, new, gone, changed, is_bulk)
      SELECT id, version + 1, 0, 'bob', 1, 'edit', 0, 0, 0, 0, 0 FROM targets_store.list
    """,
    """
    INSERT INTO targets_store.event
      (list, number, role, author, run, kind, token, new, gone, changed, is_bulk)
      SELECT id, version + 1, 'bob', 'bob', 1, 'edit', 0, 0, 0, 0, 0 FROM targets_store.list
    """,
  ]

  @Test func ownersArchiveAndDelete() async throws {
    try grant(to: roles)
    let user = try member(of: roles[2])
    let store = try open(user)
    let facts = try await facts(store)
    #expect(facts["edits"] == "allowed")
    #expect(facts.keys.allSatisfy { !$0.hasSuffix("lacks") })
    try await store.setUndoSteps(1)
    for action in [.dead, .reopen, .ok] as [Edit.Action] {
      _ = try await store.apply(Edit(action, names("a")), to: list)
    }
    let future = Moment(microseconds: .max)
    let plan = try #require(try await store.archivePlan(of: list, before: future))
    let summary = ArchiveSummary(file: "f", checksum: "c", entryCount: 3)
    #expect(try await store.archive(plan, of: list, before: future, summary))
    #expect(try await store.check().troubles.isEmpty)
    for forgery in Self.forgeries { refusesSQL(forgery, as: user) }
    #expect(try await store.delete(list))
    #expect(try await store.lists().isEmpty)
    #expect(try cluster.query("SELECT count(*) FROM targets_store.event", in: database) == "0")
  }

  /// Only this test may create roles, since all databases share them.
  @Test func missingRolesAreCreatedAndOthersUnchanged() async throws {
    let script = try #require(AdministrationScript(schema: nil))
    for _ in 0..<2 { try query(script.grants(to: AdministrationScript.usualRoles), as: admin) }
    for (place, role) in AdministrationScript.usualRoles.enumerated() {
      let store = try open(member(of: role))
      #expect(try await store.isReadOnly() == (place == 0))
    }
  }

  /// Only the named role gets rights.
  @Test func onlyNamedRolesAreGrantedRights() async throws {
    let odd = "Ann \"A\" O'Neil-\(database) ü"
    let script = try #require(AdministrationScript(schema: nil)).grants(to: [odd])
    #expect(!script.contains("targets_readers"))
    try query(script, as: admin)
    let quoted = odd.replacing("'", with: "''")
    func may(_ right: String) throws -> String {
      try cluster.query(
        "SELECT has_table_privilege('\(quoted)', 'targets_store.row', '\(right)')", in: database)
    }
    #expect(try may("SELECT") == "t" && may("UPDATE") == "f")
    for name in [
      "", "pg_monitor", "public", "none", "a$b", "a\nb", String(repeating: "x", count: 64),
    ] {
      #expect(!AdministrationScript.isRole(name), "\(name)")
    }
    #expect(AdministrationScript.isRole(String(repeating: "x", count: 63)))
  }

  @Test func eachTableThatCannotBeReadIsNamed() async throws {
    let user = "nobody_\(database)"
    try query(
      "CREATE ROLE \(user) LOGIN; GRANT USAGE ON SCHEMA targets_store TO \(user)", as: admin)
    let report = try await open(user).check()
    #expect(report.troubles == Table.all.map { "no SELECT on targets_store.\($0.name)" })
    let lacks = report.facts.first { $0.name == "reader lacks" }?.value
    #expect(lacks == Table.all.map { "SELECT on targets_store.\($0.name)" }.joined(separator: ", "))
  }

  // MARK: Schemas

  /// One name is also a keyword of SQL.
  @Test(arguments: ["team_b", "order"])
  func teamsInOneDatabaseAreSeparate(schema: String) async throws {
    let missing = try open(admin, schema: schema)
    let said = await refusal { _ = try await missing.lists() }
    let line = ["targets", "store", "create", "--store", missing.path, "--schema", schema]
    #expect(said.hasSuffix(ShellLine(line).text))
    let other = try open(admin, schema: schema)
    try await other.createTables()
    try grant(to: roles, schema: schema)
    #expect(try await other.lists().isEmpty)
    _ = try await other.apply(Edit(.add, names("z")), to: list)
    _ = try await other.apply(Edit(.dead, names("z")), to: list)
    _ = try await other.undo(in: list)

    let user = try member(of: roles[1])
    let writer = try open(user, schema: schema)
    #expect(try await !writer.isReadOnly())
    _ = try await writer.apply(Edit(.ok, names("z")), to: list)
    #expect(try await writer.contents(of: list) == ["z": .ok])
    let report = try await writer.check()
    #expect(report.troubles.isEmpty)
    #expect(
      report.facts.first { $0.name == "owner lacks" }?.value.contains("on \(schema).event") == true)
    await refuses("no DELETE on \(schema).fact") {
      _ = try await writer.archivePlan(of: list, before: Moment(microseconds: .max))
    }
    await refuses("no USAGE on schema targets_store") { _ = try await open(user).lists() }

    #expect(try await open(admin).contents(of: list) == ["a": [], "b": []])
    #expect(try cluster.query("SELECT count(*) FROM \"\(schema)\".row", in: database) == "1")
  }

  @Test(arguments: [
    "", "Team", "team-b", "1st", "pg_team", "information_schema", "a\"b", "a b", "ü",
    String(repeating: "x", count: 64),
  ])
  func otherNamesOfSchemasAreRefused(name: String) {
    let error = #expect(throws: StoreError.self) { try open(admin, schema: name) }
    #expect(error.map { "\($0)".contains("--schema takes lower-case letters") } == true)
    #expect(AdministrationScript(schema: name) == nil)
  }

  @Test func aFileHasNoSchemas() {
    let error = #expect(throws: StoreError.self) {
      try TargetStore(path: "team.db", schema: "team_b")
    }
    #expect(error.map { "\($0)".contains("--schema requires a store on a server") } == true)
  }
}
