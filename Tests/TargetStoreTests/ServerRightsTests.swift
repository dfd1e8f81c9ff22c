import ListModel
import NameSearch
import TestSupport
import Testing

@testable import TargetStore

/// What a role may not do on a server is said by the name of the table, or of the schema.
@Suite(.ownThreads, .timeLimit(.minutes(10)))
struct ServerRightsTests {
  private let lent: LentStore
  private let role: String

  /// The rights that an edit, an undo or a run of a command needs.
  private static let rights = [
    "store": ["SELECT"], "list": ["SELECT", "INSERT", "UPDATE"],
    "entry": ["SELECT", "INSERT", "UPDATE", "DELETE"],
    "remark": ["SELECT", "INSERT", "UPDATE", "DELETE"],
    "operation": ["SELECT", "INSERT", "UPDATE", "DELETE"],
    "change": ["SELECT", "INSERT", "DELETE"], "turn": ["SELECT", "INSERT", "DELETE"],
    "aspect": ["SELECT", "INSERT", "UPDATE", "DELETE"],
    "outcome": ["SELECT", "INSERT", "UPDATE", "DELETE"],
  ]

  init() throws {
    lent = try LentStore()
    role = "clerk_\(lent.database)"
    try lent.cluster.query(
      """
      DO $$ BEGIN CREATE ROLE \(role) LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
      GRANT USAGE ON SCHEMA targets TO \(role);
      GRANT ALL ON ALL TABLES IN SCHEMA targets TO \(role)
      """, in: lent.database)
  }

  private func open() throws -> TargetStore {
    try TargetStore(path: lent.cluster.address(of: lent.database, user: role))
  }

  private func edits(_ store: TargetStore) async throws -> String? {
    try await store.check().facts.first { $0.name == "edits" }?.value
  }

