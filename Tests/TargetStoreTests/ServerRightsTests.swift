import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// The message about a missing right names the table or the schema.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ServerRightsTests {
  private let lent: LentStore
  private let role: String

  /// The rights that an edit, an undo or the run of a command needs.
  private static let rights = [
    "store": ["SELECT"], "list": ["SELECT", "INSERT", "UPDATE"],
    "row": ["SELECT", "INSERT", "UPDATE", "DELETE"], "event": ["SELECT", "INSERT"],
    "fact": ["SELECT", "INSERT"], "step": ["SELECT", "INSERT", "UPDATE", "DELETE"],
    "image": ["SELECT", "INSERT", "UPDATE", "DELETE"],
    "outcome": ["SELECT", "INSERT", "UPDATE", "DELETE"],
    "run": ["SELECT", "INSERT", "UPDATE", "DELETE"],
  ]

  init() throws {
    lent = try LentStore()
    role = "clerk_\(lent.database)"
    try lent.cluster.query(
      """
      DO $$ BEGIN CREATE ROLE \(role) LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
      GRANT USAGE ON SCHEMA targets_store TO \(role);
      GRANT ALL ON ALL TABLES IN SCHEMA targets_store TO \(role)
      """, in: lent.database)
  }

  private func open() throws -> TargetStore {
    try TargetStore(path: lent.cluster.address(of: lent.database, user: role))
  }

  private func edits(_ store: TargetStore) async throws -> String? {
    try await store.check().facts.first { $0.name == "edits" }?.value
  }

  @Test func withoutRightsOnTheSchemaNoTableIsNamed() async throws {
    try lent.cluster.query("REVOKE USAGE ON SCHEMA targets_store FROM \(role)", in: lent.database)
    let store = try open()
    for body in [
      { _ = try await store.lists() }, { _ = try await store.check() },
      { _ = try await store.isReadOnly() },
      { _ = try await store.apply(Edit(.add, names("a")), to: lent.list) },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: StoreError.self) { try await body() }
      let words = error.map { "\($0)" } ?? ""
      #expect(words.contains("USAGE on schema targets_store") && !words.contains("store create"))
    }
    try lent.cluster.query("GRANT USAGE ON SCHEMA targets_store TO \(role)", in: lent.database)
    #expect(try await store.lists().isEmpty)
  }

  @Test func eachMissingRightIsNamedWithItsTable() async throws {
    _ = try await open().apply(Edit(.add, names("a")), to: lent.list)
    #expect(try await edits(open()) == "allowed")
    for (table, rights) in Self.rights {
      for right in rights {
        try lent.cluster.query(
          "REVOKE \(right) ON targets_store.\(table) FROM \(role)", in: lent.database)
        if table != "store" {
          let said = try await edits(open())
          #expect(said == "not allowed: no \(right) on targets_store.\(table)")
        }
        try lent.cluster.query(
          "GRANT \(right) ON targets_store.\(table) TO \(role)", in: lent.database)
      }
    }
    #expect(try await edits(open()) == "allowed")
  }

  @Test func rightsOnTheColumnsAreEnough() async throws {
    let columns = Table.row.columns.map(\.name).joined(separator: ", ")
    try lent.cluster.query(
      """
      REVOKE UPDATE ON targets_store.row FROM \(role);
      GRANT UPDATE (\(columns)) ON targets_store.row TO \(role)
      """, in: lent.database)
    let store = try open()
    #expect(try await !store.isReadOnly())
    #expect(try await edits(store) == "allowed")
    _ = try await store.apply(Edit(.add, names("a")), to: lent.list)
    _ = try await store.apply(Edit(.dead, names("a")), to: lent.list)
    #expect(try await store.contents(of: lent.list) == ["a": .dead])
  }

  @Test func allMissingRightsAreNamed() async throws {
    try lent.cluster.query(
      """
      REVOKE INSERT, DELETE ON targets_store.step FROM \(role);
      REVOKE UPDATE ON targets_store.list FROM \(role)
      """, in: lent.database)
    let said = try await edits(open())
    #expect(
      said
        == "not allowed: no UPDATE on targets_store.list, no INSERT, DELETE on targets_store.step")
  }

  /// Only the server sets the time and the role of a log entry.
  @Test func rightsOnTheWrittenColumnsAreEnough() async throws {
    let columns = Table.event.columns.filter { $0.byServer == nil }.map(\.name)
      .joined(separator: ", ")
    try lent.cluster.query(
      """
      REVOKE INSERT ON targets_store.event FROM \(role);
      GRANT INSERT (\(columns)) ON targets_store.event TO \(role)
      """, in: lent.database)
    #expect(try await edits(open()) == "allowed")
    #expect(try await open().apply(Edit(.add, names("a")), to: lent.list).changes.count == 1)
  }

  @Test(arguments: ["list", "row", "event", "fact", "step", "image"])
  func aRefusedEditNamesTheTable(table: String) async throws {
    _ = try await open().apply(Edit(.add, names("a", "b")), to: lent.list)
    try lent.cluster.query(
      "REVOKE INSERT, UPDATE, DELETE ON targets_store.\(table) FROM \(role)", in: lent.database)
    let store = try open()
    let error = await #expect(throws: StoreError.self) {
      _ = try await store.apply(
        Edit(.dead, names("a", "c"), addsUnknown: true, note: Note("why")), to: lent.list)
      _ = try await store.apply(Edit(.drop, names("b")), to: lent.list)
    }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.contains("permission denied for table \(table)"), "\(words)")
    #expect(words.contains("nothing was changed"), "\(words)")
  }

  /// A client that notices the missing right only at the end has changed nothing.
  @Test(arguments: ["fact", "event"])
  func aRefusedArchiveNamesTheTable(table: String) async throws {
    let store = try open()
    try await store.setUndoSteps(1)
    for action in [.dead, .reopen, .add] as [Edit.Action] {
      let edit = Edit(action, try names(action == .add ? "b" : "a"), addsUnknown: true)
      _ = try await store.apply(edit, to: lent.list)
    }
    let future = Moment(microseconds: .max)
    let plan = try #require(try await store.archivePlan(of: lent.list, before: future))
    try lent.cluster.query(
      "REVOKE DELETE ON targets_store.\(table) FROM \(role)", in: lent.database)
    let summary = ArchiveSummary(file: "f", checksum: "c", entryCount: 2)
    let errors = [
      await #expect(throws: StoreError.self) {
        try await store.archivePlan(of: lent.list, before: future)
      },
      await #expect(throws: StoreError.self) {
        try await store.archive(plan, of: lent.list, before: future, summary)
      },
    ]
    for words in errors.map({ $0.map { "\($0)" } ?? "" }) {
      #expect(words.contains(table) && words.contains("nothing was changed"), "\(words)")
      #expect(!words.contains("\n"))
    }
    #expect(try await store.log(of: lent.list, LogRequest(limit: 10)).count == 3)
  }

  // MARK: Tables of something else

  @Test(arguments: [
    "store", "list", "row", "event", "fact", "step", "image", "outcome", "run",
  ])
  func foreignTablesAreNotAStore(table: String) async throws {
    func tables() throws -> String {
      try lent.cluster.query(
        """
        SELECT string_agg(relname || attname, ' ' ORDER BY relname, attnum) FROM pg_attribute
        JOIN pg_class ON attrelid = pg_class.oid
        WHERE relnamespace = 'targets_store'::regnamespace AND relkind IN ('r', 'v') AND attnum > 0
        """, in: lent.database)
    }
    let first = try lent.cluster.query(
      """
      SELECT attname FROM pg_attribute
      WHERE attrelid = 'targets_store.\(table)'::regclass AND attnum = 1
      """, in: lent.database)
    let others = [
      "CREATE TABLE targets_store.\(table) (owner text)",
      "CREATE VIEW targets_store.\(table) AS SELECT 1 AS one",
      "CREATE TABLE targets_store.\(table) (LIKE kept INCLUDING ALL); ALTER TABLE targets_store.\(table) ADD more int",
      "CREATE TABLE targets_store.\(table) (LIKE kept); ALTER TABLE targets_store.\(table) ALTER \(first) TYPE text",
      "CREATE TABLE targets_store.\(table) (LIKE kept); ALTER TABLE targets_store.\(table) RENAME \(first) TO other",
    ]
    try lent.cluster.query(
      "DROP TABLE IF EXISTS kept; CREATE TABLE kept (LIKE targets_store.\(table) INCLUDING ALL)",
      in: lent.database)
    for isAlone in [true, false] {
      for other in others {
        try lent.cluster.query(
          isAlone
            ? "DROP SCHEMA targets_store CASCADE; CREATE SCHEMA targets_store"
            : "DROP TABLE IF EXISTS targets_store.\(table) CASCADE; DROP VIEW IF EXISTS targets_store.\(table)",
          in: lent.database)
        try lent.cluster.query(other, in: lent.database)
        let before = try tables()
        let store = try TargetStore(path: lent.address)
        let error = await #expect(throws: StoreError.self) { try await store.createTables() }
        #expect(error.map { "\($0)".contains("targets_store.\(table)") } == true, "\(other)")
        #expect(try tables() == before)
        try lent.cluster.query(
          "DROP \(other.contains("VIEW") ? "VIEW" : "TABLE") targets_store.\(table)",
          in: lent.database)
        try await store.createTables()
        try await store.createTables()
      }
    }
  }
}