  @Test func withoutTheSchemaNothingIsSaidOfTables() async throws {
    try lent.cluster.query("REVOKE USAGE ON SCHEMA targets FROM \(role)", in: lent.database)
    let store = try open()
    for body in [
      { _ = try await store.lists() }, { _ = try await store.check() },
      { _ = try await store.isReadOnly() },
      { _ = try await store.apply(Edit(.add, names("a")), to: lent.list) },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: StoreError.self) { try await body() }
      let words = error.map { "\($0)" } ?? ""
      #expect(words.contains("USAGE on schema targets") && !words.contains("store create"))
    }
    try lent.cluster.query("GRANT USAGE ON SCHEMA targets TO \(role)", in: lent.database)
    #expect(try await store.lists().isEmpty)
  }

  @Test func eachRightThatIsMissingIsNamedWithItsTable() async throws {
    _ = try await open().apply(Edit(.add, names("a")), to: lent.list)
    #expect(try await edits(open()) == "allowed")
    for (table, rights) in Self.rights {
      for right in rights {
        try lent.cluster.query(
          "REVOKE \(right) ON targets.\(table) FROM \(role)", in: lent.database)
        if table != "store" {
          let said = try await edits(open())
          #expect(said == "not allowed: no \(right) on targets.\(table)")
        }
        try lent.cluster.query("GRANT \(right) ON targets.\(table) TO \(role)", in: lent.database)
      }
    }
    #expect(try await edits(open()) == "allowed")
  }

  @Test func rightsOnTheColumnsAreEnough() async throws {
    let columns = "list, name, original, id, flags, added, mirror, detail, section"
    try lent.cluster.query(
      """
      REVOKE UPDATE ON targets.entry FROM \(role);
      GRANT UPDATE (\(columns)) ON targets.entry TO \(role)
      """, in: lent.database)
    let store = try open()
    #expect(try await !store.isReadOnly())
    #expect(try await edits(store) == "allowed")
    _ = try await store.apply(Edit(.add, names("a")), to: lent.list)
    _ = try await store.apply(Edit(.markDead, names("a")), to: lent.list)
    #expect(try await store.contents(of: lent.list) == ["a": .dead])
  }

  @Test func severalThatAreMissingAreAllNamed() async throws {
    try lent.cluster.query(
      """
      REVOKE INSERT, DELETE ON targets.turn FROM \(role);
      REVOKE UPDATE ON targets.list FROM \(role)
      """, in: lent.database)
    let said = try await edits(open())
    #expect(said == "not allowed: no UPDATE on targets.list, no INSERT, DELETE on targets.turn")
  }

  @Test func rightsOnAllColumnsAreRightsOnTheTable() async throws {
    try lent.cluster.query(
      """
      REVOKE INSERT ON targets.turn FROM \(role);
      GRANT INSERT (list, version, token) ON targets.turn TO \(role)
      """, in: lent.database)
    #expect(try await edits(open()) == "allowed")
    #expect(try await open().apply(Edit(.add, names("a")), to: lent.list).changes.count == 1)
  }

  @Test(arguments: ["list", "entry", "remark", "operation", "change", "turn", "aspect"])
  func anEditThatIsRefusedNamesTheTable(table: String) async throws {
    _ = try await open().apply(Edit(.add, names("a", "b")), to: lent.list)
    try lent.cluster.query(
      "REVOKE INSERT, UPDATE, DELETE ON targets.\(table) FROM \(role)", in: lent.database)
    let store = try open()
    let error = await #expect(throws: StoreError.self) {
      _ = try await store.apply(
        Edit(.markDead, names("a", "c"), addsUnknown: true, note: Note("why")), to: lent.list)
      _ = try await store.apply(Edit(.drop, names("b")), to: lent.list)
    }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.contains("permission denied for table \(table)"), "\(words)")
    #expect(words.contains("nothing was changed"), "\(words)")
  }

  // MARK: Tables of something else

  @Test(arguments: [
    "store", "list", "entry", "remark", "operation", "change", "turn", "aspect", "outcome",
  ])
  func tablesOfSomethingElseAreNotTakenForAStore(table: String) async throws {
    func tables() throws -> String {
      try lent.cluster.query(
        """
        SELECT string_agg(relname || attname, ' ' ORDER BY relname, attnum) FROM pg_attribute
        JOIN pg_class ON attrelid = pg_class.oid
        WHERE relnamespace = 'targets'::regnamespace AND relkind IN ('r', 'v') AND attnum > 0
        """, in: lent.database)
    }
    let first = try lent.cluster.query(
      """
      SELECT attname FROM pg_attribute
      WHERE attrelid = 'targets.\(table)'::regclass AND attnum = 1
      """, in: lent.database)
    let others = [
      "CREATE TABLE targets.\(table) (owner text)",
      "CREATE VIEW targets.\(table) AS SELECT 1 AS one",
      "CREATE TABLE targets.\(table) (LIKE kept INCLUDING ALL); ALTER TABLE targets.\(table) ADD more int",
      "CREATE TABLE targets.\(table) (LIKE kept); ALTER TABLE targets.\(table) ALTER \(first) TYPE text",
      "CREATE TABLE targets.\(table) (LIKE kept); ALTER TABLE targets.\(table) RENAME \(first) TO other",
    ]
    try lent.cluster.query(
      "DROP TABLE IF EXISTS kept; CREATE TABLE kept (LIKE targets.\(table) INCLUDING ALL)",
      in: lent.database)
    for isAlone in [true, false] {
      for other in others {
        try lent.cluster.query(
          isAlone
            ? "DROP SCHEMA targets CASCADE; CREATE SCHEMA targets"
            : "DROP TABLE IF EXISTS targets.\(table) CASCADE; DROP VIEW IF EXISTS targets.\(table)",
          in: lent.database)
        try lent.cluster.query(other, in: lent.database)
        let before = try tables()
        let store = try TargetStore(path: lent.address)
        let error = await #expect(throws: StoreError.self) { try await store.createTables() }
        #expect(error.map { "\($0)".contains("targets.\(table)") } == true, "\(other)")
        #expect(try tables() == before)
        try lent.cluster.query(
          "DROP \(other.contains("VIEW") ? "VIEW" : "TABLE") targets.\(table)", in: lent.database)
        try await store.createTables()
        try await store.createTables()
      }
    }
  }
}
